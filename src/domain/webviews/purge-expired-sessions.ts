import type { Deps } from '../../deps.ts';
import { deleteWebviewSessions } from './store.ts';

/** How long an expired session is kept, so that its page says that it has expired and not that there is none. */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;
const CHUNK = 1000;

/** Deletes the sessions that expired more than a day ago, a thousand at a time; returns how many. */
export async function purgeExpiredWebviewSessions(deps: Deps): Promise<number> {
  const before = deps.clock.real() - KEPT_AFTER_EXPIRY_MS;
  let purged = 0;
  for (;;) {
    const deleted = await deleteWebviewSessions(deps.db, before, CHUNK);
    purged += deleted;
    if (deleted < CHUNK) return purged;
  }
}
