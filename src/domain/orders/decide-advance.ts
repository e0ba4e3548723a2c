import { takingOf } from '../ledger/activities.ts';
import type { ActivityEntry, ActivityMove } from '../ledger/advance-fast-path.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import type { TierFact } from '../tiers/evaluation-window.ts';
import { higherTier } from '../tiers/review-tier.ts';
import { approvalAfterPayment, awaitsPayment } from './advance-order.ts';
import { clawedBack, type EarningBasis } from './clawed-back.ts';
import { countedAmount } from './counted-amount.ts';
import { purchaseRules } from './decide-order.ts';
import type { KnownOrderSnapshot, OrderActivity } from './known-order-store.ts';
import { type OrderState, spendOf } from './order-state.ts';

/** The new state of an order that stands, and the moves that follow from it. */
export interface Advance {
  paid_at: number | null;
  spend_minor: number;
  moves: ActivityMove[];
  entries: ActivityEntry[];
}

/**
 * Decides the moves that follow from a new state of an order, like `advanceOrder`: refunds are taken back before the
 * rest is approved. Pure. undefined: the state does more than move points of its buyer, or an activity loses its whole
 * value.
 */
export function decideAdvance(
  program: Program,
  snapshot: KnownOrderSnapshot,
  next: OrderState,
  at: number,
): Advance | undefined {
  const { order, member: buyer, activities } = snapshot;
  if (activities.some(({ customer_id }) => customer_id !== buyer.id)) return undefined;
  const isPaidNow = order.paid_at === null && next.payment_status === 'paid';
  if (isPaidNow && (snapshot.may_complete || mayGiveReward(program, snapshot))) return undefined;
  const taken = takeBackAll(program, snapshot, next.refunded_minor);
  if (!taken) return undefined;
  const given = isPaidNow ? approveAll(program, activities, taken.moves, at) : NOTHING;
  const approved = new Set(given.moves.map(({ id }) => id));
  const advance = {
    paid_at: isPaidNow ? at : order.paid_at,
    spend_minor: order.earns ? spendOf(next, order) : 0,
    moves: [...taken.moves.filter(({ id }) => !approved.has(id)), ...given.moves],
    entries: [...taken.entries, ...given.entries],
  };
  const facts = [...snapshot.facts, ...changedFacts(program, snapshot, advance, at)];
  return higherTier(program, buyer, facts, Math.max(at, buyer.tier_started_at ?? at)) ? undefined : advance;
}

/** Whether a rule could give a reward for the order once it is paid, if its limit allows. */
function mayGiveReward(program: Program, { order, member: buyer }: KnownOrderSnapshot): boolean {
  return purchaseRules(program).some((rule) => {
    const { enabled, result } = variantFor(rule, buyer.tier_id);
    return enabled && result.kind === 'reward' && countedAmount(program, rule, order) !== undefined;
  });
}

interface Moved {
  moves: ActivityMove[];
  entries: ActivityEntry[];
}

const NOTHING: Moved = { moves: [], entries: [] };

/**
 * Takes points back for the refunded part of the order. undefined: an activity loses its whole value, points of it have
 * expired, or all of it is spared. The ordinary path handles these cases.
 */
function takeBackAll(
  program: Program,
  { member: buyer, activities, has_expiries }: KnownOrderSnapshot,
  refundedMinor: number,
): Moved | undefined {
  const moved: Moved = { moves: [], entries: [] };
  let balance = buyer.points_approved;
  for (const activity of activities) {
    const { id, state, value, taken_back, resource } = activity;
    const total = clawedBack(value, activity.basis as EarningBasis | null, refundedMinor);
    const stands = state === 'pending' || state === 'approved';
    if (!stands || refundedMinor === 0 || resource !== 'order' || total <= taken_back) continue;
    if (total >= value || (state === 'approved' && has_expiries)) return undefined;
    const points = total - taken_back;
    const { taken, spared } =
      state === 'pending'
        ? { taken: points, spared: 0 }
        : takingOf(program.settings.negative_balance, balance, activity, 0, points);
    if (taken === 0) return undefined;
    if (state === 'approved') balance -= taken;
    moved.moves.push({ id, state, approves_at: null, taken_back: total, spared });
    moved.entries.push({
      id,
      approved: state === 'approved' ? -taken : 0,
      pending: state === 'pending' ? -taken : 0,
    });
  }
  return moved;
}

/** Approves the points that waited for the payment, less those taken back, or begins their approval period. */
function approveAll(
  program: Program,
  activities: readonly OrderActivity[],
  taken: readonly ActivityMove[],
  at: number,
): Moved {
  const moved: Moved = { moves: [], entries: [] };
  for (const activity of activities.filter(awaitsPayment)) {
    const { id, value } = activity;
    const { taken_back } = taken.find((move) => move.id === id) ?? activity;
    const approvesAt = approvalAfterPayment(program, activity, at);
    const waits = approvesAt > at;
    moved.moves.push({
      id,
      state: waits ? 'pending' : 'approved',
      approves_at: waits ? approvesAt : null,
      taken_back,
      spared: 0,
    });
    if (!waits) moved.entries.push({ id, approved: value - taken_back, pending: taken_back - value });
  }
  return moved;
}

/** The facts of the buyer that the new state changes. A changed fact keeps its date. */
function changedFacts(
  program: Program,
  { order, activities }: KnownOrderSnapshot,
  { spend_minor, paid_at, moves }: Advance,
  at: number,
): TierFact[] {
  const { date, earns } = order;
  switch (program.settings.tier_boundary_mode) {
    case 'spend':
      return [{ date, amount: spend_minor - order.spend_minor }];
    case 'orders':
      return earns && order.paid_at === null && paid_at !== null ? [{ date, amount: 1 }] : [];
    case 'points':
      return moves
        .filter(({ state }) => state === 'approved')
        .map((move) => {
          const before = activities.find(({ id }) => id === move.id)!;
          if (before.state === 'pending') return { date: at, amount: before.value - move.taken_back };
          const resolved = before.resolved_at!;
          const date = Math.min(before.approves_at ?? resolved, resolved);
          return { date, amount: before.taken_back - move.taken_back };
        });
  }
}
