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
 * Deletes expired records, and cleans up after processes that ended abruptly. The rows of a program that is being moved
 * wait for its next schema. If some work fails, the other work still runs, and the error is thrown at the end.
 */
export async function runHousekeeping(deps: Deps, signal?: AbortSignal): Promise<void> {
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
