import type { Selectable } from 'kysely';
import type { ActivitiesTable } from '../../db/ledger-tables.ts';
import { ts } from '../../db/timestamps.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { markDue } from '../customers/due-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { ProgramSettings } from '../programs/program-settings.ts';
import { expiredOf } from './attribution.ts';
import { noteEntry } from './lock-customer.ts';
import { post } from './post.ts';
import { isStillCompleted, returnRulePlace } from './usage.ts';

export type ActivityRecord = Selectable<ActivitiesTable>;

export interface Earning {
  rule_id: number | null;
  name: string;
  /** The caller's own id of the activity, if it gave one. */
  merchant_id: string | null;
  /** Points, 0 or more; 0 if the rule gives a reward. */
  value: number;
  /** Pending until `approves_at`. A pending activity with null waits for the payment of an order. */
  state: 'pending' | 'approved';
  approves_at: number | null;
  /** The moment at which it happened. History, limits and tiers use this one. */
  date: number;
  /** The moment at which it is recorded, from `entryMoment`. */
  at: number;
  resource: 'order' | 'referral' | null;
  order_id: number | null;
  basis: object | null;
  channel: string | null;
}

/** Records an activity of the locked customer and posts its points. */
export async function earn(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  earning: Earning,
): Promise<{ customer: CustomerRow; activity_id: number }> {
  const { id } = await tx
    .insertInto('activities')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      rule_id: earning.rule_id,
      name: earning.name,
      merchant_id: earning.merchant_id,
      value: earning.value,
      state: earning.state,
      date: ts(earning.date),
      created_at: ts(earning.at),
      approves_at: earning.approves_at === null ? null : ts(earning.approves_at),
      resolved_at: earning.state === 'approved' ? ts(earning.at) : null,
      resource: earning.resource,
      order_id: earning.order_id,
      basis: earning.basis === null ? null : JSON.stringify(earning.basis),
      channel: earning.channel,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pending = earning.state === 'pending';
  let after =
    earning.value === 0
      ? await noteEntry(tx, customer, earning.at)
      : await post(tx, program, customer, {
          source: { resource: 'activity', activity_id: id },
          approved: pending ? 0 : earning.value,
          pending: pending ? earning.value : 0,
          spent: 0,
          at: earning.at,
          earned_at: earning.date,
        });
  if (pending) after = await markDue(tx, after, earning.approves_at);
  return { customer: after, activity_id: id };
}

/** Reads one activity of the locked customer. Its state cannot change before this transaction ends. */
export async function getActivity(
  tx: Tx,
  customer: CustomerRow,
  activityId: number,
): Promise<ActivityRecord> {
  const activity = await tx
    .selectFrom('activities')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', '=', activityId)
    .executeTakeFirst();
  if (!activity) throw new DomainError('not_found', 'There is no such activity.');
  return activity as ActivityRecord;
}

/** Lists those of the given activities that belong to the locked customer, oldest first. */
export async function listActivitiesOf(
  tx: Tx,
  customer: CustomerRow,
  activityIds: readonly number[],
): Promise<ActivityRecord[]> {
  if (activityIds.length === 0) return [];
  const rows = await tx
    .selectFrom('activities')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', 'in', [...activityIds])
    .orderBy('id')
    .execute();
  return rows as ActivityRecord[];
}

/**
 * Moves an activity of the locked customer to a final state and posts the points that follow from it. A pending
 * activity is approved or declined; `void` on it means declined. An approved activity can be voided once; `declined` on
 * it means void. The same state again has no effect. Any other state is refused with `activity_already_resolved`.
 *
 * Points that a refund of the order has already taken are not posted again. Points that have expired are not taken. A
 * completion that is declined, or voided with its order, gives its place in the rule's limit back. A completion voided
 * `by_hand` keeps its place. The program's `negative_balance` says whether voiding points that are already spent takes
 * the balance below zero.
 *
 * `effective_at`: the moment it takes effect, if it fell due before it is recorded. `as_far_as_there`: voiding never
 * takes the balance below zero, whatever `negative_balance` says.
 */
