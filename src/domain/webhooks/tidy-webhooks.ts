import { deleteUntoldEvents } from '../outbox/event-store.ts';
import type { Deps } from '../programs/deps.ts';
import { scheduleForgottenHeads } from './delivery-store.ts';
import { cancelUndeliverable, deleteEndedDeliveries, deleteExpiredListeners } from './housekeeping-store.ts';

const BATCH = 1_000;

/** For so many days a delivery and its attempts can be looked up and replayed. */
export const KEPT_DAYS = 30;

/** Deletes records that are of no use any more, and repairs the traces of processes that ended abruptly. */
export async function tidyWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.real();
  await deleteExpiredListeners(deps.db, now);
  await inBatches(() => cancelUndeliverable(deps.db, now, BATCH));
  await scheduleForgottenHeads(deps.db, now);
  await inBatches(() => deleteUntoldEvents(deps.db, BATCH));
  await inBatches(() => deleteEndedDeliveries(deps.db, now - KEPT_DAYS * 24 * 60 * 60 * 1000, BATCH));
}

/** Runs batch after batch, so that no transaction is long. */
async function inBatches(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) >= BATCH);
}
