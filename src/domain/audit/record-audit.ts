import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import type { AuditAction, AuditedDeed } from './audit-action.ts';
import { insertAuditEntry } from './store.ts';

/**
 * Writes the action and its actor in the transaction of the action, so that neither exists without the other. Call this
 * where the action is certain: an action that changes nothing leaves no entry. The moment is that of the wall clock.
 */
export async function recordAudit<A extends AuditAction>(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'>,
  deed: AuditedDeed<A>,
): Promise<void> {
  await insertAuditEntry(tx, deed, deps.clock.real());
}
