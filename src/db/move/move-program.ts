import type { Transaction } from 'kysely';
import type pg from 'pg';
import { CopyError } from '../copy/copy-error.ts';
import { withCopySession } from '../copy/copy-session.ts';
import type { DB } from '../tables.ts';
import { withinTransaction } from '../within-transaction.ts';
import { advanceTarget, settleTarget } from './advance-target.ts';
import { type Ends, type MoveEnds, withBothEnds } from './both-ends.ts';
import { carryAll, carryChanges, type Way } from './carry-rows.ts';
import { dropProgram } from './drop-program.ts';
import { fenceOff, forgetReturned } from './fence.ts';
import { beginOperators, type KnownRoles, settleRoles } from './operators-there.ts';
import { listProgramTables, type ProgramTable } from './program-table.ts';
import { findArrived, type MovingProgram, requireNoTrace } from './requirements.ts';
import {
  PATIENT,
  readMove,
  requireStopped,
  setStage,
  stopProgram,
  unwatchProgram,
  watchProgram,
} from './watch.ts';

type Tx = Transaction<DB>;

/** The steps of a move, in their order. If a process is killed after any of them, the next run continues. */
export type MoveStep =
  | 'watched'
  | 'copied'
  | 'caught_up'
  | 'stopped'
  | 'proven'
  | 'arrived'
  | 'told'
  | 'dropped';

export interface MoveOptions extends MoveEnds {
  /** Whether operators whom the target knew by their email keep their roles: whoever moves the program vouches for them. */
  keepRoles: boolean;
  /** If it throws, the move ends, unless the program is at the target already. */
  onProgress: (done: number, of: number) => void;
  /** Called after each step. If it throws, the move ends as above. */
  onStep?: (step: MoveStep) => Promise<void> | void;
  /** Check the copy before it is committed. If one throws, the move is undone. */
  prove: (copy: Tx, source: Tx, programId: number) => Promise<void>;
  proveCustomers: (copy: Tx, source: Tx, programId: number, ids: readonly number[]) => Promise<void>;
  /** Tells servers where the program is from now on. It may be called again. */
  tell: (program: MovingProgram) => Promise<void>;
  /** Resolves when all servers know the new place. */
  untilServersKnow: () => Promise<void>;
}

export interface Moved extends KnownRoles {
  program_id: number;
  /** The number of rows by table in the first copy; null: an earlier run copied them. */
  rows: Record<string, number> | null;
  /** The number of rows that were written meanwhile and carried afterwards. */
  changed: number;
  /** How long the program accepted no writes, in ms; null: an earlier run stopped it. */
  paused_ms: number | null;
  /** The number of operators whose addresses the target did not know. */
  operators_made: number;
}

/**
 * Moves a program from one schema to another, in the same or another database, while servers write to it. All its rows
 * come to the target in one transaction. The commit of this transaction is the moment of the move: before it the target
 * has none of the rows, and after it the source accepts no writes of the program. Only while the last rows are carried,
 * the program accepts no writes anywhere. If a move is killed, the next run completes it if the program had arrived,
 * and otherwise begins again. Throws CopyError if the program cannot be moved, or the copy is not right: nothing is
 * changed then.
 */
export function moveProgram(options: MoveOptions): Promise<Moved> {
  return withBothEnds(options, async (ends) => {
    const { target, state, program } = ends;
    if (await findArrived(target, program)) {
      if (!state) throw new CopyError(`The target has the program ${options.key} already.`);
      await requireStopped(ends.source, state);
      await target.query('rollback');
      await finish(options, ends);
      return {
        program_id: program.id,
        rows: null,
        changed: 0,
        paused_ms: null,
        operators_made: 0,
        roles_withheld: null,
        roles_kept: null,
      };
    }
    if (state?.stage === 'moved')
      throw new CopyError(
        'The program had arrived at the target, and is not there any more. The source has it as it was: restore the target, or undo the move with --undo.',
      );
    const moved = await bring(options, ends);
    await finish(options, ends);
    return moved;
  });
}

/**
 * Gives up a move that was begun and not completed: the program stays and accepts writes again. Returns false if no
 * move was begun. Throws CopyError if the program has arrived at the target.
 */
export function undoMove(options: MoveEnds): Promise<boolean> {
  return withBothEnds(options, async ({ source, target, state, program }) => {
    if (!state) return false;
    if (await findArrived(target, program))
      throw new CopyError('The program is at the target: run the move again, and it is finished.');
    await letStay(source);
    return true;
  });
}

