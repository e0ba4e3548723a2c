import type { CoreDeps } from '../core/deps.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { addAllChanges, asRebuilt } from '../reports/change-figures.ts';
import { addFigures, deleteFiguresExcept } from '../reports/figure-store.ts';
import { readHorizons } from '../reports/horizons.ts';
import { lockState, noteCounted, noteZones, updateState } from '../reports/state-store.ts';

const BATCH_SIZE = 5_000;

const NOTHING_REBUILT = {
  rebuilt_to: 0,
  ...asRebuilt({ members_to: 0, sales_to: 0, referrals_to: 0 }),
};

interface RebuildOptions {
  /** Called with the transaction up to which the new figures are counted, and the one up to which they will be. */
  onProgress?: (done: number, of: number) => void;
}

/**
 * Counts a program's figures from its first transaction, beside the present ones, which serve reports meanwhile. Then
 * the new figures replace the present ones. Returns the id up to which they are counted. If a rebuild was interrupted,
 * reports do not see it, and the next one begins again. Throws unavailable if another rebuild of the program began
 * meanwhile.
 */
export async function rebuildFigures(
  deps: Pick<CoreDeps, 'db'>,
  programId: number,
  { onProgress }: RebuildOptions = {},
): Promise<{ counted_to: number }> {
  const generation = await begin(deps, programId);
  let last_at: number | null = null;
  for (;;) {
    const settled = await readHorizons(deps);
    const { counted, of, complete } = await runInTransaction(deps, undefined, async (tx) => {
      const state = (await lockState(tx, programId, { wait: true }))!;
      if (state.rebuilding !== generation)
        throw new DomainError('unavailable', 'Another rebuild of the figures began meanwhile.');
      await noteZones(tx, state);
      const up_to = Math.max(state.counted_to, settled.transactions);
      const range = { program_id: programId, above: state.rebuilt_to, up_to };
      const counted = await addFigures(tx, range, generation, { limit: BATCH_SIZE, byTier: true });
      const batch = { generation, limit: BATCH_SIZE };
      const changes = await addAllChanges(tx, state, settled, 'rebuilt', batch);
      const complete = counted.complete && changes.complete;
      if (complete) {
        await noteCounted(tx, state, { ...counted, at: counted.at ?? last_at });
        await updateState(tx, programId, {
          ...NOTHING_REBUILT,
          ...changes.to,
          ...{ rebuilding: null, generation, tier_cohorts_to: counted.to },
        });
        await deleteFiguresExcept(tx, programId, generation);
      } else await updateState(tx, programId, { rebuilt_to: counted.to, ...asRebuilt(changes.to) });
      return { counted, of: up_to, complete };
    });
    onProgress?.(counted.to, of);
    if (complete) return { counted_to: counted.to };
    last_at = counted.at ?? last_at;
  }
}

async function begin(deps: Pick<CoreDeps, 'db'>, programId: number): Promise<number> {
  return runInTransaction(deps, undefined, async (tx) => {
    const state = (await lockState(tx, programId, { wait: true }))!;
    await deleteFiguresExcept(tx, programId, state.generation);
    const generation = Math.max(state.generation, state.rebuilding ?? 0) + 1;
    await updateState(tx, programId, { ...NOTHING_REBUILT, rebuilding: generation });
    return generation;
  });
}
