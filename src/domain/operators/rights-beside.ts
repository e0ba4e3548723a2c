import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Tx } from '../core/transaction.ts';
import { listProgramsOf, type OperatorRow } from './operator-store.ts';
import { deleteSessions } from './session-store.ts';

/**
 * Whether an operator has rights other than those of its role in a program. If so, the owners of that program may not
 * decide on things of the whole person, such as its sessions and its links.
 */
export async function hasRightsBeside(
  db: Kysely<DB>,
  { id, is_admin }: Pick<OperatorRow, 'id' | 'is_admin'>,
  programId: number,
): Promise<boolean> {
  return reachesBeyond(programId, is_admin, await listProgramsOf(db, id));
}

/** The same for an operator whose programs are known. */
export function reachesBeyond(programId: number, isAdmin: boolean, programs: readonly number[]): boolean {
  return isAdmin || programs.some((program_id) => program_id !== programId);
}

/**
 * Ends the sessions of a locked operator whose role in a program changes, unless it has rights elsewhere: an owner of
 * one program must not sign people out of others. The change holds for open sessions too, because each request reads
 * the present roles.
 */
export async function endSessionsOfProgram(
  tx: Tx,
  operator: Pick<OperatorRow, 'id' | 'is_admin'>,
  programId: number,
): Promise<void> {
  if (await hasRightsBeside(tx, operator, programId)) return;
  await deleteSessions(tx, operator.id);
}
