import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { listProgramsOf, type OperatorRow } from './operator-store.ts';

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
