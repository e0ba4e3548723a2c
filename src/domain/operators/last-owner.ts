import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { OperatorRow } from './operator-store.ts';
import { findSoleAdmin, findSoleOwner } from './owner-store.ts';

/**
 * Throws `last_owner` if a program would have no owner without this operator. Invited owners who have not joined do not
 * count, because they can do nothing yet. Owners by a group do not count, because they may lose the right tomorrow. The
 * operator is locked with its peers.
 */
export async function refuseLastOwner(
  tx: Tx,
  { id, email }: Pick<OperatorRow, 'id' | 'email'>,
  programIds: readonly number[],
): Promise<void> {
  for (const programId of programIds) {
    if ((await findSoleOwner(tx, programId)) !== id) continue;
    throw new DomainError('last_owner', `Nobody but ${email} is an owner of the program.`);
  }
}

/** Throws `last_admin` if the server would have no admin without this operator, who is locked with its peers. */
export async function refuseLastAdmin(
  tx: Tx,
  { id, email }: Pick<OperatorRow, 'id' | 'email'>,
): Promise<void> {
  if ((await findSoleAdmin(tx)) !== id) return;
  throw new DomainError('last_admin', `Nobody but ${email} is an admin of the server.`);
}
