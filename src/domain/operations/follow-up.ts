import { exceptMoving, keepFailure, throwAll } from '../core/one-by-one.ts';
import { runInTransaction } from '../core/transaction.ts';
import { buildProgram } from '../programs/build-program.ts';
import type { Deps } from '../programs/deps.ts';
import {
  deleteFollowUp,
  type FollowUp,
  leaseFollowUp,
  listUnfinished,
  renewLease,
} from '../programs/follow-up-store.ts';
import { findProgramRows } from '../programs/store.ts';
import { bringUnderExpiryTerms } from './bring-under-expiry-terms.ts';
import { recountUsage } from './recount-usage.ts';
import { reviewMemberships } from './review-memberships.ts';
import { scheduleBirthdays } from './schedule-birthdays.ts';

type FollowUpDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * The lease of one step, after which another process may continue the work. Two at once do no harm: each step locks its
 * customers in batches and finds nothing left to do the second time.
 */
export const LEASE_MS = 60_000;

/** Brings customers under their program as it is now, then deletes the follow-up. */
export async function runFollowUp(deps: FollowUpDeps, followUp: FollowUp): Promise<void> {
  await bringUnderProgram(deps, followUp, () =>
    runInTransaction(deps, undefined, async (tx) =>
      renewLease(tx, followUp, (await deps.clock.shared(tx)) + LEASE_MS),
    ),
  );
  await runInTransaction(deps, undefined, (tx) => deleteFollowUp(tx, followUp));
}

/**
 * Brings customers under their program as it is now. Each step commits in batches and finds nothing to do the second
 * time. So to finish a run that was interrupted, all of it runs again.
 */
export async function bringUnderProgram(
  deps: FollowUpDeps,
  change: Pick<FollowUp, 'program_id' | 'recounted' | 'facts_may_give_more'>,
  betweenSteps: () => Promise<void> = async () => {},
): Promise<void> {
  const rows = await findProgramRows(deps.db, change.program_id);
  if (!rows) return;
  const program = buildProgram(rows.program, rows.entries);
  const steps = [
    () => recountUsage(deps, program, change.recounted),
    () => reviewMemberships(deps, program, change),
    () => scheduleBirthdays(deps, program),
    () => bringUnderExpiryTerms(deps, program),
  ];
  for (const [index, step] of steps.entries()) {
    if (index > 0) await betweenSteps();
    await step();
  }
}

/** Continues the follow-ups of a program on which no process works. */
export async function resumeFollowUps(deps: FollowUpDeps, programId: number): Promise<void> {
  for (;;) {
    const followUp = await lease(deps, { program_id: programId, except: [] });
    if (!followUp) return;
    await runFollowUp(deps, followUp);
  }
}

/**
 * Continues the follow-ups of all programs on which no process works. Those of a program that is being moved wait for
 * the schema that gets it. If one fails, the other programs go on, and its error is thrown at the end. `signal` ends it
 * between two follow-ups.
 */
export async function resumeAllFollowUps(deps: FollowUpDeps, signal?: AbortSignal): Promise<void> {
  const failed = new Map<number, unknown>();
  await exceptMoving(async (moving) => {
    while (!signal?.aborted) {
      const followUp = await lease(deps, { program_id: null, except: [...moving, ...failed.keys()] });
      if (!followUp) return;
      await keepFailure(failed, followUp.program_id, () => runFollowUp(deps, followUp));
    }
  });
  throwAll([...failed.values()]);
}

function lease(
  deps: FollowUpDeps,
  of: { program_id: number | null; except: readonly number[] },
): Promise<FollowUp | undefined> {
  return runInTransaction(deps, undefined, async (tx) => {
    const now = await deps.clock.shared(tx);
    return leaseFollowUp(tx, of, { now, leased_until: now + LEASE_MS });
  });
}

/** A change of a program that has not yet reached every customer. */
interface FollowUpWarning {
  kind: 'program_change_unfinished';
  /** The key in the program file. */
  program: string;
  version: number;
}

export async function listFollowUpWarnings(deps: Pick<Deps, 'db'>): Promise<FollowUpWarning[]> {
  const unfinished = await listUnfinished(deps.db);
  return unfinished.map((change) => ({ kind: 'program_change_unfinished', ...change }));
}
