import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { TransactionRange } from './figure-store.ts';
import type { ReportState } from './state-store.ts';

/** Counts who came and went by day, site and tier, in changes from a table or query. Tier 0: in any tier or none. */
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

/** A sum of members of a day that is not that of their changes. */
export interface WrongMembers {
  day: string;
  site_id: number;
  tier_id: number;
  /** Those who came less those who went. */
  stored: number;
  summed: number;
}

export async function listWrongMembers(
  tx: Tx,
  { program_id, generation, members_to }: ReportState,
  most: number,
): Promise<WrongMembers[]> {
  const { rows } = await sql<WrongMembers>`
    select day, site_id, tier_id, coalesce(kept.came - kept.went, 0)::bigint as stored, coalesce(summed.came - summed.went, 0)::bigint as summed
      from (select * from report_members where program_id = ${program_id} and generation = ${generation}) kept
      full join (${membersOf(sql`(select * from member_changes where program_id = ${program_id} and id <= ${members_to})`)}) summed
        using (day, site_id, tier_id)
      where kept.came is distinct from summed.came or kept.went is distinct from summed.went
      order by day, site_id, tier_id limit ${most}`.execute(tx);
  return rows;
}

/**
 * Adds up to `limit` changes of members, `above` and `up_to` being their ids, to the figures of a generation. Returns up
 * to which id they are counted then.
 */
export async function addMembers(
  tx: Tx,
  { program_id, above, up_to }: TransactionRange,
  generation: number,
  limit: number,
): Promise<{ to: number; complete: boolean }> {
  const { rows } = await sql<{ last_id: number | null; count: number }>`
    with batch as materialized (
      select * from member_changes
        where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint order by id limit ${limit}
    ), added as (
      insert into report_members (program_id, generation, day, site_id, tier_id, came, went)
        select ${program_id}::bigint, ${generation}::int, sums.* from (${membersOf(sql`batch`)}) sums
        order by day, site_id, tier_id
        on conflict (program_id, generation, day, site_id, tier_id) do update
          set came = report_members.came + excluded.came, went = report_members.went + excluded.went
    )
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(above, up_to) : last_id!, complete };
}
