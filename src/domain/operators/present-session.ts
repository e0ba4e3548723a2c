import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import { deleteSessions } from './session-store.ts';

/**
 * Ends the session of a locked operator's request, so that a new session can replace it. Throws
 * `authentication_required` if the session ended meanwhile: somebody ended it to exclude its user. Returns the expiry
 * of the session, which the new session keeps: a proof of identity does not extend a sign-in.
 */
export async function endPresentSession(tx: Tx, me: { id: number; session_id: number }): Promise<number> {
  const [ended] = await deleteSessions(tx, me.id, { id: me.session_id });
  if (!ended) throw new DomainError('authentication_required', 'Sign in anew.');
  return ended.expires_at;
}
