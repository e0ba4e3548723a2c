import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import {
  type ApprovalRecord,
  listApprovalRecords,
  lockGrant,
  updateGrantRevoked,
} from '../oauth/grant-store.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * The approvals by operators, newest first. Revoked ones are listed until the last of their tokens would have expired.
 */
export async function listApprovals(deps: Pick<Deps, 'db'>, programId: number): Promise<ApprovalRecord[]> {
  return listApprovalRecords(deps.db, programId);
}

/**
 * Revokes all tokens of one approval from the next request on, in every process. The app's other tokens stay. Returns
 * whether this call revoked it. Throws `not_found` if the program has no such approval.
 */
export async function revokeApproval(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { program_id: number; id: number; by: Actor },
): Promise<boolean> {
  const { program_id, id, by } = input;
  return runInTransaction(deps, undefined, async (tx) => {
    const grant = await lockGrant(tx, { program_id, id });
    if (grant?.redeemed_at == null) throw new DomainError('not_found', `The program has no approval ${id}.`);
    if (grant.revoked_at !== null) return false;
    await updateGrantRevoked(tx, grant, deps.clock.real());
    await recordAudit(tx, deps, {
      program_id,
      actor: by,
      action: 'app.approval_revoked',
      subject: { kind: 'app', id: grant.app_id },
      details: { approval_id: id },
    });
    return true;
  });
}
