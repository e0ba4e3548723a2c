import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import type { AuditAction, AuditedDeed } from './audit-action.ts';
import { insertAuditEntry } from './store.ts';

/**
 * Writes the deed and its actor in the transaction of the deed, so that neither exists without the other. Call it where
 * the deed is certain: a deed that changes nothing leaves no entry. The moment is that of the wall clock.
 */
export async function recordAudit<A extends AuditAction>(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'>,
  deed: AuditedDeed<A>,
): Promise<void> {
  await insertAuditEntry(tx, deed, deps.clock.real());
}
