import type pg from 'pg';
import { sampleOf } from './sample-of.ts';

/** The size of a program, estimated from a sample of its schema. */
export interface ProgramSize {
  key: string;
  /** The number of customers and transactions together. */
  rows: number;
  /** The number of transactions of the last seven days. */
  writes: number;
}

/** The most bytes of a table that a sample reads: a minute of a slow disk. Smaller tables are counted completely. */
const SAMPLE_BYTES = 256 * 1024 * 1024;

/**
 * The sizes of all programs in the schema of this connection, in the order of their keys. A table of more than
 * `sampleBytes` bytes is estimated from a sample of that size.
 */
export async function readProgramSizes(
  client: Pick<pg.ClientBase, 'query'>,
  sampleBytes = SAMPLE_BYTES,
): Promise<ProgramSize[]> {
  const customers = await sampleOf(client, 'customers', sampleBytes);
  const transactions = await sampleOf(client, 'transactions', sampleBytes);
  const { rows } = await client.query<ProgramSize>(
    `select p.key, round(coalesce(c.count, 0) * $1::float8 + coalesce(t.count, 0) * $2::float8)::float8 as rows,
            round(coalesce(t.latest, 0) * $2::float8)::float8 as writes
       from programs p
         left join (select program_id, count(*) from customers tablesample system (${100 / customers}) group by 1) c
           on c.program_id = p.id
         left join (select program_id, count(*), count(*) filter (where created_at > now() - interval '7 days') as latest
             from transactions tablesample system (${100 / transactions}) group by 1) t
           on t.program_id = p.id
       order by p.key`,
    [customers, transactions],
  );
  return rows;
}