export async function resolveActivity(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activity: ActivityRecord,
  {
    wanted,
    at,
    effective_at = at,
    by_hand = false,
    as_far_as_there = false,
  }: { wanted: 'approved' | 'declined' | 'void'; at: number } & Resolving,
): Promise<{ customer: CustomerRow; state: ActivityRecord['state'] }> {
  const state =
    activity.state === 'pending'
      ? wanted === 'approved'
        ? 'approved'
        : 'declined'
      : resolvedState(activity.state, wanted);
  if (state === activity.state) return { customer, state };
  const policy = as_far_as_there ? 'within_balance' : program.settings.negative_balance;
  const { spared, forgone, ...change } = await pointsOfMove(tx, policy, activity, state, customer);
  const moved = await tx
    .updateTable('activities')
    .set((eb) => ({
      state,
      resolved_at: ts(at),
      updated_at: ts(at),
      voided_by_hand: state === 'void' && by_hand,
      ...(spared > 0 && { spared: eb('spared', '+', spared) }),
      ...(forgone > 0 && { forgone: eb('forgone', '+', forgone) }),
    }))
    .where('program_id', '=', activity.program_id)
    .where('id', '=', activity.id)
    .where('state', '=', activity.state)
    .where('taken_back', '=', activity.taken_back)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n)
    throw new Error(`activity ${activity.id} was read before its customer was locked`);
  if (state === 'declined' || (state === 'void' && !by_hand)) {
    const rule = activity.rule_id === null ? undefined : program.rule(activity.rule_id);
    const zone = program.site(customer.site_id)!.time_zone;
    if (rule && !(await isStillCompleted(tx, activity)))
      await returnRulePlace(tx, customer, rule, zone, activity.date);
  }
  if (change.approved === 0 && change.pending === 0) return { customer, state };
  const after = await post(tx, program, customer, {
    source: { resource: 'activity', activity_id: activity.id },
    ...change,
    spent: 0,
    at,
    effective_at,
    earned_at: activity.date,
  });
  return { customer: after, state };
}

interface Resolving {
  effective_at?: number;
  by_hand?: boolean;
  as_far_as_there?: boolean;
}

type NegativeBalance = ProgramSettings['negative_balance'];

function resolvedState(current: 'approved' | 'declined' | 'void', wanted: 'approved' | 'declined' | 'void') {
  if (current === 'approved' && wanted !== 'approved') return 'void' as const;
  if (current === wanted) return current;
  throw new DomainError('activity_already_resolved', `The activity is already ${current}.`);
}

async function pointsOfMove(
  tx: Tx,
  policy: NegativeBalance,
  activity: ActivityRecord,
  to: ActivityRecord['state'],
  customer: CustomerRow,
) {
  const rest = activity.value - activity.taken_back;
  if (to === 'approved') return { approved: rest, pending: -rest, spared: 0, forgone: 0 };
  if (to === 'declined') return { approved: 0, pending: -rest, spared: 0, forgone: 0 };
  const { taken, ...left } = await takeable(tx, policy, customer, activity, rest);
  return { approved: taken === 0 ? 0 : -taken, pending: 0, ...left };
}

/**
 * How many of `points` of an approved activity can be taken back from the locked customer under the program's policy.
 * Points of the activity that expired are `forgone`. If balances do not fall below zero, points that are already spent
 * are `spared`. The rest is `taken`.
 */
export async function takeable(
  tx: Tx,
  policy: NegativeBalance,
  customer: CustomerRow,
  activity: ActivityRecord,
  points: number,
): Promise<Taking> {
  const expired = await expiredOf(tx, customer, { kind: 'activity', id: activity.id });
  return takingOf(policy, customer.points_approved, activity, expired, points);
}

interface Taking {
  taken: number;
  spared: number;
  forgone: number;
}

/** The same decision as a pure function: for an approved activity, its expired points and the balance. */
export function takingOf(
  policy: NegativeBalance,
  balance: number,
  { value, taken_back, forgone }: Pick<ActivityRecord, 'value' | 'taken_back' | 'forgone'>,
  expired: number,
  points: number,
): Taking {
  const standing = Math.max(0, value - taken_back - Math.max(0, expired - forgone));
  const owing = Math.min(points, standing);
  const there = Math.max(0, balance);
  const taken = policy === 'allow' ? owing : Math.min(owing, there);
  return { taken, spared: owing - taken, forgone: points - owing };
}
