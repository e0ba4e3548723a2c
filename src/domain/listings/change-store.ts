import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import { whereInRange } from '../core/keyset-range.ts';
import type { ListingFilters, Page, PageRequest } from '../core/pagination.ts';

/** A range of places to read in order. `up_to` is the horizon, inclusive. */
interface ChangeRange {
  filters: ListingFilters;
  above: number;
  up_to: number;
  limit: number;
}

/** Whether the listing is in the order of changes. */
export function isByChange({ filters }: PageRequest): boolean {
  return (filters.updated_since ?? null) !== null;
}

/**
 * A page of a listing in the order of changes. The place of a row is that of its latest change, so a row that changes
 * again moves on. A reader who reads to the end gets every row in its final state, and no state twice. `highWater` is
 * the highest place below which no transaction is in flight, read in an earlier statement. Such pages only go forwards.
 */
export async function readChanges<Row extends { change_id: number }>(
  { filters, from, limit }: PageRequest,
  highWater: number,
  select: (range: ChangeRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  const above = Math.max(filters.updated_since ?? 0, from?.id ?? 0);
  const rows = await select({ filters, above, up_to: highWater, limit: limit + 1 });
  const more = rows.length > limit;
  if (more) rows.pop();
  return { rows, has_prev: false, has_next: more };
}

/**
 * A query for the rows of `table` in such a range, with their `change_id`. The place of a row that never changed is its
 * id. Rows of this kind are read up to the last changed row of the page, so that neither kind is read further than the
 * page.
 */
export function changedRows(
  table: 'orders' | 'activities',
  programId: number,
  { filters, above, up_to, limit }: ChangeRange,
): RawBuilder<unknown> {
  const within = whereInRange(programId, {
    above: 0,
    below: Number.MAX_SAFE_INTEGER,
    filters: { ...filters, since_id: null },
  });
  const updated = updatedWithin(table, filters);
  return sql`
    with changed as materialized (
      select t.*, t.changed_id as change_id from ${sql.table(table)} t
        where ${within} and ${updated} and t.changed_id > ${above} and t.changed_id <= ${up_to}
        order by t.changed_id limit ${limit}
    ), unchanged as materialized (
      select t.*, t.id as change_id from ${sql.table(table)} t
        where ${within} and ${updated} and t.changed_id is null and t.id > ${above}
          and t.id <= case when (select count(*) from changed) = ${limit} then (select max(change_id) from changed) else ${up_to} end
        order by t.id limit ${limit}
    )
    select * from changed union all select * from unchanged order by change_id limit ${limit}`;
}

/**
 * The moment of the last change of a row of the table `t`; for a row that never changed, null or the moment of its
 * record.
 */
const UPDATED = {
  orders: sql`t.updated_at`,
  activities: sql`coalesce(t.updated_at, t.resolved_at)`,
};

/** The window of updates, as a condition that can use indexes: one part for changed rows, one for all others. */
export function updatedWithin(
  table: keyof typeof UPDATED,
  { updated_at_min = null, updated_at_max = null }: ListingFilters,
): RawBuilder<SqlBool> {
  if (updated_at_min === null && updated_at_max === null) return sql<SqlBool>`true`;
  const updated = UPDATED[table];
  const moment = (ms: number) => sql`${sql.lit(timestampText(ms))}::timestamptz`;
  const within = (at: RawBuilder<unknown>) =>
    sql.join(
      [
        ...(updated_at_min === null ? [] : [sql`${at} >= ${moment(updated_at_min)}`]),
        ...(updated_at_max === null ? [] : [sql`${at} < ${moment(updated_at_max)}`]),
      ],
      sql` and `,
    );
  return sql<SqlBool>`((${updated} is null or ${updated} = t.created_at) and ${within(sql`t.created_at`)}
    or ${updated} <> t.created_at and ${within(updated)})`;
}
