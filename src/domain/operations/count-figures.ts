import type { CoreDeps } from '../core/deps.ts';
import { runInTransaction } from '../core/transaction.ts';
import { addFigures } from '../reports/figure-store.ts';
import { listUncounted, lockState, noteCounted, noteZones } from '../reports/state-store.ts';
import { transactionHorizon } from '../reports/transaction-horizon.ts';

/** Transactions a batch: a second's work at most. */
const BATCH_SIZE = 5_000;

/**
 * Counts the transactions of every program that are not in the figures of its reports yet. Several processes may do so
 * at once: a batch and the id up to which it is counted are written in one transaction. `signal` ends it between two
 * batches.
 */
export async function countFigures(deps: Pick<CoreDeps, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const programId of await listUncounted(deps.db)) {
    let complete = false;
    while (!complete && !signal?.aborted) complete = await countBatch(deps, programId);
  }
}

/** Counts the next transactions of a program. Returns whether all are counted, or another process counts them. */
async function countBatch(deps: Pick<CoreDeps, 'db'>, programId: number): Promise<boolean> {
  // Read before the statement that reads transactions: below it none can appear any more.
  const settled = await transactionHorizon(deps);
  return runInTransaction(deps, undefined, async (tx) => {
    const state = await lockState(tx, programId, { wait: false });
    if (!state) return true;
    await noteZones(tx, state);
    const range = { program_id: programId, above: state.counted_to, up_to: settled };
    const counted = await addFigures(tx, range, state.generation, BATCH_SIZE);
    await noteCounted(tx, state, counted);
    return counted.complete;
  });
}
