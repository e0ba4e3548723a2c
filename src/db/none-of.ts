import { type RawBuilder, sql } from 'kysely';

/** Whether a column (`table.column` too) has none of these ids; always, if there are none. */
export function noneOf(column: string, ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} <> all(${ids}::bigint[])`;
}
