import type pg from 'pg';
import type { ProgramTable } from './program-table.ts';

/**
 * Deletes all rows of a program that has moved, in one transaction, so that nobody finds a part of them. The triggers that
 * keep the ledger from being shortened do not run in it.
 */
export async function dropProgram(
  source: pg.Client,
  programId: number,
  tables: readonly ProgramTable[],
): Promise<void> {
  await source.query('begin; set local session_replication_role = replica');
  for (const { name, program } of tables)
    await source.query(`delete from ${source.escapeIdentifier(name)} where ${program} = $1`, [programId]);
  await source.query('commit');
}
