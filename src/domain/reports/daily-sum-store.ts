import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { TransactionRange } from './contribution-store.ts';

/** Sums over the rows of a table of changes. */
interface KeptSums {
  kept_in: 'report_sales' | 'report_members' | 'report_referrals' | 'report_late_sales';
  /** The columns of the key, and those of the sums. `kept_in` and `sumsOf` both use these names. */
  key: readonly string[];
  sums: readonly string[];
  /** The key and the sums, computed from a table or query of changes. */
  sumsOf: (changes: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Figures of a report by day, site and tier. */
export interface DailySums extends KeptSums {
  changes_in: 'sales_changes' | 'member_changes' | 'referral_changes';
  /** Sums of the part that counts in a later month than its day, by both months. */
  late?: KeptSums;
}

export const DAY_KEY = ['day', 'site_id', 'tier_id'];

/** A join `e` for the last tier that the customer of `s`, a row with `told_at`, had entered before; null: none. */
export const TIER_THEN = sql`
  left join lateral (
    select tier_id from tier_entries e
      where e.program_id = s.program_id and e.customer_id = s.customer_id and e.created_at < s.told_at
      order by e.created_at desc, e.id desc limit 1
  ) e on true`;

/** `addChanges` of one kind of figures. */
export type AddSums = (
  tx: Tx,
  range: TransactionRange,
  generation: number,
  limit: number,
) => Promise<{ to: number; complete: boolean }>;

/**
 * Adds up to `limit` changes with ids in the range (`above` exclusive, `up_to` inclusive) to the figures of a
 * generation. Returns the id up to which they are counted afterwards.
 */
export async function addChanges(
  tx: Tx,
  daily: DailySums,
  { program_id, above, up_to }: TransactionRange,
  generation: number,
  limit: number,
): Promise<{ to: number; complete: boolean }> {
  const of = { program_id, generation };
  const { rows } = await sql<{ last_id: number | null; count: number }>`
    with batch as materialized (
      select * from ${sql.table(daily.changes_in)}
        where program_id = ${program_id} and id > ${above}::bigint and id <= ${up_to}::bigint order by id limit ${limit}
    ), added as (${adding(daily, of)}
    ) ${daily.late ? sql`, late as (${adding(daily.late, of)})` : sql``}
    select max(id) as last_id, count(*) as count from batch`.execute(tx);
  const { last_id, count } = rows[0]!;
  const complete = count < limit;
  return { to: complete ? Math.max(above, up_to) : last_id!, complete };
}

/** Adds the sums of `batch` to the stored sums. */
function adding(
  { kept_in, key, sums, sumsOf }: KeptSums,
  { program_id, generation }: { program_id: number; generation: number },
): RawBuilder<unknown> {
  const keys = refs(key);
  const added = sums.map(
    (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${kept_in}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
  );
  return sql`
    insert into ${sql.table(kept_in)} (program_id, generation, ${keys}, ${refs(sums)})
      select ${program_id}::bigint, ${generation}::int, sums.* from (${sumsOf(sql`batch`)}) sums order by ${keys}
      on conflict (program_id, generation, ${keys}) do update set ${sql.join(added)}`;
}

function refs(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** A figure of a day that differs from the sum of its changes. */
export interface WrongSum {
  day: string;
  site_id: number;
  tier_id: number;
  stored: number;
  summed: number;
}

/**
 * Stored sums that differ from the sums of their changes. `told`: SQL for the figure that describes a wrong row, with
 * the row's name.
 */
export async function listWrongSums<Wrong = WrongSum>(
  tx: Tx,
  { kept_in, key, sums, sumsOf }: KeptSums,
  changes_in: DailySums['changes_in'],
  { program_id, generation, up_to }: { program_id: number; generation: number; up_to: number },
  told: (row: string) => RawBuilder<unknown>,
  most: number,
): Promise<Wrong[]> {
  const changes = sql`(select * from ${sql.table(changes_in)} where program_id = ${program_id} and id <= ${up_to})`;
  const differs = (sum: string) =>
    sql`${sql.ref(`kept.${sum}`)} is distinct from ${sql.ref(`summed.${sum}`)}`;
  const { rows } = await sql<Wrong>`
    select ${refs(key)}, coalesce(${told('kept')}, 0)::bigint as stored, coalesce(${told('summed')}, 0)::bigint as summed
      from (select * from ${sql.table(kept_in)} where program_id = ${program_id} and generation = ${generation}) kept
      full join (${sumsOf(changes)}) summed using (${refs(key)})
      where ${sql.join(sums.map(differs), sql` or `)}
      order by ${refs(key)} limit ${most}`.execute(tx);
  return rows;
}
