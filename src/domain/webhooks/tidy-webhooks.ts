import { deleteUnsubscribedEvents } from '../outbox/event-store.ts';
import type { Deps } from '../programs/deps.ts';
import { scheduleForgottenHeads } from './delivery-store.ts';
import { cancelUndeliverable, deleteEndedDeliveries, deleteExpiredListeners } from './housekeeping-store.ts';

const BATCH = 1_000;

/** For this many days, operators can look up and replay a delivery and its attempts. */
export const KEPT_DAYS = 30;

/**
 * Deletes records that have no use any more, and repairs the traces of processes that ended abruptly, except in the
 * programs `except`.
 */
export async function tidyWebhooks(
  deps: Pick<Deps, 'db' | 'clock'>,
  except: readonly number[] = [],
): Promise<void> {
  const batch = { except, limit: BATCH };
  const now = await deps.clock.shared(deps.db);
  await deleteExpiredListeners(deps.db, now, except);
  const before = now - KEPT_DAYS * 24 * 60 * 60 * 1000;
  await inBatches(() => cancelUndeliverable(deps.db, { now, before }, batch));
  await scheduleForgottenHeads(deps.db, now, except);
  await inBatches(() => deleteUnsubscribedEvents(deps.db, batch));
  await inBatches(() => deleteEndedDeliveries(deps.db, before, batch));
}

/** Runs one batch after another, so that no transaction is long. */
async function inBatches(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) >= BATCH);
}
