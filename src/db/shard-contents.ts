import type pg from 'pg';
import { sampleOf } from './sample-of.ts';

export interface ShardSize {
  programs: number;
  /** The number of programs that have no customers yet. */
  new_programs: number;
  /** The number of customers; an estimate if there are many. */
  customers: number;
}

/**
 * The most bytes of a table that a sample reads in a moment: some ten thousand customers. A smaller table is counted.
 */
const SAMPLE_BYTES = 8 * 1024 * 1024;

/**
 * The size of the schema of this connection. If `customers` has more than `sampleBytes` bytes, the number of customers
 * is estimated from a sample of that size: the process that places a program asks all schemas.
 */
export async function readShardSize(
  client: Pick<pg.ClientBase, 'query'>,
  sampleBytes = SAMPLE_BYTES,
): Promise<ShardSize> {
  const customers = await sampleOf(client, 'customers', sampleBytes);
  // `limit 1` makes Postgres look for one customer of each program. A join might read all of them.
  const { rows } = await client.query<ShardSize>(
    `select (select count(*)::int from programs) as programs,
            (select count(*)::int from programs p
               where (select c.id from customers c where c.program_id = p.id limit 1) is null) as new_programs,
            (select round(count(*) * $1::float8) from customers tablesample system (${100 / customers})) as customers`,
    [customers],
  );
  return rows[0]!;
}

/** Whether a program with that key is in the schema of this connection. */
export async function hasProgram(client: Pick<pg.ClientBase, 'query'>, key: string): Promise<boolean> {
  const { rows } = await client.query('select from programs where key = $1', [key]);
  return rows.length > 0;
}
