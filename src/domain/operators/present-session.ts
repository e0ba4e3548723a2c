import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import { deleteSessions } from './session-store.ts';

/**
 * Ends the session of a locked operator's request, for a new one to take its place. Throws `authentication_required` if
 * it ended meanwhile: it was ended so that whoever holds it stays out. Returns the end of the session, which is to be that
 * of the new one: a proof does not make a sign-in last longer.
 */
export async function endPresentSession(tx: Tx, me: { id: number; session_id: number }): Promise<number> {
  const [ended] = await deleteSessions(tx, me.id, { id: me.session_id });
  if (!ended) throw new DomainError('authentication_required', 'Sign in anew.');
  return ended.expires_at;
}
