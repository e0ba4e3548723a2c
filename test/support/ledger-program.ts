import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, programSettings, ruleDefinition, tierDefinition } from './factories.ts';
import { PURCHASE_WAITS, REWARDS, RULES, type Terms, TIER_MONTHS, TIERS } from './ledger-model.ts';
import type { TestDomain } from './test-domain.ts';
import { voucherDefinition } from './vouchers.ts';

/** Begins with the program of the model. */
export async function beginModelProgram(
  domain: TestDomain,
  expiry: PointsExpiry | null,
  negative: Terms['negative'],
) {
  const { now, later } = RULES;
  const flat = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: null }) as const;
  await domain.begin({
    settings: programSettings({
      points_expiry: expiry,
      negative_balance: negative,
      tier_membership: { mode: 'rolling', duration_months: TIER_MONTHS },
    }),
    tiers: TIERS.map((lower_bound, index) => ({
      key: `t${index}`,
      definition: tierDefinition({ lower_bound }),
    })),
    rules: [
      { key: 'now', definition: ruleDefinition({ limit: now.limit, result: flat(now.points) }) },
      {
        key: 'later',
        definition: ruleDefinition({
          limit: later.limit,
          result: flat(later.points),
          approval_period_seconds: later.waits / 1000,
        }),
      },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
          approval_period_seconds: PURCHASE_WAITS / 1000,
        }),
      },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: REWARDS.mug.cost },
          auto_refund_seconds: REWARDS.mug.lapses / 1000,
        }),
      },
      {
        key: 'card',
        // It is used whole on an order; a gift card is not.
        definition: voucherDefinition({
          cost: { kind: 'fixed', points: REWARDS.card.cost },
          expires_after_seconds: REWARDS.card.expires / 1000,
          limit: REWARDS.card.limit,
        }),
      },
    ],
  });
  return { expiry, negative, since: domain.clock.real() };
}
