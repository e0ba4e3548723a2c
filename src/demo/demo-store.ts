import { type Kysely, sql } from 'kysely';
import { ownLockKey } from '../db/own-lock-key.ts';
import type { DB } from '../db/tables.ts';
import { isLockTimeout } from '../domain/core/database-errors.ts';
import { Unavailable } from '../domain/core/errors.ts';
import { runInTransaction } from '../domain/core/transaction.ts';
import type { CustomerRow } from '../domain/customers/customer-row.ts';
import type { Deps } from '../domain/programs/deps.ts';

/** The advisory lock space of the demo. The other half of the key is its program's id. */
const DEMO_LOCKS = 7_306;

/**
 * Runs `fn` while no other server runs this. A transaction and a connection stay open meanwhile, so `fn` must be short.
 * It waits for other servers as long as they take: on a busy machine that is longer than a statement may wait for a
 * lock.
 */
export async function whileHoldingDemo<R>(
  deps: Pick<Deps, 'db'>,
  programId: number,
  fn: () => Promise<R>,
): Promise<R> {
  for (;;) {
    let held = false;
    try {
      return await runInTransaction(deps, undefined, async (tx) => {
        const key = ownLockKey(sql<number>`${programId}::int`);
        await sql`select pg_advisory_xact_lock(${DEMO_LOCKS}, ${key})`.execute(tx);
        held = true;
        return fn();
      });
    } catch (error) {
      if (held || !(error instanceof Unavailable && isLockTimeout(error.cause))) throw error;
    }
  }
}

/** The customers that exist, by the ids that the store gave them. */
export async function findCustomers(
  db: Kysely<DB>,
  programId: number,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerRow>> {
  const rows = await db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where('merchant_key', 'in', merchantIds)
    .execute();
  return new Map(rows.map((row) => [row.merchant_key, row]));
}
