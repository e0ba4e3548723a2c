import { purgeExpiredIdempotencyRecords } from '../domain/idempotency/store.ts';
import { purgeImportFiles } from '../domain/imports/purge-files.ts';
import { purgeExpiredTokens } from '../domain/oauth/purge-expired.ts';
import { reconstructOrderStates } from '../domain/operations/reconstruct-order-states.ts';
import { purgeEndedAccess } from '../domain/operators/purge-ended.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { deleteRequestsBefore, RECENT_MS } from '../domain/programs/recent-request-store.ts';
import { tidyWebhooks } from '../domain/webhooks/tidy-webhooks.ts';
import { purgeExpiredWebviewSessions } from '../domain/webviews/purge-expired-sessions.ts';

/** Deletes records whose time is over, and mends the traces of processes that ended abruptly. */
export async function keepHouse(deps: Deps, signal?: AbortSignal): Promise<void> {
  await purgeExpiredWebviewSessions(deps);
  await purgeExpiredIdempotencyRecords(deps);
  await purgeExpiredTokens(deps);
  await purgeEndedAccess(deps);
  await purgeImportFiles(deps);
  await deleteRequestsBefore(deps.db, deps.clock.real() - RECENT_MS, signal);
  await tidyWebhooks(deps);
  await reconstructOrderStates(deps);
}
