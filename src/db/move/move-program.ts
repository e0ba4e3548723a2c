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
import { admitOperators, beginOperators } from './operators-there.ts';
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

/** The steps of a move, in their order. A process that is killed after any of them is taken over by the next run. */
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
  /** An error that it throws ends the move as long as the program is not at the target. */
  onProgress: (done: number, of: number) => void;
  /** Is told of each step once it is done. An error that it throws ends the move as above. */
  onStep?: (step: MoveStep) => Promise<void> | void;
  /** Judge the copy before it is committed. An error that they throw undoes the move. */
  prove: (copy: Tx, source: Tx, programId: number) => Promise<void>;
  proveCustomers: (copy: Tx, source: Tx, programId: number, ids: readonly number[]) => Promise<void>;
  /** Tells servers where the program is from now on. May be called again. */
  tell: (program: MovingProgram) => Promise<void>;
  /** Resolves once all servers know. */
  untilTold: () => Promise<void>;
}

export interface Moved {
  program_id: number;
  /** By table, as the first copy found them; null: an earlier run copied them. */
  rows: Record<string, number> | null;
  /** Rows that were written meanwhile, and carried afterwards. */
  changed: number;
  /** How long the program took no writes, in ms; null: an earlier run stopped it. */
  paused_ms: number | null;
  /** Operators that the target did not know by their addresses. */
  operators_made: number;
  /** The addresses of operators with a role in the program whom the target knew before; null: an earlier run found them. */
  operators_known: string[] | null;
}

/**
 * Moves a program from one schema to another, of the same database or another one, while it is written to. All its rows
 * come to the target in one transaction, whose commit is the moment at which the program changes its place: before it the
 * target has none of them, and after it the source takes no writes of the program. Only for the last rows it takes no
 * writes anywhere. A move that is killed is finished by the next run if the program had arrived, and begun anew if not.
 * Throws CopyError if the program cannot be moved, or the copy is not right: then all is as it was.
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
        operators_known: null,
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
 * Lets a program stay where it is, whose move was begun and not ended: it takes writes again. Returns false if no move was
 * begun. Throws CopyError if it has arrived at the target.
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

/** Brings the program to the target. Where that fails it stays where it is, and takes writes. */
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

/** A pass with so few rows ends soon enough to be done while nobody writes. */
const FEW_ROWS = 500;
const MOST_PASSES = 20;

/** So often a transaction may take too long for the program to be stopped. */
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
  // The rows come without the effects of triggers: they had those where they were written.
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
  const operators_known = await admitOperators(source, target, program.id);
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
  return { program_id: program.id, rows: first.rows, paused_ms, operators_known, ...total };
}

/** A migration may have made tables since, whose rows nobody has noted. */
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

/** The program is at the target. Servers are told, and the source forgets it. */
async function finish(
  { onStep = () => {}, tell, untilTold }: MoveOptions,
  { source, target, program, tables }: Ends,
) {
  await setStage(source, 'moved');
  await onStep('arrived');
  // Sites may have come since the move began.
  await tell((await findArrived(target, program))!);
  await onStep('told');
  await untilTold();
  await fenceOff(source, program.id, tables);
  await dropProgram(source, program.id, tables);
  await onStep('dropped');
  await forgetReturned(target, tables);
  await unwatchProgram(source, PATIENT);
}
