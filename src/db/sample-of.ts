import type pg from 'pg';

/**
 * How much of a table is to be read so that no more than `sampleBytes` bytes are: a row of `tablesample system (100 / N)`
 * stands for N rows of the table. 1: all of it.
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
