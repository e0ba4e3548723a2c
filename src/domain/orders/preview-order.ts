import type { Deps } from '../../deps.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { findRuleUsage } from '../ledger/usage.ts';
import { limitState } from '../limits.ts';
import {
  type Program,
  type Reward,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import { PURCHASE_KINDS } from '../programs/rule-definition.ts';
import { refuseFuture, reportedDate } from '../reported-date.ts';
import { settleCustomer } from '../settlement/settle-customer.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { countedAmount } from './counted-amount.ts';
import type { OrderInput } from './order.ts';
import { listOutOfStock } from './preview-store.ts';
import { purchasePoints } from './purchase-points.ts';

/** An order that may come; what it used and who else is concerned is left aside. */
export type PreviewedOrder = Pick<
  OrderInput,
  | 'program'
  | 'customer_id'
  | 'total_minor'
  | 'shipping_minor'
  | 'tax_minor'
  | 'discounts_minor'
  | 'line_items'
  | 'payment_status'
  | 'channel'
  | 'date'
>;

/** Why a rule gives nothing for an order. */
export type NoEarning =
  | 'not_for_this_order'
  | 'customer_blocked'
  | 'customer_not_enrolled'
  | 'rule_not_enabled_for_customer'
  | 'rule_limit_reached'
  | 'less_than_a_point'
  | 'order_not_paid'
  | 'reward_out_of_stock';

export interface RulePreview {
  rule: Rule;
  variant: RuleVariant;
  /** What of the order the rule counts; null: it is not for such an order. */
  counted_minor: number | null;
  /** null: it gives what the result says. */
  reason: NoEarning | null;
  points: number;
  reward: Reward | null;
  /** When its points would be approved; null where none would, or not before the payment. */
  approves_at: number | null;
  /** With rule_limit_reached: when the limit lifts; null: never. */
  resets_at: number | null;
}

export interface OrderPreview {
  customer_state: 'enrolled' | 'guest' | 'blocked';
  /** False: the order would create the customer. */
  is_known: boolean;
  tier_id: number | null;
  rules: RulePreview[];
}

type Buyer = Pick<CustomerRow, 'enrolled_at' | 'blocked_at' | 'tier_id'>;

/**
 * What an order would earn if it came now, rule by rule, each as if it were the only one, in one snapshot.
 * Writes nothing but what is due for its customer anyway. Refuses a date in the future, `invalid_request`.
 */
export async function previewOrder(deps: Deps, order: PreviewedOrder): Promise<OrderPreview> {
  const { program } = order;
  const now = deps.clock.now(program);
  refuseFuture(order.date, now);
  const found = await findCustomer(deps.db, program.id, order.customer_id);
  const known = found && (await settleCustomer(deps, program, found));
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const buyer: Buyer = known ?? newcomer(program, now);
      const at = known ? entryMoment(now, known) : now;
      const emptied = await listOutOfStock(tx, program);
      const rules = [];
      for (const rule of purchaseRules(program)) {
        const limit = known ? await limitOf(tx, program, known, rule, order, at) : undefined;
        rules.push(previewRule(program, order, buyer, rule, { at, limit, emptied }));
      }
      const customer_state =
        buyer.blocked_at !== null ? 'blocked' : buyer.enrolled_at === null ? 'guest' : 'enrolled';
      return { customer_state, is_known: known !== undefined, tier_id: buyer.tier_id, rules };
    });
}

/** Rules that are there for somebody: others have left the program. */
function purchaseRules(program: Program): Rule[] {
  const kinds: readonly string[] = PURCHASE_KINDS;
  return program.rules.filter((rule) => rule.enabled && kinds.includes(rule.kind));
}

/** Whom the order would create. */
function newcomer(program: Program, now: number): Buyer {
  const { enrol_on_sight, tier_membership } = program.settings;
  const tier = tier_membership ? program.tiers[0] : undefined;
  return enrol_on_sight
    ? { enrolled_at: now, blocked_at: null, tier_id: tier?.id ?? null }
    : { enrolled_at: null, blocked_at: null, tier_id: null };
}

async function limitOf(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  rule: Rule,
  order: PreviewedOrder,
  at: number,
) {
  const zone = program.site(customer.site_id)!.time_zone;
  const date = reportedDate(order.date, at);
  return limitState(rule.limit, await findRuleUsage(tx, customer, rule, zone, at, date), zone, date);
}

interface Circumstances {
  at: number;
  limit: ReturnType<typeof limitState> | undefined;
  emptied: ReadonlySet<number>;
}

function previewRule(
  program: Program,
  order: PreviewedOrder,
  buyer: Buyer,
  rule: Rule,
  { at, limit, emptied }: Circumstances,
): RulePreview {
  const variant = variantFor(rule, buyer.tier_id);
  const { result } = variant;
  const counted = countedAmount(program, rule, order);
  const points =
    result.kind === 'points' && counted !== undefined ? purchasePoints(result, counted).points : 0;
  const isPaid = order.payment_status === 'paid';
  const reason = ((): NoEarning | null => {
    if (counted === undefined) return 'not_for_this_order';
    if (buyer.blocked_at !== null) return 'customer_blocked';
    if (!variant.enabled) return 'rule_not_enabled_for_customer';
    if (limit?.state === 'limit_reached_forever' || limit?.state === 'limit_reached_until_reset')
      return 'rule_limit_reached';
    if (result.kind === 'points' && points === 0) return 'less_than_a_point';
    if (buyer.enrolled_at === null) return 'customer_not_enrolled';
    if (result.kind === 'reward' && !isPaid) return 'order_not_paid';
    return result.kind === 'reward' && emptied.has(result.reward_id) ? 'reward_out_of_stock' : null;
  })();
  const gives = reason === null;
  const date = reportedDate(order.date, at);
  return {
    rule,
    variant,
    counted_minor: counted ?? null,
    reason,
    points: gives ? points : 0,
    reward: result.kind === 'reward' ? program.reward(result.reward_id)! : null,
    approves_at: gives && points > 0 && isPaid ? Math.max(at, date + rule.approval_period_ms) : null,
    resets_at:
      reason === 'rule_limit_reached' && limit?.state === 'limit_reached_until_reset'
        ? limit.resets_at
        : null,
  };
}
