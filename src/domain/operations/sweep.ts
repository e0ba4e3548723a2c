import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import {
  approveDue,
  BATCH_SIZE,
  type DueCustomer,
  listDueCustomers,
  lockDueForApproval,
} from '../ledger/approve-batch.ts';
import { earnsInOneStatement, type Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { finishAdvances } from './advance-clock.ts';
import { resumeFollowUps } from './follow-up.ts';
import { processDueUnlessHeld } from './process-due.ts';

/**
 * Processes everything that is due in every program. Several servers may sweep at once: each thing happens once, since
 * each customer is processed under its lock and a thing that is done is no longer due. It waits for nobody: a customer
 * that another transaction holds is left for the next time. `signal` ends it early, between two batches. Throws
 * DomainError('unavailable') if the database is away.
 */
export async function sweepOnce(deps: Deps, signal?: AbortSignal): Promise<void> {
  await finishAdvances(deps, signal);
  await orLog(deps, { work: 'program changes' }, () => resumeFollowUps(deps, null, signal));
  for (const program of await deps.programs.all()) {
    if (earnsInOneStatement(program)) await approveInBatches(deps, program, signal);
    await processOthers(deps, program, signal);
  }
}

/**
 * The common case: many approvals at once, batch by batch. A batch that fails is left to be processed customer by
 * customer.
 */
async function approveInBatches(deps: Deps, program: Program, signal?: AbortSignal): Promise<void> {
  let after: DueCustomer | undefined;
  while (!signal?.aborted) {
    const now = deps.clock.now(program);
    let last: DueCustomer | undefined;
    await orLog(deps, { program_id: program.id }, async () => {
      last = await runInTransaction(deps, undefined, async (tx) => {
        const batch = await lockDueForApproval(tx, program.id, now, after);
        if (batch.ids.length > 0) await approveDue(tx, program.id, batch.ids, now);
        return batch.last;
      });
    });
    if (!last) return;
    after = last;
  }
}

/** Lapses, birthdays, expiries and tier reviews, one customer at a time, longest due first. */
async function processOthers(deps: Deps, program: Program, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now(program);
  let due: DueCustomer[] = [];
  do {
    due = await listDueCustomers(deps.db, program.id, now, due.at(-1));
    for (const { id } of due) {
      if (signal?.aborted) return;
      await orLog(deps, { program_id: program.id, customer_id: id }, () =>
        processDueUnlessHeld(deps, program, id),
      );
    }
  } while (due.length === BATCH_SIZE);
}

/** A customer that cannot be processed must not hold up all others. A database that is away ends the sweep. */
async function orLog(deps: Deps, whose: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unavailable') throw error;
    deps.logger.error({ err: error, ...whose }, 'what is due could not be processed');
  }
}
