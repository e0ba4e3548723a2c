import type pg from 'pg';

/**
 * The part of a table that a sample may read to stay within `sampleBytes` bytes, as N: a row of `tablesample system
 * (100 / N)` counts as N rows of the table. 1: the whole table.
 */
export async function sampleOf(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  sampleBytes: number,
): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce((select sum(pg_table_size(relid)) from pg_partition_tree($1)), pg_table_size($1))::float8 as bytes`,
    [table],
  );
  return Math.max(1, rows[0]!.bytes / sampleBytes);
}
