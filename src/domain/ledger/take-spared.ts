import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import type { ActivityRecord } from './activities.ts';
import { post } from './post.ts';
import { noteReclaimed } from './reclaim.ts';

/**
 * The locked customer was given `points` again for earnings that were undone and whose points were spared. It already
 * has the spared ones, in what it bought for them. So they are taken now, up to `points`; the rest stays spared.
 */
export async function takeSparedOf(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activities: readonly ActivityRecord[],
  points: number,
  at: number,
): Promise<CustomerRow> {
  let after = customer;
  let left = points;
  for (const { id, spared, reclaimed } of activities) {
    const part = Math.min(left, spared - reclaimed);
    if (part <= 0) continue;
    await noteReclaimed(tx, after, id, part);
    const taken = { approved: -part, pending: 0, spent: 0, at };
    after = await post(tx, program, after, { source: { resource: 'activity', activity_id: id }, ...taken });
    left -= part;
  }
  return after;
}
