import { isAway, isMoving } from '../core/database-errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { listProgramsWithDue } from '../due/store.ts';
import { approveNext, type DueCustomer, listDueCustomers } from '../ledger/approve-batch.ts';
import { earnsInOneStatement, type Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { processDueUnlessHeld } from './process-due.ts';

/** The customers of a program that are processed one by one before another program has its turn. */
const CUSTOMERS_A_TURN = 50;

/** The progress of one sweep through a program. */
interface Pass {
  program: Program;
  /** The batches of approvals, which are the common case, are done. */
  approved: boolean;
  /** Everything is done that could be done. */
  ended: boolean;
  /** The next customers are those after this one. */
  after: DueCustomer | undefined;
}

/** A batch whose rows are all written, and whose commit is under way. It rejects if the database is away. */
interface Commits {
  under_way: Promise<void>;
}

/**
 * Processes everything that is due in every program. Programs take turns, so a program with much to do does not delay
 * the others, nor programs in which something falls due meanwhile. Several servers may sweep at once: each customer is
 * processed under its lock, and work that is done is no longer due, so it happens once. A sweep waits for nobody: it
 * leaves a customer that another transaction holds for the next time. `signal` ends it early, between two batches.
 * Throws DomainError('unavailable') if the database is away.
 */
export async function sweepOnce(deps: Deps, signal?: AbortSignal): Promise<void> {
  const commits: Commits = { under_way: Promise.resolve() };
  try {
    await sweepWith(deps, commits, signal);
  } finally {
    await commits.under_way;
  }
}

async function sweepWith(deps: Deps, commits: Commits, signal?: AbortSignal): Promise<void> {
  const passes = new Map<number, Pass>();
  for (;;) {
    for (const stamp of await listProgramsWithDue(deps.db, deps.clock.real())) {
      const { program_id } = stamp;
      const pass = passes.get(program_id);
      if (pass?.ended) continue;
      await orLog(deps, { program_id }, async () => {
        const program = await deps.programs.get(stamp);
        passes.set(program_id, passUnder(program, pass));
      });
    }
    const unfinished = [...passes.values()].filter(({ ended }) => !ended);
    if (unfinished.length === 0) return;
    for (const pass of unfinished) {
      if (signal?.aborted) return;
      await (pass.approved ? processNext(deps, pass, signal) : approveNextOf(deps, pass, commits));
    }
  }
}

/**
 * A pass goes on under the present version of the program: many customers take minutes, and another version may be
 * applied meanwhile. If that version has tiers by points, the customers are processed one by one from then on.
 */
function passUnder(program: Program, pass: Pass | undefined): Pass {
  if (pass?.approved) return { ...pass, program };
  const approved = !earnsInOneStatement(program);
  return { program, approved, ended: false, after: approved ? undefined : pass?.after };
}

/**
 * Approves the points of the next customers, all in one transaction. If a batch fails, its customers are processed one
 * by one. While the commit of a batch waits for the disk, the next batch is written, with other customers. It resolves
 * when the former commit has ended, so at most two transactions are open.
 */
async function approveNextOf(deps: Deps, pass: Pass, commits: Commits): Promise<void> {
  const { program, after } = pass;
  const now = deps.clock.now(program);
  const before = commits.under_way;
  let last: DueCustomer | undefined;
  await new Promise<void>((resolve) => {
    const committed = orLog(deps, { program_id: program.id }, () =>
      runInTransaction(deps, undefined, async (tx) => {
        ({ last } = await approveNext(tx, program, now, after));
        resolve();
      }),
    ).finally(resolve);
    // Awaited with the next batch, or at the end of the sweep.
    committed.catch(() => {});
    commits.under_way = committed;
  });
  await before;
  pass.after = last;
  pass.approved = last === undefined;
  // Without this, customers of a batch that is not committed yet would count as held.
  if (pass.approved) await commits.under_way;
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
 * A customer that cannot be processed must not delay the others; neither must a program that is being moved. If the
 * database is away, the sweep ends.
 */
async function orLog(deps: Deps, whose: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isMoving(error)) return;
    if (isAway(error)) throw error;
    deps.logger.error({ err: error, ...whose }, 'what is due could not be processed');
  }
}
