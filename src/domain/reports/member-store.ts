import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import {
  type AddSums,
  addChanges,
  DAY_KEY,
  type DailySums,
  listWrongSums,
  type WrongSum,
} from './daily-sum-store.ts';
import type { ReportState } from './state-store.ts';

/**
 * Counts customers that became members and that left, by day, site and tier, from a table or query of changes. Tier 0:
 * in any tier or none.
 */
function membersOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select day, site_id, moved.tier_id, sum(moved.came)::bigint as came, sum(moved.went)::bigint as went
      from ${changes} changed
      cross join lateral (values
        (0::bigint, (joined > 0)::int, (joined < 0)::int),
        (changed.tier_id, 1, 0),
        (tier_before, 0, 1)) moved (tier_id, came, went)
      where moved.tier_id is not null and moved.came + moved.went > 0
        and (moved.tier_id = 0 or changed.tier_id is distinct from tier_before)
      group by day, site_id, moved.tier_id`;
}

const MEMBERS: DailySums = {
  kept_in: 'report_members',
  key: DAY_KEY,
  changes_in: 'member_changes',
  sums: ['came', 'went'],
  sumsOf: membersOf,
};

/** Adds changes of members to the figures of a generation, as `addChanges` does. */
export const addMembers: AddSums = (tx, range, generation, limit) =>
  addChanges(tx, MEMBERS, range, generation, limit);

/**
 * Wrong sums of members of a day, compared with their changes: customers that became members, minus those that left.
 */
export function listWrongMembers(
  tx: Tx,
  { program_id, generation, members_to }: ReportState,
  most: number,
): Promise<WrongSum[]> {
  const counted = { program_id, generation, up_to: members_to };
  const rest = (row: string) => sql<number>`${sql.ref(`${row}.came`)} - ${sql.ref(`${row}.went`)}`;
  return listWrongSums(tx, MEMBERS, MEMBERS.changes_in, counted, rest, most);
}
