import type pg from 'pg';
import { requireOwnTables } from '../copy/copied-table.ts';
import { CopyError } from '../copy/copy-error.ts';
import { withCopySession } from '../copy/copy-session.ts';
import { isSamePlace } from '../copy/prepare-target.ts';
import { migrationStatus } from '../migrate.ts';
import { listProgramTables, type ProgramTable } from './program-table.ts';
import { findProgram, lockArrival, type MovingProgram, requireSilence } from './requirements.ts';
import { lockMoves, type MoveState, readMove } from './watch.ts';

/** The program to move, and both ends with addresses for the owners of the tables. */
export interface MoveEnds {
  key: string;
  source: { ownerUrl: string };
  /** `name`: a name for people, the same in each run. */
  target: { ownerUrl: string; name: string };
}

/** The two ends of a move, open and locked. */
export interface Ends {
  source: pg.Client;
  target: pg.Client;
  /** The move that an earlier run began; undefined: none. */
  state: MoveState | undefined;
  program: MovingProgram;
  tables: ProgramTable[];
}

/**
 * Opens and locks both ends. A lock of the source's connection and a lock of the target's transaction together exclude
 * every other process, dead or late, that would move this program.
 */
export function withBothEnds<T>(
  { key, source: { ownerUrl }, target: to }: MoveEnds,
  work: (ends: Ends) => Promise<T>,
): Promise<T> {
  return withCopySession(ownerUrl, (source) =>
    withCopySession(to.ownerUrl, async (target) => {
      await requireMigrated(ownerUrl);
      await requireMigrated(to.ownerUrl);
      for (const client of [source, target]) {
        await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set synchronous_commit = on");
        await requireOwnTables(client);
        await requireSilence(client);
      }
      if (await isSamePlace(source, target)) throw new CopyError(`The program ${key} is there already.`);
      if (!(await patiently(() => lockMoves(source))))
        throw new CopyError('Another process moves a program out of the same schema.');
      const state = await readMove(source);
      if (state && (state.program_key !== key || state.target !== to.name))
        throw new CopyError(
          `The move of ${state.program_key} to ${state.target} was begun and not ended. Run it again, or undo it with --undo.`,
        );
      const program = await findProgram(source, key, state);
      await target.query('begin');
      if (!(await patiently(() => lockArrival(target, program.id))))
        throw new CopyError('Another process moves the program to the same place.');
      return work({ source, target, state, program, tables: await listProgramTables(source) });
    }),
  );
}

async function requireMigrated(url: string): Promise<void> {
  const { pending } = await migrationStatus(url);
  if (pending.length > 0)
    throw new CopyError(`A schema lacks ${pending.join(', ')}. Run: loyaltyd migrate up`);
}

/** Postgres needs a moment to notice that a process is dead. */
const DEAD_WITHIN_MS = 10_000;

async function patiently(attempt: () => Promise<boolean>): Promise<boolean> {
  for (const began = performance.now(); ; ) {
    if (await attempt()) return true;
    if (performance.now() - began > DEAD_WITHIN_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
