import type pg from 'pg';
import { type LockRetries, withLockRetries } from '../with-lock-retries.ts';
import type { ProgramTable } from './program-table.ts';

/**
 * Background work may still lock rows of the program, and wait for other rows that are deleted here. Nothing else does.
 */
const UNHURRIED: LockRetries = { lock_timeout_ms: 10_000, attempts: Number.POSITIVE_INFINITY, pause_ms: 500 };

/**
 * Deletes all rows of a program that has moved, in one transaction, so that no reader finds a part of them. The
 * triggers that protect the ledger against deletion are off in this transaction.
 */
export async function dropProgram(
  source: pg.Client,
  programId: number,
  tables: readonly ProgramTable[],
): Promise<void> {
  const deletions = tables.map(
    ({ name, program }) => `delete from ${source.escapeIdentifier(name)} where ${program} = ${programId}`,
  );
  await withLockRetries(
    source,
    ['set local session_replication_role = replica', ...deletions].join(';\n'),
    UNHURRIED,
  );
}
