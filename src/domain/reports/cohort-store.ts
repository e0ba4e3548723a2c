import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { contributionsOf, type TransactionRange, transactionsWithin } from './contribution-store.ts';
import type { ReportState } from './state-store.ts';

/**
 * Flows of customers by the month in which they became members, by the month of the flow, and by the other columns of
 * the key.
 */
interface CohortSums {
  kept_in: 'report_cohorts' | 'report_tier_cohorts';
  key: RawBuilder<unknown>;
}

export const COHORTS: CohortSums = {
  kept_in: 'report_cohorts',
  key: sql.raw('cohort, month, site_id, flow'),
};

export const TIER_COHORTS: CohortSums = {
  kept_in: 'report_tier_cohorts',
  key: sql.raw('tier_id, cohort, month, site_id, flow'),
};

function cohortsOf({ key }: CohortSums, contributions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${key}, sum(points)::bigint as points
      from (
        select tier_id, date_trunc('month', joined_on)::date as cohort, date_trunc('month', day)::date as month, site_id, flow, points
          from ${contributions} where joined_on is not null and flow <> 'pending'
      ) joined group by ${key}`;
}

/** A statement that adds the flows of contributions to the stored sums. */
export function keepCohorts(
  sums: CohortSums,
  contributions: RawBuilder<unknown>,
  { program_id, generation }: { program_id: number; generation: number },
): RawBuilder<unknown> {
  const kept = sql.table(sums.kept_in);
  return sql`
    insert into ${kept} (program_id, generation, ${sums.key}, points)
      select ${program_id}::bigint, ${generation}::int, cohort.* from (${cohortsOf(sums, contributions)}) cohort order by ${sums.key}
      on conflict (program_id, generation, ${sums.key}) do update set points = ${kept}.points + excluded.points`;
}

/**
 * Adds up to `limit` transactions of a range, lowest ids first, only to the sums of cohorts by tier. Returns the id up
 * to which they are counted afterwards.
 */
export async function addTierCohorts(
  tx: Tx,
  range: TransactionRange,
  generation: number,
  limit: number,
): Promise<number> {
  const of = { program_id: range.program_id, generation };
  const { rows } = await sql<{ last_id: number | null; count: number }>`
    with batch as materialized (
      ${transactionsWithin(range)} order by id limit ${limit}
    ), added as (
      ${keepCohorts(TIER_COHORTS, sql`(${contributionsOf(sql`select * from batch`)}) contributions`, of)}
    )
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  return count < limit ? range.up_to : last_id!;
}

/**
 * Deletes the sums by tier if some belong to a former generation. In that case an older server, which does not know
 * these sums, rebuilt the figures, so the present generation lacks them. Returns whether they must be counted from the
 * first transaction.
 */
export async function deleteFormerTierCohorts(
  tx: Tx,
  { program_id, generation }: ReportState,
): Promise<boolean> {
  const former = await tx
    .selectFrom('report_tier_cohorts')
    .select('generation')
    .where('program_id', '=', program_id)
    .where('generation', '<', generation)
    .limit(1)
    .executeTakeFirst();
  if (!former) return false;
  await tx
    .deleteFrom('report_tier_cohorts')
    .where('program_id', '=', program_id)
    .where('generation', '<=', generation)
    .execute();
  return true;
}

/** A flow of a cohort that differs from the sum of its transactions. */
export interface WrongCohort {
  cohort: string;
  month: string;
  site_id: number;
  /** null: in any tier, or in none. */
  tier_id: number | null;
  flow: string;
  stored: number;
  summed: number;
}

export async function listWrongCohorts(
  tx: Tx,
  { program_id, generation, counted_to, tier_cohorts_to }: ReportState,
  most: number,
): Promise<WrongCohort[]> {
  const wrong = async (sums: CohortSums, tier: RawBuilder<unknown>, up_to: number) => {
    const transactions = transactionsWithin({ program_id, above: 0, up_to });
    const { rows } = await sql<WrongCohort>`
      select ${tier} ${sums.key}, coalesce(kept.points, 0)::bigint as stored, coalesce(summed.points, 0)::bigint as summed
        from (select * from ${sql.table(sums.kept_in)} where program_id = ${program_id} and generation = ${generation}) kept
        full join (${cohortsOf(sums, sql`(${contributionsOf(transactions)}) contributions`)}) summed using (${sums.key})
        where kept.points is distinct from summed.points
        order by ${sums.key} limit ${most}`.execute(tx);
    return rows;
  };
  return [
    ...(await wrong(COHORTS, sql`null::bigint as tier_id,`, counted_to)),
    ...(await wrong(TIER_COHORTS, sql``, tier_cohorts_to)),
  ];
}
