import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findRuleUsage } from '../ledger/usage.ts';
import { type Program, type Rule, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { countedPartOf } from '../programs/rule-kinds.ts';
import { type Award, awardCompletion } from '../rules/award-completion.ts';
import { entitlementRefusals } from '../rules/decide-completion.ts';
import { clawBackRefund } from './claw-back-refund.ts';
import { type CountedOrder, countedAmount } from './counted-amount.ts';
import { decideOrder, MAX_POINTS_OF_AN_ORDER, purchaseRules, type RuleDecision } from './decide-order.ts';
import type { OrderRow } from './order.ts';
import { isUndone, stateOf } from './order-state.ts';
import { purchasePoints } from './purchase-points.ts';
import { listOrderActivities } from './store.ts';

/** Throws invalid_request for an order that would earn more points by a rule than a balance can hold. */
export function refuseExcess(program: Program, tierId: number | null, order: CountedOrder): void {
  for (const rule of purchaseRules(program)) {
    const { enabled, result } = variantFor(rule, tierId);
    const amount = countedAmount(program, rule, order);
    if (!enabled || result.kind !== 'points' || amount === undefined) continue;
    if (purchasePoints(result, amount).points <= MAX_POINTS_OF_AN_ORDER) continue;
    const ofLines = countedPartOf(rule.kind)?.of === 'lines';
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: {
        [ofLines ? 'line_items' : 'total']: 'would earn more points than a balance can hold',
      },
    });
  }
}

/**
 * Gives the locked customer the results of the purchase rules for a recorded order, as of its date, as `decideOrder`
 * says. The points of an amount already refunded are taken back at once. Does not review the tier. `at` is the moment
 * of the record, from `entryMoment`.
 */
export async function earnFromOrder(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  const earned = await earn(tx, deps, program, customer, { order, at, isGiven: () => true });
  return clawBackRefund(tx, program, earned, order, at);
}

/**
 * Gives the rewards of the purchase rules once an order that was recorded unpaid is paid. Its points were given before.
 * A rule that has given something for the order gives nothing more. Otherwise a rule would give twice if a correction
 * brought the payment and gave its rewards at once, or if the rule gave points then and gives a reward now.
 */
export async function giveRewardsOfPaidOrder(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  const gives = (rule: Rule) => variantFor(rule, customer.tier_id).result.kind === 'reward';
  if (!openPurchaseRules(program, customer, order).some(gives)) return customer;
  const gave = new Set((await listOrderActivities(tx, order)).map(({ rule_id }) => rule_id));
  const isGiven = ({ rule, reward }: RuleDecision) => reward !== null && !gave.has(rule.id);
  return earn(tx, deps, program, customer, { order, at, isGiven });
}

/** Gives the results of rules that gave nothing for an order before it was edited, less the part that is refunded. */
export async function earnMissing(
  tx: Tx,
  deps: Parameters<typeof awardCompletion>[1],
  program: Program,
  customer: CustomerRow,
  { order, earned_by: earnedBy, at }: { order: OrderRow; earned_by: ReadonlySet<number>; at: number },
): Promise<CustomerRow> {
  return earn(tx, deps, program, customer, { order, at, isGiven: ({ rule }) => !earnedBy.has(rule.id) });
}

async function earn(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  buyer: CustomerRow,
  { order, at, isGiven }: { order: OrderRow; at: number; isGiven: (decision: RuleDecision) => boolean },
): Promise<CustomerRow> {
  const decisions = decideOrder(program, {
    order: { ...order, is_undone: isUndone(stateOf(order)) },
    buyer,
    zone: program.site(buyer.site_id)!.time_zone,
    usage: await readPurchaseUsage(tx, program, buyer, order, at),
    left: NOT_COUNTED,
    at,
  });
  let customer = buyer;
  for (const decision of decisions) {
    if (decision.reason !== null || !isGiven(decision)) continue;
    const award = awardOf(decision, order, at);
    const awarded = await awardCompletion(tx, deps, program, customer, decision.rule, award);
    if (awarded) customer = awarded.customer;
  }
  return customer;
}

/** Nothing is counted here: the supply of a reward shows when one is taken. */
export const NOT_COUNTED: ReadonlyMap<number, number> = new Map();

/**
 * The customer's usage of the rules that apply to such an order and are open to the customer, in the windows of its
 * date.
 */
export async function readPurchaseUsage(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: CountedOrder & { date: number },
  at: number,
): Promise<Map<number, UsageCounter | undefined>> {
  const zone = program.site(buyer.site_id)!.time_zone;
  const usage = new Map<number, UsageCounter | undefined>();
  for (const rule of openPurchaseRules(program, buyer, order))
    usage.set(rule.id, await findRuleUsage(tx, buyer, rule, zone, at, order.date));
  return usage;
}

/** The purchase rules that apply to such an order and to its buyer, whatever the buyer did before. */
export function openPurchaseRules(
  program: Program,
  buyer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at' | 'tier_id'>,
  order: CountedOrder,
): Rule[] {
  return purchaseRules(program).filter(
    (rule) =>
      countedAmount(program, rule, order) !== undefined &&
      entitlementRefusals(rule, undefined, buyer).next().done,
  );
}

function awardOf(decision: RuleDecision, { id, date, channel }: OrderRow, at: number): Award {
  const { variant, points, state, approves_at, basis } = decision;
  return {
    variant,
    points,
    state,
    approves_at: state === 'pending' ? approves_at : null,
    date,
    at,
    channel,
    // The caller reviews the tier once for the whole order. Otherwise an entry reward could take the stock of a reward
    // that a rule here gives.
    reviews_tier: false,
    source: { resource: 'order', order_id: id, ...(basis && { basis }) },
  };
}
