import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import type { OrderRow } from './order.ts';
import type { RestatedEarning, RestatedEarnings } from './restated-earnings.ts';

/** The restated earnings of an order's last correction; undefined if there was none. */
export async function findRestated(
  tx: Tx,
  { program_id, id }: Pick<OrderRow, 'program_id' | 'id'>,
): Promise<RestatedEarnings | undefined> {
  const { rows } = await sql<{ earnings: Record<string, RestatedEarning> }>`
    select led_to -> 'earnings' as earnings from order_states
      where program_id = ${program_id} and order_id = ${id} and source = 'correction'
      order by id desc limit 1`.execute(tx);
  if (!rows[0]) return undefined;
  return new Map(Object.entries(rows[0].earnings).map(([ruleId, earning]) => [Number(ruleId), earning]));
}

/**
 * Lists those of the given activities that a back end declined or voided directly. No order gives their points again.
 */
export async function listUndoneByHand(
  tx: Tx,
  programId: number,
  activities: readonly ActivityRecord[],
): Promise<Set<number>> {
  const { rows } = await sql<{ activity_id: number }>`
    select activity_id from told_resolutions
      where program_id = ${programId} and activity_id = any(${activities.map(({ id }) => id)}::bigint[])
        and told_as in ('declined', 'void')`.execute(tx);
  const byHand = activities.filter(({ voided_by_hand }) => voided_by_hand).map(({ id }) => id);
  return new Set([...byHand, ...rows.map(({ activity_id }) => activity_id)]);
}