/** Brings the program to the target. If that fails, the program stays and accepts writes. */
async function bring(options: MoveOptions, ends: Ends): Promise<Moved> {
  const { source, target } = ends;
  let committing = false;
  try {
    return await carry(options, ends, () => {
      committing = true;
    });
  } catch (error) {
    if (committing)
      throw new CopyError(
        `The target was lost while it took the program over: ${(error as Error).message}. The program takes no writes until the same command has been run again.`,
      );
    await source.query('rollback').catch(() => {});
    await target.query('rollback').catch(() => {});
    await letStay(source).catch((failure: Error) => {
      throw new CopyError(
        `${(error as Error).message}. The move could not be undone (${failure.message}): run the same command again, or the same with --undo.`,
      );
    });
    throw error;
  }
}

async function letStay(source: pg.Client): Promise<void> {
  if (await readMove(source)) await setStage(source, 'copying');
  await unwatchProgram(source);
}

/** A pass with at most this many rows ends soon enough to be done while writes are stopped. */
const FEW_ROWS = 500;
const MOST_PASSES = 20;

/** How often the stop of the program may fail because a transaction takes too long. */
const MOST_STOPS = 10;

async function carry(options: MoveOptions, ends: Ends, onCommit: () => void): Promise<Moved> {
  const { onStep = () => {} } = options;
  const { source, target, program, tables } = ends;
  const way: Way = { source, target, programId: program.id, tables };
  await requireNoTrace(target, program, tables);
  await withCopySession(options.target.ownerUrl, (client) =>
    advanceTarget(source, client, tables, { ahead: true }),
  );
  const move = { program_id: program.id, program_key: program.key, target: options.target.name };
  await watchProgram(source, move, tables);
  await onStep('watched');
  await beginOperators(source);
  // Triggers are off for these rows: the triggers ran when the rows were first written.
  await target.query('set local session_replication_role = replica');
  const first = await atOneMoment(source, async () => {
    const carried = await carryAll(way, options.onProgress);
    await target.query(`analyze ${tables.map(({ name }) => target.escapeIdentifier(name)).join(', ')}`);
    await both(ends, (copy, original) => options.prove(copy, original, program.id));
    return carried;
  });
  await onStep('copied');
  const total = { changed: 0, operators_made: first.operators_made };
  const pass = async () => {
    const carried = await atOneMoment(source, () => carryChanges(way));
    const rows = Object.values(carried.rows).reduce((sum, count) => sum + count, 0);
    total.changed += rows;
    total.operators_made += carried.operators_made;
    return { rows, customer_ids: carried.customer_ids };
  };
  const proven = async (ids: readonly number[]) =>
    both(ends, (copy, original) => options.proveCustomers(copy, original, program.id, ids));
  const catchUp = async () => {
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const { rows, customer_ids } = await pass();
      await proven(customer_ids);
      if (rows <= FEW_ROWS) return;
    }
  };
  await catchUp();
  await onStep('caught_up');
  let stoppedAt = performance.now();
  for (let stops = 1; !(await stopProgram(source)); stops += 1) {
    if (stops === MOST_STOPS)
      throw new CopyError('Transactions of the program take too long: it cannot be stopped for a moment.');
    await catchUp();
    stoppedAt = performance.now();
  }
  await onStep('stopped');
  await proven((await pass()).customer_ids);
  const roles = await settleRoles(source, target, program.id, options.keepRoles);
  await withCopySession(options.target.ownerUrl, async (client) => {
    await advanceTarget(source, client, tables, { ahead: false });
    await settleTarget(source, client);
  });
  await requireSameTables(source, tables);
  await onStep('proven');
  onCommit();
  await target.query('commit');
  const paused_ms = performance.now() - stoppedAt;
  await setStage(source, 'moved');
  return { program_id: program.id, rows: first.rows, paused_ms, ...roles, ...total };
}

/** A migration may have made tables since, whose rows were not noted. */
async function requireSameTables(source: pg.Client, tables: readonly ProgramTable[]): Promise<void> {
  if (JSON.stringify(await listProgramTables(source)) !== JSON.stringify(tables))
    throw new CopyError('The tables of the source were migrated meanwhile. Run the same command again.');
}

async function atOneMoment<T>(source: pg.Client, work: () => Promise<T>): Promise<T> {
  await source.query('begin isolation level repeatable read');
  const result = await work();
  await source.query('commit');
  return result;
}

function both<T>({ source, target }: Ends, work: (copy: Tx, original: Tx) => Promise<T>): Promise<T> {
  return withinTransaction(target, (copy) => withinTransaction(source, (original) => work(copy, original)));
}

/** Called when the program is at the target: tells the servers, and deletes the program at the source. */
async function finish(
  { onStep = () => {}, tell, untilServersKnow }: MoveOptions,
  { source, target, program, tables }: Ends,
) {
  await setStage(source, 'moved');
  await onStep('arrived');
  // Sites may have been added since the move began.
  await tell((await findArrived(target, program))!);
  await onStep('told');
  await untilServersKnow();
  await fenceOff(source, program.id, tables);
  await dropProgram(source, program.id, tables);
  await onStep('dropped');
  await forgetReturned(target, tables);
  await unwatchProgram(source, PATIENT);
}
