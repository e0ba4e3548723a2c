import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import { deleteSessions } from './session-store.ts';

/**
 * Ends the session of a locked operator's request, for a new one to take its place. Throws `authentication_required` if
 * it ended meanwhile: it was ended so that whoever holds it stays out.
 */
export async function endPresentSession(tx: Tx, me: { id: number; session_id: number }): Promise<void> {
  const ended = await deleteSessions(tx, me.id, { id: me.session_id });
  if (ended.length === 0) throw new DomainError('authentication_required', 'Sign in anew.');
}
