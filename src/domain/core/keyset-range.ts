import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import { type KeysetRange, NO_BOUND } from './pagination.ts';

/** The rows of a range, as a condition on the table `t`. It uses literals, because COPY takes no parameters. */
export function whereInRange(
  programId: number,
  { above, below, filters }: Pick<KeysetRange, 'above' | 'below' | 'filters'>,
): RawBuilder<SqlBool> {
  const moment = (ms: number) => sql`${sql.lit(timestampText(ms))}::timestamptz`;
  const conditions = [sql`t.program_id = ${sql.lit(programId)}`];
  if (above > 0) conditions.push(sql`t.id > ${sql.lit(above)}`);
  if (below < NO_BOUND) conditions.push(sql`t.id < ${sql.lit(below)}`);
  if (filters.customer_id !== null) conditions.push(sql`t.customer_id = ${sql.lit(filters.customer_id)}`);
  if (filters.created_at_min !== null)
    conditions.push(sql`t.created_at >= ${moment(filters.created_at_min)}`);
  if (filters.created_at_max !== null) conditions.push(sql`t.created_at < ${moment(filters.created_at_max)}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The order and number of the rows to read. No index holds `id + 0`, so with it Postgres finds the rows by the other
 * conditions and sorts them afterwards.
 */
export function endOf({ ascending, limit, offset, window_first }: KeysetRange): RawBuilder<unknown> {
  const key = window_first ? sql`t.id + 0` : sql`t.id`;
  return sql`order by ${key} ${sql.raw(ascending ? 'asc' : 'desc')} limit ${limit} offset ${offset}`;
}
