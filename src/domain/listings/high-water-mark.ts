import { sql } from 'kysely';
import type { Db } from './listed-customer.ts';

/** The highest id of a sequence below which no transaction is in flight any more. */
export async function highWaterMark(deps: Db, sequence: string, namespace: number): Promise<number> {
  const { rows } = await sql<{ settled: number }>`
    select settled_id(${sequence}, ${namespace}::int) as settled`.execute(deps.db);
  return rows[0]!.settled;
}
