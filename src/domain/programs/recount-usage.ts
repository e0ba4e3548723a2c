import type { Deps } from '../../deps.ts';
import { runInTransaction } from '../transaction.ts';
import { inBatches } from './in-batches.ts';
import { lockMiscounted, type RecountedUsage, recount } from './usage-store.ts';

const BATCH_SIZE = 1000;

/**
 * Counts uses anew after an interval or a time zone changed, in batches, each committed by itself. Decisions
 * do not wait for it, nor rely on it: they recount such a counter themselves (isOfOtherTerms of
 * ledger/usage.ts); this is for those who only look.
 */
export async function recountUsage(
  deps: Pick<Deps, 'db'>,
  programId: number,
  spans: readonly RecountedUsage[],
): Promise<void> {
  for (const span of spans) {
    await inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) => {
        const customers = await lockMiscounted(tx, programId, span, { after, limit: BATCH_SIZE });
        if (customers.length === 0) return undefined;
        await recount(tx, programId, span, customers);
        return Math.max(...customers);
      }),
    );
  }
}
