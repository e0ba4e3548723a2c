import { isMoving } from '../core/database-errors.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { listProgramsWithDue } from '../due/store.ts';
import { approveNext, type DueCustomer, listDueCustomers } from '../ledger/approve-batch.ts';
import { earnsInOneStatement, type Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { processDueUnlessHeld } from './process-due.ts';

/** Customers that a program is given one by one before it is another program's turn. */
const CUSTOMERS_A_TURN = 50;

/** The way of one sweep through a program. */
interface Pass {
  program: Program;
  /** The common case, many approvals at once, is done. */
  approved: boolean;
  /** Everything is done that could be done. */
  ended: boolean;
  /** The next customers are those after this one. */
  after: DueCustomer | undefined;
}

/**
 * Processes everything that is due in every program. Programs take turns, so a program with much to do does not hold up
 * the others, nor those in which something falls due meanwhile. Several servers may sweep at once: each thing happens
 * once, since each customer is processed under its lock and a thing that is done is no longer due. It waits for nobody:
 * a customer that another transaction holds is left for the next time. `signal` ends it early, between two batches.
 * Throws DomainError('unavailable') if the database is away.
 */
export async function sweepOnce(deps: Deps, signal?: AbortSignal): Promise<void> {
  const passes = new Map<number, Pass>();
  for (;;) {
    for (const stamp of await listProgramsWithDue(deps.db, deps.clock.real())) {
      const { program_id } = stamp;
      if (passes.has(program_id)) continue;
      await orLog(deps, { program_id }, async () => {
        const program = await deps.programs.get(stamp);
        const approved = !earnsInOneStatement(program);
        passes.set(program_id, { program, approved, ended: false, after: undefined });
      });
    }
    const unfinished = [...passes.values()].filter(({ ended }) => !ended);
    if (unfinished.length === 0) return;
    for (const pass of unfinished) {
      if (signal?.aborted) return;
      await (pass.approved ? processNext(deps, pass, signal) : approveNextOf(deps, pass));
    }
  }
}

/**
 * Approves the points of the next customers, all in one transaction. A batch that fails is left to be processed
 * customer by customer.
 */
async function approveNextOf(deps: Deps, pass: Pass): Promise<void> {
  const { program, after } = pass;
  const now = deps.clock.now(program);
  let last: DueCustomer | undefined;
  await orLog(deps, { program_id: program.id }, async () => {
    ({ last } = await runInTransaction(deps, undefined, (tx) => approveNext(tx, program.id, now, after)));
  });
  pass.after = last;
  pass.approved = last === undefined;
}

/** Lapses, birthdays, expiries and tier reviews of the next customers, one customer at a time, longest due first. */
async function processNext(deps: Deps, pass: Pass, signal?: AbortSignal): Promise<void> {
  const { program } = pass;
  const now = deps.clock.now(program);
  const due = await listDueCustomers(deps.db, program.id, now, { after: pass.after, most: CUSTOMERS_A_TURN });
  for (const { id } of due) {
    if (signal?.aborted) return;
    await orLog(deps, { program_id: program.id, customer_id: id }, () =>
      processDueUnlessHeld(deps, program, id),
    );
  }
  pass.after = due.at(-1);
  pass.ended = due.length < CUSTOMERS_A_TURN;
}

/**
 * A customer that cannot be processed must not hold up all others, nor a program that is being moved. A database that is
 * away ends the sweep.
 */
async function orLog(deps: Deps, whose: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isMoving(error)) return;
    if (error instanceof DomainError && error.code === 'unavailable') throw error;
    deps.logger.error({ err: error, ...whose }, 'what is due could not be processed');
  }
}
