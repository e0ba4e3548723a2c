import type { AuditAction, AuditDetails } from '../audit/audit-action.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import type { CoreDeps } from '../core/deps.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import { lockOperator, type OperatorRow } from './operator-store.ts';
import { deleteSessions } from './session-store.ts';
import { type Sender, type StartedSession, startSession } from './start-session.ts';

/**
 * Changes an operator's own ways to sign in. All its sessions end, and a new session begins, which ends when the
 * present one would have ended. If the present session ended meanwhile, nothing is changed: somebody ended it to
 * exclude its user.
 */
export async function changeCredentials(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock' | 'random'>,
  me: { id: number; session_id: number },
  from: Sender,
  change: (operator: OperatorRow) => Promise<void>,
): Promise<StartedSession> {
  const operator = await lockOperator(tx, me.id);
  if (operator?.disabled_at !== null) throw new DomainError('authentication_required', 'Sign in anew.');
  const mine = (await deleteSessions(tx, me.id)).find(({ id }) => id === me.session_id);
  if (!mine) throw new DomainError('authentication_required', 'Sign in anew.');
  await change(operator);
  return startSession(tx, deps, me.id, from, mine);
}

/** Audits an action of an operator on its own account. */
export async function auditOwn<A extends AuditAction>(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'>,
  me: { id: number },
  from: Sender,
  action: A,
  details: AuditDetails<A>,
): Promise<void> {
  await recordAudit(tx, deps, {
    program_id: WHOLE_SERVER,
    actor: { kind: 'operator', id: me.id, request_id: from.request_id },
    action,
    subject: { kind: 'operator', id: me.id },
    details,
  });
}

/** The refusal of one field of a form. */
export function misfit(field: string, complaint: string): DomainError {
  return new DomainError('invalid_request', complaint, { details: { [field]: complaint } });
}
