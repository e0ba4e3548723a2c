import type { CoreDeps } from '../core/deps.ts';
import { keepFailure, oneByOne, throwAll } from '../core/one-by-one.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { addAllChanges } from '../reports/change-figures.ts';
import { addTierCohorts, deleteFormerTierCohorts } from '../reports/cohort-store.ts';
import { addFigures } from '../reports/figure-store.ts';
import { type Horizons, readHorizons } from '../reports/horizons.ts';
import {
  listUncounted,
  lockState,
  noteCounted,
  noteZones,
  type ReportState,
  updateState,
} from '../reports/state-store.ts';

/** Transactions per batch: a second's work at most. */
const BATCH_SIZE = 5_000;

/**
 * Counts the transactions and changes of members, sales and referrals of every program that are not in the figures of
 * its reports yet. Programs take turns, one batch each, so a program with much to count does not delay the others. Each
 * turn looks again for programs with something to count. Several processes may do this at once: a batch and the id up
 * to which it is counted are written in one transaction. It ends after a turn that leaves nothing. A program that fails
 * has no other turn, and its error is thrown at the end. A program that is being moved is counted in the schema that
 * gets it. `signal` ends it between two batches. `rest` is called before the next turn.
 */
export async function countFigures(
  deps: Pick<CoreDeps, 'db'>,
  signal?: AbortSignal,
  rest?: () => Promise<unknown>,
): Promise<void> {
  const failed = new Map<number, unknown>();
  for (;;) {
    let isComplete = true;
    const uncounted = await listUncounted(deps.db);
    await oneByOne(
      uncounted.filter((id) => !failed.has(id)),
      async (programId) => {
        if (signal?.aborted) return;
        await keepFailure(failed, programId, async () => {
          if (!(await countBatch(deps, programId))) isComplete = false;
        });
      },
    );
    if (isComplete || signal?.aborted) break;
    await rest?.();
  }
  throwAll([...failed.values()]);
}

/** Counts the next batch of a program. Returns true if all is counted, or if another process counts. */
async function countBatch(deps: Pick<CoreDeps, 'db'>, programId: number): Promise<boolean> {
  // This is read before the statements that read transactions and changes: none below it can appear any more.
  const settled = await readHorizons(deps);
  return runInTransaction(deps, undefined, async (tx) => {
    const state = await lockState(tx, programId, { wait: false });
    if (!state) return true;
    const { complete, caught_up } = await countNextIn(tx, state, settled);
    return complete && caught_up;
  });
}

/**
 * Counts the next batch of a program whose state is locked. `to`, `sales_to`: the ids up to which everything is
 * counted. Sums of cohorts by tier may be behind after an upgrade. They catch up here, and nothing else waits for them.
 */
export async function countNextIn(
  tx: Tx,
  state: ReportState,
  settled: Horizons,
): Promise<{ to: number; sales_to: number; complete: boolean; caught_up: boolean }> {
  const { program_id, generation } = state;
  const tier_cohorts_to = (await deleteFormerTierCohorts(tx, state)) ? 0 : state.tier_cohorts_to;
  await noteZones(tx, state);
  const range = { program_id, above: state.counted_to, up_to: settled.transactions };
  const byTier = tier_cohorts_to >= state.counted_to;
  const counted = await addFigures(tx, range, generation, { limit: BATCH_SIZE, byTier });
  const behind = { program_id, above: tier_cohorts_to, up_to: counted.to };
  const byTierTo = byTier ? counted.to : await addTierCohorts(tx, behind, generation, BATCH_SIZE);
  const batch = { generation, limit: BATCH_SIZE };
  const changes = await addAllChanges(tx, state, settled, 'counted', batch);
  await noteCounted(tx, state, counted);
  await updateState(tx, program_id, { ...changes.to, tier_cohorts_to: byTierTo });
  return {
    to: counted.to,
    sales_to: changes.to.sales_to,
    complete: counted.complete && changes.complete,
    caught_up: byTierTo >= counted.to,
  };
}
