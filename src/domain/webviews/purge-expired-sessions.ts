import { deleteExpired } from '../core/expired-store.ts';
import type { Deps } from '../programs/deps.ts';

/** How long an expired session is kept, so that its page says that it has expired and not that there is none. */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Deletes the sessions that expired more than a day ago; returns how many. */
export async function purgeExpiredWebviewSessions(deps: Deps): Promise<number> {
  return deleteExpired(deps.db, 'webview_sessions', deps.clock.real() - KEPT_AFTER_EXPIRY_MS);
}
