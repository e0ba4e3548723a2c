import { exceptMoving, oneByOne } from '../domain/core/one-by-one.ts';
import { purgeExpiredIdempotencyRecords } from '../domain/idempotency/store.ts';
import { purgeImportFiles } from '../domain/imports/purge-files.ts';
import { purgeExpiredTokens } from '../domain/oauth/purge-expired.ts';
import { reconstructOrderStates } from '../domain/operations/reconstruct-order-states.ts';
import { purgeEndedAccess } from '../domain/operators/purge-ended.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { deleteRequestsBefore, RECENT_MS } from '../domain/programs/recent-request-store.ts';
import { tidyWebhooks } from '../domain/webhooks/tidy-webhooks.ts';
import { purgeExpiredWebviewSessions } from '../domain/webviews/purge-expired-sessions.ts';

/**
 * Deletes records whose time is over, and mends the traces of processes that ended abruptly. Rows of a program that is
 * being moved wait for its next place. Work that fails holds up no other, and is thrown at the end.
 */
export async function keepHouse(deps: Deps, signal?: AbortSignal): Promise<void> {
  const works = [
    purgeExpiredWebviewSessions,
    purgeExpiredIdempotencyRecords,
    purgeExpiredTokens,
    purgeEndedAccess,
    purgeImportFiles,
    () => deleteRequestsBefore(deps.db, deps.clock.real() - RECENT_MS, signal),
    tidyWebhooks,
    reconstructOrderStates,
  ];
  await oneByOne(works, (work) => exceptMoving((except) => work(deps, except)));
}
