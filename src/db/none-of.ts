import { type RawBuilder, sql } from 'kysely';

/** Whether the value of a column (`table.column` too) is none of these ids; always true if there are no ids. */
export function noneOf(column: string, ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} <> all(${ids}::bigint[])`;
}
