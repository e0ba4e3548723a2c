import { type Static, Type } from '@sinclair/typebox';
import { toDecimalString } from '../../domain/core/money.ts';
import type { OrderPreview } from '../../domain/operations/preview-order.ts';
import type { NoEarning, RuleDecision } from '../../domain/orders/decide-order.ts';
import { type Program, variantFor } from '../../domain/programs/configuration.ts';
import { PURCHASE_KINDS } from '../../domain/programs/rule-kinds.ts';
import { Nullable, nullableTimestamp, StringEnum, Timestamp } from '../schema-helpers.ts';
import { titleOf } from '../shared/present-transaction.ts';
import { offeredTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';

const REASONS: Record<NoEarning, string> = {
  not_for_this_order: 'The order has nothing that this rule counts.',
  order_undone: 'The order is refunded whole or cancelled.',
  customer_blocked: 'The customer is blocked.',
  customer_not_enrolled: 'The customer is a guest: the order is kept and earns once it enrols.',
  rule_not_enabled_for_customer: "The rule is not enabled in the customer's tier.",
  rule_limit_reached: 'The customer has completed the rule as often as its limit allows.',
  less_than_a_point: 'What the rule counts comes to less than a point.',
  order_not_paid: 'The reward is given once the order is paid.',
  reward_out_of_stock: 'The reward that the rule gives is out of stock.',
};

const RulePreviewSchema = Type.Object(
  {
    rule: Type.Object({
      id: Type.Integer(),
      kind: StringEnum(PURCHASE_KINDS),
      name: Type.String(),
      title: Type.String(),
    }),
    earns: Type.Boolean(),
    reason: Nullable(
      StringEnum(Object.keys(REASONS) as NoEarning[], {
        description: 'The reason why the rule gives nothing. Null: it gives something.',
      }),
    ),
    explanation: Type.String({ description: 'The cause, for people. Its wording may change.' }),
    points: Type.Integer(),
    reward: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
    counted_amount: Nullable(
      Type.String({
        description: 'The part of the order that the rule counts. Null: none.',
        examples: ['49.90'],
      }),
    ),
    rate: Nullable(
      Type.Object(
        {
          points: Type.Integer(),
          per_currency_unit: Nullable(
            Type.String({
              description:
                'The amount for which the points are given. Null: the points do not depend on the amount.',
              examples: ['1.00'],
            }),
          ),
        },
        { description: 'The rate of points. Null: the rule gives a reward.' },
      ),
    ),
    approves_at: Nullable(
      Timestamp({
        description:
          'The moment when the points would be approved. Null: there are no points, or no payment yet.',
      }),
    ),
    limit_resets_at: Nullable(
      Timestamp({ description: 'With `rule_limit_reached`: the moment when the limit ends. Null: never.' }),
    ),
  },
  { title: 'RulePreview' },
);

export const OrderPreviewSchema = Type.Object(
  {
    customer: Type.Object({
      merchant_id: Type.String(),
      state: StringEnum(['enrolled', 'guest', 'blocked']),
      known: Type.Boolean({
        description: 'Whether the customer exists. False: the order would create the customer.',
      }),
    }),
    points: Type.Integer({ description: 'The points of all rules together.' }),
    rules: Type.Array(RulePreviewSchema, { description: 'Every enabled purchase rule.' }),
  },
  { title: 'OrderPreview' },
);

export function presentOrderPreview(
  view: StorefrontView,
  merchantId: string,
  { customer_state, is_known, tier_id, rules }: OrderPreview,
): Static<typeof OrderPreviewSchema> {
  return {
    customer: { merchant_id: merchantId, state: customer_state, known: is_known },
    points: rules.reduce((sum, { points, taken_back }) => sum + points - taken_back, 0),
    rules: rules.map((rule) => presentRule(view, tier_id, rule)),
  };
}

function presentRule(
  view: StorefrontView,
  tierId: number | null,
  preview: RuleDecision,
): Static<typeof RulePreviewSchema> {
  const { rule, variant, reason, reward, counted_minor } = preview;
  const { program } = view;
  const { result } = variant;
  const decimal = (minor: number | null) =>
    minor === null ? null : toDecimalString(minor, program.currency);
  return {
    rule: {
      id: rule.id,
      kind: rule.kind as (typeof PURCHASE_KINDS)[number],
      name: rule.name,
      title: titleOf(view, rule, tierId),
    },
    earns: reason === null,
    reason,
    explanation: reason === null ? explanationOf(program, preview) : REASONS[reason],
    points: preview.points - preview.taken_back,
    reward: reward && {
      id: reward.id,
      title: offeredTitle(view, reward, variantFor(reward, tierId)),
    },
    counted_amount: decimal(counted_minor),
    rate:
      result.kind === 'points'
        ? { points: result.points, per_currency_unit: decimal(result.per_currency_unit_minor) }
        : null,
    approves_at: nullableTimestamp(preview.approves_at),
    limit_resets_at: nullableTimestamp(preview.resets_at),
  };
}

function explanationOf({ currency }: Program, { variant, counted_minor }: RuleDecision): string {
  const { result } = variant;
  if (result.kind === 'reward') return 'One of the reward, at once.';
  if (result.per_currency_unit_minor === null) return `${result.points} points, whatever the amount.`;
  const unit = toDecimalString(result.per_currency_unit_minor, currency);
  const amount = toDecimalString(counted_minor ?? 0, currency);
  return `${result.points} points per ${unit} ${currency} of ${amount} ${currency}, rounded down.`;
}
