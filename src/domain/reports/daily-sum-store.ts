import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { TransactionRange } from './figure-store.ts';

/** Figures of a report by day, site and tier: two sums of the rows of a table of changes. */
export interface DailySums {
  kept_in: 'report_sales' | 'report_members';
  changes_in: 'sales_changes' | 'member_changes';
  /** The sums, as both `kept_in` and `sumsOf` name them. */
  sums: readonly [string, string];
  /** Day, site, tier and the sums, of a table or query of rows of `changes_in`. */
  sumsOf: (changes: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** `addChanges` of one kind of figures. */
export type AddSums = (
  tx: Tx,
  range: TransactionRange,
  generation: number,
  limit: number,
) => Promise<{ to: number; complete: boolean }>;

/**
 * Adds up to `limit` changes, `above` and `up_to` being their ids, to the figures of a generation. Returns up to which id
 * they are counted then.
 */
export async function addChanges(
  tx: Tx,
  { kept_in, changes_in, sums, sumsOf }: DailySums,
  { program_id, above, up_to }: TransactionRange,
  generation: number,
  limit: number,
): Promise<{ to: number; complete: boolean }> {
  const columns = sql.join(sums.map((sum) => sql.ref(sum)));
  const added = sums.map(
    (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${kept_in}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
  );
  const { rows } = await sql<{ last_id: number | null; count: number }>`
    with batch as materialized (
      select * from ${sql.table(changes_in)}
        where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint order by id limit ${limit}
    ), added as (
      insert into ${sql.table(kept_in)} (program_id, generation, day, site_id, tier_id, ${columns})
        select ${program_id}::bigint, ${generation}::int, sums.* from (${sumsOf(sql`batch`)}) sums
        order by day, site_id, tier_id
        on conflict (program_id, generation, day, site_id, tier_id) do update set ${sql.join(added)}
    )
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(above, up_to) : last_id!, complete };
}

/** A figure of a day that is not the sum of its changes. */
export interface WrongSum {
  day: string;
  site_id: number;
  tier_id: number;
  stored: number;
  summed: number;
}

/** `told`: the figure that describes a wrong row, in SQL of the row's name. */
export async function listWrongSums(
  tx: Tx,
  { kept_in, changes_in, sums: [one, other], sumsOf }: DailySums,
  { program_id, generation, up_to }: { program_id: number; generation: number; up_to: number },
  told: (row: string) => RawBuilder<unknown>,
  most: number,
): Promise<WrongSum[]> {
  const changes = sql`(select * from ${sql.table(changes_in)} where program_id = ${program_id} and id <= ${up_to})`;
  const differs = (sum: string) =>
    sql`${sql.ref(`kept.${sum}`)} is distinct from ${sql.ref(`summed.${sum}`)}`;
  const { rows } = await sql<WrongSum>`
    select day, site_id, tier_id, coalesce(${told('kept')}, 0)::bigint as stored, coalesce(${told('summed')}, 0)::bigint as summed
      from (select * from ${sql.table(kept_in)} where program_id = ${program_id} and generation = ${generation}) kept
      full join (${sumsOf(changes)}) summed using (day, site_id, tier_id)
      where ${differs(one)} or ${differs(other)}
      order by day, site_id, tier_id limit ${most}`.execute(tx);
  return rows;
}
