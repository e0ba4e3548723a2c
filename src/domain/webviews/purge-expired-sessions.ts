import { deleteExpired } from '../core/expired-store.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * An expired session is kept for this time, so that its page can say that it expired and not that it does not exist.
 */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Deletes the sessions that expired more than a day ago, except those of the programs `except`; returns how many. */
export async function purgeExpiredWebviewSessions(
  deps: Deps,
  except: readonly number[] = [],
): Promise<number> {
  return deleteExpired(deps.db, 'webview_sessions', deps.clock.real() - KEPT_AFTER_EXPIRY_MS, except);
}
