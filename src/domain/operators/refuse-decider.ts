import type { OperatorActor } from '../audit/actor.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import { findRights } from './limit-store.ts';
import { may } from './roles.ts';

/**
 * Refuses an operator who may not decide on a request: the operator who made the request, with approval_required, and
 * operators without the right in the program, with insufficient_scope.
 */
export async function refuseDecider(
  tx: Tx,
  program: Program,
  { operator_id }: { operator_id: number },
  by: OperatorActor,
): Promise<void> {
  if (operator_id === by.id)
    throw new DomainError('approval_required', 'You asked for this yourself. Somebody else decides.');
  const rights = await findRights(tx, by.id, program.id);
  if (!rights || !may(rights, 'write_configuration', program.id))
    throw new DomainError('insufficient_scope', 'Owners, managers and admins decide on requests.');
}
