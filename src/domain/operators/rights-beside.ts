import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { listProgramsOf, type OperatorRow } from './operator-store.ts';

/**
 * Whether an operator may do something else than what its role in a program allows. What is the whole person's, such as
 * its sessions and its links, is then no longer for the owners of that program to decide about.
 */
export async function hasRightsBeside(
  db: Kysely<DB>,
  { id, is_admin }: Pick<OperatorRow, 'id' | 'is_admin'>,
  programId: number,
): Promise<boolean> {
  return reachesBeyond(programId, is_admin, await listProgramsOf(db, id));
}

/** The same of an operator whose programs are known. */
export function reachesBeyond(programId: number, isAdmin: boolean, programs: readonly number[]): boolean {
  return isAdmin || programs.some((program_id) => program_id !== programId);
}
