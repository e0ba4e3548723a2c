import type { UsageCounter } from '../core/limits.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Skipped } from '../core/transaction.ts';
import type { GuardedAward } from '../ledger/guarded-awards.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { recordGuarded } from '../ledger/order-fast-path.ts';
import { holdsWindow, usedOnceMore } from '../ledger/usage.ts';
import { type Program, spendsInOneStatement } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { TierFact } from '../tiers/evaluation-window.ts';
import { higherTier } from '../tiers/review-tier.ts';
import { decideOrder, purchaseRules } from './decide-order.ts';
import { NOT_COUNTED, openPurchaseRules, refuseExcess } from './earn-from-order.ts';
import { exchanged, exchangeToday } from './exchange.ts';
import { firstReport, type NewOrder, newOrder } from './new-order.ts';
import { type OrderInput, redemptionIds } from './order.ts';
import { type OrderSnapshot, readOrderSnapshot } from './order-snapshot-store.ts';
import { firstState } from './order-state.ts';
import { refuseImplausible } from './refuse-implausible.ts';
import { actorColumns } from './state-store.ts';
import { claimReferences } from './use-claims.ts';

/** The result of recording an order, without its id. */
export interface OrderDraft {
  customer_id: number;
  /** False if the program already had the order. */
  recorded: boolean;
  /** The program had it with other contents, which stay. */
  edited: boolean;
}

/**
 * Records an order in one guarded statement, on the same decision as under the lock. undefined: the ordinary path must
 * decide. This is so for an order that comes with refunds, is known already, gives a reward, raises the tier, or
 * concerns rows of others than its customer, and if its customer is unknown or has due work.
 */
export async function recordUnlocked(
  deps: Deps,
  told: OrderInput,
  skipped: Skipped<OrderDraft>,
): Promise<(OrderDraft & { order_id: number }) | undefined> {
  const { program } = told;
  if (!fitsOneStatement(told)) return undefined;
  const snapshot = await readSnapshot(deps, told);
  if (!snapshot || snapshot.concerns_more || snapshot.member.erased_at !== null) return undefined;
  const { member: buyer } = snapshot;
  const now = deps.clock.now(program);
  if (buyer.next_due_at !== null && buyer.next_due_at <= now) return undefined;
  const at = entryMoment(now, buyer);
  const exchange = exchangeToday(program, told.currency);
  const order = { ...exchanged(told, exchange), ...exchange };
  const state = firstState(order);
  refuseExcess(program, buyer.tier_id, order);
  if (!order.force) refuseImplausible(state, order.total_minor, program.currency);
  const first = { order, told, state, at };
  const row = newOrder(buyer, first);
  const awards = decideAwards(program, snapshot, row, at);
  if (!awards) return undefined;
  const facts = [...snapshot.facts, ...factsOf(program, row, awards, at)];
  if (higherTier(program, buyer, facts, Math.max(at, buyer.tier_started_at ?? at))) return undefined;
  const { told: report, led_to, by } = firstReport(first);
  const recorded = { customer_id: buyer.id, recorded: true, edited: false };
  const guarded = {
    version: buyer.version,
    configuration_version: program.configuration_version,
    order: row,
    report: { told: report, led_to, ...actorColumns(by) },
    awards,
    at,
  };
  const order_id = await recordGuarded(deps.hot, guarded, await skipped.record?.(recorded));
  return order_id === undefined ? undefined : { order_id, ...recorded };
}

/** Orders do not fit if they undo something, name claims by their ids, or name their customer only by an email. */
function fitsOneStatement(order: OrderInput): boolean {
  const { refund_status, refunded_minor, cancelled } = firstState(order);
  const isWhole = refund_status === 'not_refunded' && refunded_minor === 0 && !cancelled;
  const namesClaims = order.claimed_reward_ids.length > 0 || redemptionIds(order.line_items).length > 0;
  return spendsInOneStatement(order.program) && order.customer_id !== null && isWhole && !namesClaims;
}

function readSnapshot(deps: Deps, told: OrderInput): Promise<OrderSnapshot | undefined> {
  const { program } = told;
  const { codes, code_hashes } = claimReferences(deps, told);
  return readOrderSnapshot(deps.hot, program, {
    merchant_key: platformKey(told.merchant_id),
    customer_key: platformKey(told.customer_id!),
    email: told.customer_email,
    codes,
    code_hashes,
    may_be_brought: told.payment_status === 'paid' && program.settings.referrals !== null,
    subject_ids: purchaseRules(program).map(({ id }) => id),
    now: deps.clock.now(program),
  });
}

/** The points that the rules give for the order; undefined: a rule gives a reward, or its counter must be counted anew. */
function decideAwards(
  program: Program,
  snapshot: OrderSnapshot,
  order: NewOrder,
  at: number,
): GuardedAward[] | undefined {
  const { member: buyer } = snapshot;
  const zone = program.site(buyer.site_id)!.time_zone;
  const usage = new Map<number, UsageCounter>();
  for (const rule of openPurchaseRules(program, buyer, order)) {
    const counter = snapshot.usage.get(rule.id);
    if (!counter) continue;
    if (!holdsWindow(counter, rule.limit, zone, at, order.date)) return undefined;
    usage.set(rule.id, counter);
  }
  const dated = { ...order, is_undone: false };
  const decisions = decideOrder(program, { order: dated, buyer, zone, usage, left: NOT_COUNTED, at });
  const given = decisions.filter(({ reason }) => reason === null);
  if (given.some(({ reward }) => reward !== null)) return undefined;
  return given.map(({ rule, points, state, approves_at, basis }) => ({
    rule_id: rule.id,
    name: rule.name,
    points,
    state,
    approves_at: state === 'pending' ? approves_at : null,
    basis,
    usage: usedOnceMore(usage.get(rule.id), rule.limit, zone, at, order.date),
  }));
}

/** The facts that the order adds to the facts of its buyer. */
function factsOf(
  program: Program,
  { date, spend_minor, paid_at, earns }: NewOrder,
  awards: readonly GuardedAward[],
  at: number,
): TierFact[] {
  switch (program.settings.tier_boundary_mode) {
    case 'spend':
      return [{ date, amount: spend_minor }];
    case 'orders':
      return paid_at !== null && earns ? [{ date, amount: 1 }] : [];
    case 'points':
      return awards.flatMap(({ state, points }) =>
        state === 'approved' ? { date: at, amount: points } : [],
      );
  }
}
