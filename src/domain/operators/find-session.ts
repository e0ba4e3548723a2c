import { secretHash } from '../core/checked-secret.ts';
import type { CoreDeps } from '../core/deps.ts';
import { CONFIRMED_MS, IDLE_MS, SEEN_EVERY_MS } from './lifetimes.ts';
import type { Operator } from './roles.ts';
import { isSessionToken } from './secrets.ts';
import { findSessionByHash, updateSessionSeen } from './session-store.ts';

/** An operator, by the session of a request. */
export interface SignedInOperator extends Operator {
  session_id: number;
  /** The language in which the operator reads the console; null: each browser decides. */
  language: string | null;
  /** Whether the operator proved its identity a short time ago, which dangerous actions need. */
  confirmed: boolean;
}

/**
 * The operator with a session's token; undefined if the session has ended or never existed. The roles are the present
 * ones. Notes that the session is in use, unless `by_itself`: a screen sends such requests without a person.
 */
export async function findSignedIn(
  deps: Pick<CoreDeps, 'db' | 'clock'>,
  token: string,
  by_itself = false,
): Promise<SignedInOperator | undefined> {
  const row = isSessionToken(token) ? await findSessionByHash(deps.db, secretHash(token)) : undefined;
  const now = deps.clock.real();
  if (!row || row.expires_at <= now || row.seen_at + IDLE_MS <= now) return undefined;
  if (!by_itself && row.seen_at + SEEN_EVERY_MS <= now) await updateSessionSeen(deps.db, row.session_id, now);
  const { id, email, name, is_admin, roles, language, session_id, confirmed_at } = row;
  return {
    id,
    email,
    name,
    is_admin,
    roles,
    language,
    session_id,
    confirmed: confirmed_at + CONFIRMED_MS > now,
  };
}
