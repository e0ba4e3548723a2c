import { recordAudit } from '../audit/record-audit.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import { type Attempt, isDelivered } from '../webhooks/attempt-delivery.ts';
import { cancelLeased, recordDelivered, recordFailed } from '../webhooks/attempt-store.ts';
import { type Line, scheduleHeads } from '../webhooks/delivery-store.ts';
import { updateHealth } from '../webhooks/health-store.ts';
import type { LeasedDelivery } from '../webhooks/lease-store.ts';
import { afterFailure, type FailedAttempt, nextAttemptAt, reasonToDisable } from '../webhooks/retry-plan.ts';
import { type EndpointRow, lockEndpoint } from '../webhooks/subscription-store.ts';

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'logger'>;

/**
 * Records the results of attempts: deliveries end or wait for the next attempt, and endpoints are enabled or paused.
 */
export async function recordAttempts(deps: RecordDeps, attempts: readonly Attempt[]): Promise<void> {
  const now = await deps.clock.shared(deps.db);
  const delivered = attempts.filter(isDelivered);
  const lines = delivered.length > 0 ? await recordDelivered(deps.db, delivered, now) : [];
  for (const attempt of attempts) {
    if (!isDelivered(attempt)) lines.push(...(await recordFailure(deps, attempt, now)));
  }
  await scheduleHeads(deps.db, lines, now);
}

/** Cancels deliveries that nobody needs any more. */
export async function cancelDeliveries(
  deps: RecordDeps,
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const now = await deps.clock.shared(deps.db);
  await scheduleHeads(deps.db, await cancelLeased(deps.db, deliveries, now), now);
}

/** Returns the line of the delivery, if the lease was still the latest. */
async function recordFailure(deps: RecordDeps, attempt: Attempt, now: number): Promise<Line[]> {
  const { delivery } = attempt;
  return runInTransaction(deps, undefined, async (tx) => {
    const endpoint = await lockEndpoint(tx, delivery.program_id, delivery.endpoint_id);
    const failed: FailedAttempt = {
      // This process's own clock says how long ago it was.
      at: now - (deps.clock.real() - attempt.at),
      tries: delivery.attempts - delivery.attempts_before,
      response_status: attempt.response_status,
      retry_after_ms: attempt.retry_after_ms,
      probe: delivery.probe,
    };
    // A listening command shows each delivery once. Its user can replay a delivery.
    const next = delivery.listens_until === null ? nextAttemptAt(failed, chance(deps)) : null;
    const line = await recordFailed(tx, attempt, next, now);
    if (line && endpoint && delivery.listens_until === null) await noteFailure(tx, deps, endpoint, failed);
    return line ? [line] : [];
  });
}

async function noteFailure(
  tx: Tx,
  deps: RecordDeps,
  endpoint: EndpointRow,
  attempt: FailedAttempt,
): Promise<void> {
  const health = afterFailure(endpoint, attempt, chance(deps));
  const reason = endpoint.disabled_at === null ? reasonToDisable(health, attempt) : undefined;
  const webhooks = await updateHealth(tx, endpoint, health, reason && { reason, at: deps.clock.real() });
  if (!reason) return;
  const { program_id } = endpoint;
  for (const id of webhooks) {
    const subject = { kind: 'webhook', id } as const;
    const actor = { kind: 'server' } as const;
    await recordAudit(tx, deps, {
      program_id,
      actor,
      action: 'webhook.disabled',
      subject,
      details: { reason },
    });
  }
  deps.logger.warn({ program_id, webhook_ids: webhooks, reason }, 'webhooks were disabled');
}

/** From 0 to 1. */
function chance(deps: Pick<Deps, 'random'>): number {
  return deps.random.bytes(2).readUInt16BE(0) / 0xffff;
}
