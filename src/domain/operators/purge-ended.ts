import type { CoreDeps } from '../core/deps.ts';
import { deleteOldFailures } from './failure-store.ts';
import { FAILURES_KEPT_MS, IDLE_MS } from './lifetimes.ts';
import { deleteExpiredLinks } from './link-store.ts';
import { deleteExpiredChallenges } from './passkey-store.ts';
import { deleteEndedSessions } from './session-store.ts';

/** Deletes ended sessions, expired links and challenges, and forgotten failures to sign in; returns how many. */
export async function purgeEndedAccess({ db, clock }: Pick<CoreDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.real();
  const sessions = await deleteEndedSessions(db, { expired_before: now, seen_before: now - IDLE_MS });
  const links = await deleteExpiredLinks(db, now);
  const challenges = await deleteExpiredChallenges(db, now);
  return sessions + links + challenges + (await deleteOldFailures(db, now - FAILURES_KEPT_MS));
}
