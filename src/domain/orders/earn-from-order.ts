import { DomainError } from '../core/errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findRuleUsage } from '../ledger/usage.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type Award, awardCompletion } from '../rules/award-completion.ts';
import { entitlementRefusals } from '../rules/decide-completion.ts';
import { clawBackRefund } from './claw-back-refund.ts';
import { type CountedOrder, countedAmount } from './counted-amount.ts';
import { decideOrder, MAX_POINTS_OF_AN_ORDER, purchaseRules, type RuleDecision } from './decide-order.ts';
import type { OrderRow } from './order.ts';
import { isUndone, stateOf } from './order-state.ts';
import { purchasePoints } from './purchase-points.ts';

/** Refuses an order, invalid_request, that would earn more points by a rule than a balance can hold. */
export function refuseExcess(program: Program, tierId: number | null, order: CountedOrder): void {
  for (const rule of program.rules) {
    const { enabled, result } = variantFor(rule, tierId);
    const amount = countedAmount(program, rule, order);
    if (!enabled || result.kind !== 'points' || amount === undefined) continue;
    if (purchasePoints(result, amount).points <= MAX_POINTS_OF_AN_ORDER) continue;
    const ofLines = rule.kind === 'product_purchase' || rule.kind === 'collection_purchase';
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: {
        [ofLines ? 'line_items' : 'total']: 'would earn more points than a balance can hold',
      },
    });
  }
}

/**
 * What the purchase rules give the locked customer for a recorded order, as of its date, as `decideOrder` says.
 * What was refunded of it by then is taken back at once. Reviews no tier. `at` is when it is recorded, from
 * `entryMoment`.
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

/** What an order that was recorded unpaid gives once it is paid, beside its points: the rewards of the purchase rules. */
export function giveRewardsOfPaidOrder(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  order: OrderRow,
  at: number,
): Promise<CustomerRow> {
  return earn(tx, deps, program, customer, { order, at, isGiven: ({ reward }) => reward !== null });
}

/** What an edited order gives by rules that gave nothing for it so far, less what is refunded of it. */
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

/** Whether a reward is left is known by taking it. */
const NOT_COUNTED: ReadonlyMap<number, number> = new Map();

/** How often a customer completed the rules that are for such an order and open to it, in the windows of its date. */
export async function readPurchaseUsage(
  tx: Tx,
  program: Program,
  buyer: CustomerRow,
  order: CountedOrder & { date: number },
  at: number,
): Promise<Map<number, UsageCounter | undefined>> {
  const zone = program.site(buyer.site_id)!.time_zone;
  const usage = new Map<number, UsageCounter | undefined>();
  for (const rule of purchaseRules(program)) {
    if (countedAmount(program, rule, order) === undefined) continue;
    if (!entitlementRefusals(rule, undefined, buyer).next().done) continue;
    usage.set(rule.id, await findRuleUsage(tx, buyer, rule, zone, at, order.date));
  }
  return usage;
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
    // Once for the whole order, by whoever calls: a reward of entering a tier must not take what a rule here gives.
    reviews_tier: false,
    source: { resource: 'order', order_id: id, ...(basis && { basis }) },
  };
}
