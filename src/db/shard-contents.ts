import type pg from 'pg';
import { sampleOf } from './sample-of.ts';

export interface ShardSize {
  programs: number;
  /** The number of these programs that have no customers yet. */
  new_programs: number;
  /** Estimated where there are many. */
  customers: number;
}

/** A sample reads so much of a table at most, a moment's work: some ten thousand customers. Fewer are counted. */
const SAMPLE_BYTES = 8 * 1024 * 1024;

/**
 * How much is in the schema of this connection. Where `customers` has more than `sampleBytes` bytes, their number is estimated
 * from a sample of that size: whoever places a program asks all schemas.
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

/** Whether there is a program of that key in the schema of this connection. */
export async function hasProgram(client: Pick<pg.ClientBase, 'query'>, key: string): Promise<boolean> {
  const { rows } = await client.query('select from programs where key = $1', [key]);
  return rows.length > 0;
}
