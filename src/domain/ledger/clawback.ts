import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { markDue } from '../customers/due-store.ts';
import type { Program } from '../programs/configuration.ts';
import { type ActivityRecord, resolveActivity, takeable } from './activities.ts';
import { post } from './post.ts';

/**
 * Takes points of an activity back from the locked customer until `total` points of its value are taken, and posts the
 * difference. A pending activity will approve that much less. Points taken earlier stay taken, also if `total` is less.
 * An activity whose whole value is taken becomes declined or void. Points that have expired are not taken.
 * `negative_balance` says whether points that are already spent are taken; points that it spares are taken when a claim
 * brings them back.
 */
export async function clawBack(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activity: ActivityRecord,
  total: number,
  at: number,
): Promise<CustomerRow> {
  const { state, value, taken_back } = activity;
  if ((state !== 'pending' && state !== 'approved') || total <= taken_back) return customer;
  if (total >= value)
    return (await resolveActivity(tx, program, customer, activity, { wanted: 'void', at })).customer;
  const points = total - taken_back;
  const { taken, spared, forgone } =
    state === 'pending'
      ? { taken: points, spared: 0, forgone: 0 }
      : await takeable(tx, program.settings.negative_balance, customer, activity, points);
  const noted = await tx
    .updateTable('activities')
    .set((eb) => ({
      taken_back: total,
      updated_at: ts(at),
      spared: eb('spared', '+', spared),
      forgone: eb('forgone', '+', forgone),
    }))
    .where('program_id', '=', activity.program_id)
    .where('id', '=', activity.id)
    .where('state', '=', state)
    .where('taken_back', '=', taken_back)
    .executeTakeFirst();
  if (noted.numUpdatedRows !== 1n)
    throw new Error(`activity ${activity.id} was read before its customer was locked`);
  if (taken === 0) return customer;
  return post(tx, program, customer, {
    source: { resource: 'activity', activity_id: activity.id },
    approved: state === 'approved' ? -taken : 0,
    pending: state === 'pending' ? -taken : 0,
    spent: 0,
    at,
  });
}

/**
 * Starts the approval period of an activity that waited for its order's payment. At the end of the period it falls due.
 */
export async function awaitApproval(
  tx: Tx,
  customer: CustomerRow,
  activity: ActivityRecord,
  approvesAt: number,
): Promise<CustomerRow> {
  await tx
    .updateTable('activities')
    .set({ approves_at: ts(approvesAt) })
    .where('program_id', '=', activity.program_id)
    .where('id', '=', activity.id)
    .where('state', '=', 'pending')
    .execute();
  return markDue(tx, customer, approvesAt);
}
