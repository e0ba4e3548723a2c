import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { TransactionRange } from './figure-store.ts';

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
        select ${program_id}::bigint, ${generation}::int, day, site_id, moved.tier_id, sum(moved.came), sum(moved.went)
          from batch
          cross join lateral (values
            (0::bigint, (joined > 0)::int, (joined < 0)::int),
            (batch.tier_id, 1, 0),
            (tier_before, 0, 1)) moved (tier_id, came, went)
          where moved.tier_id is not null and moved.came + moved.went > 0
            and (moved.tier_id = 0 or batch.tier_id is distinct from tier_before)
          group by day, site_id, moved.tier_id
          order by day, site_id, moved.tier_id
        on conflict (program_id, generation, day, site_id, tier_id) do update
          set came = report_members.came + excluded.came, went = report_members.went + excluded.went
    )
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(above, up_to) : last_id!, complete };
}
