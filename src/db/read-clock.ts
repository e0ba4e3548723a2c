import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

/**
 * The present moment by the clock of the database, in whole ms since the epoch. It also moves on within a transaction.
 */
export async function readClock(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}
