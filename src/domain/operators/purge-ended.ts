import { localDate } from '../core/calendar.ts';
import type { CoreDeps } from '../core/deps.ts';
import { deleteOldFailures } from './failure-store.ts';
import { CHALLENGE_MS, IDLE_MS, SPENDS_KEPT_MS, WRONG_CODES_KEPT_MS } from './lifetimes.ts';
import { deleteSpendsBefore } from './limit-store.ts';
import { deleteExpiredLinks } from './link-store.ts';
import { deleteExpiredChallenges } from './passkey-store.ts';
import { deleteFilesOfNoRequest } from './request-store.ts';
import { deleteEndedSessions } from './session-store.ts';

/**
 * Deletes ended sessions, expired links, used challenges, old failures to sign in, old counts of points by hand, and
 * files of requests that no longer exist; returns how many. Counts and files of the programs `except` stay.
 */
export async function purgeEndedAccess(
  { db, clock }: Pick<CoreDeps, 'db' | 'clock'>,
  except: readonly number[] = [],
): Promise<number> {
  const now = clock.real();
  const sessions = await deleteEndedSessions(db, { expired_before: now, seen_before: now - IDLE_MS });
  const links = await deleteExpiredLinks(db, now);
  // A server whose clock is a little behind would still accept a challenge that has just expired here.
  const challenges = await deleteExpiredChallenges(db, now - CHALLENGE_MS);
  // Failures with a shorter lifetime stay too, but no longer count.
  const failures = await deleteOldFailures(db, now - WRONG_CODES_KEPT_MS);
  const spends = await deleteSpendsBefore(db, localDate(now - SPENDS_KEPT_MS, 'UTC'), except);
  const files = await deleteFilesOfNoRequest(db, except);
  return sessions + links + challenges + failures + spends + files;
}
