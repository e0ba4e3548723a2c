import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { LAST_MS } from '../core/calendar.ts';
import { DomainError, Unavailable } from '../core/errors.ts';
import { oneByOne } from '../core/one-by-one.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import {
  findFirstDue,
  listTurningClocks,
  lockClock,
  type ProgramClock,
  updateClock,
} from '../due/clock-store.ts';
import { processDueIn } from '../due/process-due-in.ts';
import { lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import { holdVersion } from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';

type AdvanceDeps = Pick<Deps, 'db' | 'clock' | 'programs' | 'random' | 'secret'>;

interface AdvanceInput {
  program: Program;
  advance_ms: number;
  by: Actor;
  onProgress?: (now: number) => void;
  signal?: AbortSignal;
}

interface AdvancedClock {
  /** The time of the program's clock after the advance, in ms. */
  now: number;
}

/**
 * Advances a test program's clock by `advance_ms` and processes everything that falls due in between, of all customers,
 * in order of due time, each at its own moment. The target is committed first; the sweep finishes an advance that was
 * interrupted. `signal` stops the processing, throws unavailable, and leaves the rest to the sweep. Throws
 * not_a_test_program; invalid_request if the target is beyond the year 9999.
 */
export async function advanceClock(
  deps: AdvanceDeps,
  input: AdvanceInput,
  hooks?: Hooks<AdvancedClock>,
): Promise<AdvancedClock> {
  const { program, advance_ms } = input;
  const advanced = await runInTransaction(deps, hooks, async (tx) => {
    const clock = await lockClock(tx, program.id);
    if (!clock.test) {
      throw new DomainError(
        'not_a_test_program',
        "The clock of a live program is everybody's and cannot be turned.",
      );
    }
    const target = clock.clock_target_ms + advance_ms;
    const now = deps.clock.now({ clock_offset_ms: target });
    if (now > LAST_MS) {
      throw new DomainError('invalid_request', 'The request is not valid.', {
        details: { by: 'would turn the clock beyond the year 9999' },
      });
    }
    await updateClock(tx, program.id, { clock_target_ms: target });
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: input.by,
      action: 'clock.advanced',
      subject: { kind: 'program', id: program.id },
      details: { seconds: advance_ms / 1000 },
    });
    return { now };
  });
  await playAdvance(deps, program.id, input);
  return advanced;
}

/**
 * Resolves once everything that a committed advance makes due has been processed, by any process. Throws Unavailable if
 * this stops earlier; the rest is processed later.
 */
export async function playAdvance(
  deps: AdvanceDeps,
  programId: number,
  options: Pick<AdvanceInput, 'onProgress' | 'signal'>,
): Promise<void> {
  const message = 'The clock is being turned: what falls due on the way is played after this answer.';
  const played = await playClock(deps, programId, options).catch((error: unknown) => {
    throw error instanceof Unavailable ? new Unavailable('done', message, { cause: error }) : error;
  });
  if (!played) throw new Unavailable('done', message, { retry_after_seconds: 5 });
}

/**
 * Continues advances that were interrupted, except those of a program that is being moved. If one fails, the others go
 * on, and its error is thrown at the end.
 */
export async function finishAdvances(deps: AdvanceDeps, signal?: AbortSignal): Promise<void> {
  await oneByOne(await listTurningClocks(deps.db), (programId) =>
    playClock(deps, programId, signal ? { signal } : {}),
  );
}

/**
 * Does each step in its own transaction, which locks the program's clock, so several processes may work on one program.
 * Returns whether the clock has reached its target.
 */
async function playClock(
  deps: AdvanceDeps,
  programId: number,
  { onProgress, signal }: { onProgress?: (now: number) => void; signal?: AbortSignal },
): Promise<boolean> {
  let reached: number | undefined;
  do {
    // This is read before the transaction: a transaction that waits for the clock must not need a second connection.
    const program = (await deps.programs.some([programId]))[0]!;
    reached = await runInTransaction(deps, undefined, async (tx) => {
      const clock = await lockClock(tx, programId);
      if (clock.clock_offset_ms >= clock.clock_target_ms) return undefined;
      return playStep(tx, deps, program, clock);
    });
    if (reached !== undefined) onProgress?.(reached);
  } while (reached !== undefined && !signal?.aborted);
  return reached === undefined;
}

/** Advances the clock to the next moment at which something falls due, and processes it. Returns that moment. */
async function playStep(
  tx: Tx,
  deps: AdvanceDeps,
  program: Program,
  { clock_offset_ms, clock_target_ms }: ProgramClock,
): Promise<number> {
  const real = deps.clock.now({ clock_offset_ms: 0 });
  const until = real + clock_target_ms;
  const first = await findFirstDue(tx, program.id, until);
  if (!first) {
    await updateClock(tx, program.id, { clock_offset_ms: clock_target_ms });
    return until;
  }
  const moment = Math.max(first.next_due_at, real + clock_offset_ms);
  await updateClock(tx, program.id, { clock_offset_ms: moment - real });
  const processed = await processDueIn(tx, deps, program, await lockOwner(tx, program.id, first.id), moment);
  const remains = processed.next_due_at !== null && processed.next_due_at <= moment;
  // If the program was applied again since it was read, the next step does the rest.
  if (remains && (await holdVersion(tx, program))) {
    throw new Error(`customer ${first.id} of program ${program.id} remains due at ${processed.next_due_at}`);
  }
  return moment;
}
