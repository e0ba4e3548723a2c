import type pg from 'pg';
import { type Insistence, insistently } from '../insistently.ts';
import type { ProgramTable } from './program-table.ts';

/** Work in the background may hold rows of the program yet, and wait for others that are deleted here. Nobody else does. */
const UNHURRIED: Insistence = { lock_timeout_ms: 10_000, attempts: Number.POSITIVE_INFINITY, pause_ms: 500 };

/**
 * Deletes all rows of a program that has moved, in one transaction, so that nobody finds a part of them. The triggers that
 * keep the ledger from being shortened do not run in it.
 */
export async function dropProgram(
  source: pg.Client,
  programId: number,
  tables: readonly ProgramTable[],
): Promise<void> {
  const deletions = tables.map(
    ({ name, program }) => `delete from ${source.escapeIdentifier(name)} where ${program} = ${programId}`,
  );
  await insistently(
    source,
    ['set local session_replication_role = replica', ...deletions].join(';\n'),
    UNHURRIED,
  );
}
