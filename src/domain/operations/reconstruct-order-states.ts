import { runInTransaction } from '../core/transaction.ts';
import { reconstructBatch } from '../orders/state-store.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * Gives older orders, recorded before reports were kept, their rows, a thousand per transaction, so that nobody waits
 * long. Any number of servers may do this at once: one server at a time works on a program. Programs of `except` are
 * left out. Returns how many orders it looked at.
 */
export async function reconstructOrderStates(
  deps: Pick<Deps, 'db'>,
  except: readonly number[] = [],
): Promise<number> {
  for (let seen = 0; ; ) {
    const batch = await runInTransaction(deps, undefined, (tx) => reconstructBatch(tx, except));
    if (batch === undefined) return seen;
    seen += batch;
  }
}
