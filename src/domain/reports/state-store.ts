import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReportStatesTable } from '../../db/report-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Counted } from './figure-store.ts';

export type ReportState = Selectable<ReportStatesTable>;

/**
 * The programs with transactions or changes of members, sales or referrals that are not counted yet, in one statement
 * for any number of programs. It reads the latest ids, each of which is at the end of an index. For the question
 * whether later ids than the counted ones exist, Postgres would read a whole table, because it expects to find one
 * soon.
 */
export async function listUncounted(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from programs p left join report_states s on s.program_id = p.id
      where (select max(id) from transactions where program_id = p.id) > coalesce(s.counted_to, 0)
        or s.tier_cohorts_to < s.counted_to
        or exists (select from report_tier_cohorts c where c.program_id = p.id and c.generation < s.generation)
        or (select max(id) from member_changes where program_id = p.id) > coalesce(s.members_to, 0)
        or (select max(id) from sales_changes where program_id = p.id) > coalesce(s.sales_to, 0)
        or (select max(id) from referral_changes where program_id = p.id) > coalesce(s.referrals_to, 0)
      order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks a program's state. undefined: another process works on it, and `wait` is false. */
export async function lockState(
  tx: Tx,
  programId: number,
  { wait }: { wait: boolean },
): Promise<ReportState | undefined> {
  await tx
    .insertInto('report_states')
    .values({ program_id: programId, counted_at: null, rebuilding: null })
    .onConflict((conflict) => conflict.column('program_id').doNothing())
    .execute();
  const state = tx.selectFrom('report_states').selectAll().where('program_id', '=', programId).forUpdate();
  return (wait ? state : state.skipLocked()).executeTakeFirst();
}

export async function findState(db: Kysely<DB>, programId: number): Promise<ReportState | undefined> {
  return db.selectFrom('report_states').selectAll().where('program_id', '=', programId).executeTakeFirst();
}

/** Notes up to where the figures of the locked state are counted. */
export async function noteCounted(tx: Tx, { program_id }: ReportState, { to, at }: Counted): Promise<void> {
  await tx
    .updateTable('report_states')
    .set({ counted_to: to, ...(at === null ? {} : { counted_at: ts(at) }) })
    .where('program_id', '=', program_id)
    .execute();
}

export async function updateState(
  tx: Tx,
  programId: number,
  fields: Partial<
    Pick<
      ReportState,
      | 'generation'
      | 'tier_cohorts_to'
      | 'rebuilding'
      | 'rebuilt_to'
      | 'members_to'
      | 'rebuilt_members_to'
      | 'sales_to'
      | 'rebuilt_sales_to'
      | 'referrals_to'
      | 'rebuilt_referrals_to'
    >
  >,
): Promise<void> {
  await tx.updateTable('report_states').set(fields).where('program_id', '=', programId).execute();
}

/** Notes the new zones of sites, beginning with the transactions that are not counted yet. */
export async function noteZones(tx: Tx, { program_id, counted_to }: ReportState): Promise<void> {
  await sql`
    insert into report_zones (program_id, site_id, above, time_zone)
      select e.program_id, e.id, ${counted_to}::bigint, e.definition ->> 'time_zone'
        from program_entries e
        left join lateral (
          select time_zone from report_zones z where z.program_id = e.program_id and z.site_id = e.id
            order by above desc limit 1
        ) known on true
        where e.program_id = ${program_id} and e.kind = 'site' and known.time_zone is distinct from e.definition ->> 'time_zone'
      on conflict (program_id, site_id, above) do update set time_zone = excluded.time_zone`.execute(tx);
}
