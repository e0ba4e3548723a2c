import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { lockInProgram } from '../core/program-lock-store.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { listSubscribers } from '../outbox/event-store.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Deps } from '../programs/deps.ts';
import { type Attempt, attemptDelivery, LEASE_MS } from '../webhooks/attempt-delivery.ts';
import { insertDeliveries, requeueFailed, scheduleHeads } from '../webhooks/delivery-store.ts';
import { insertLeased, type LeasedDelivery, leaseEnded } from '../webhooks/lease-store.ts';
import { newMessageId } from '../webhooks/signing.ts';
import { recordAttempts } from './record-attempts.ts';

type TryDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'logger' | 'secret' | 'formerSecrets' | 'outbound'>;

/**
 * Sends a test payload, of no real event, to every endpoint of a topic, at once. A delivery that fails is retried like
 * any other. Listening commands fetch their deliveries themselves, so no attempt is returned for them.
 */
export async function tryTopic(
  deps: TryDeps,
  input: { program_id: number; topic: WebhookTopic; payload: object; now: number },
): Promise<Attempt[]> {
  const { program_id, topic, payload, now } = input;
  const claimed = await runInTransaction(deps, undefined, async (tx) => {
    await lockInProgram(tx, 'events', program_id);
    const created_at = await deps.clock.shared(tx);
    const subscribers = await listSubscribers(tx, program_id, created_at);
    const message_id = newMessageId(deps.random);
    const body = JSON.stringify({
      id: message_id,
      topic,
      created_at: new Date(now).toISOString(),
      payload,
    });
    const made: LeasedDelivery[] = [];
    const message = { program_id, customer_id: null, message_id, topic, body, created_at };
    for (const subscriber of subscribers) {
      if (subscriber.topic !== topic) continue;
      const { endpoint_id, webhook_id } = subscriber;
      const delivery = { ...message, endpoint_id, webhook_id };
      if (subscriber.listening) await insertDeliveries(tx, program_id, [delivery], null);
      else made.push(await insertLeased(tx, delivery, created_at + LEASE_MS));
    }
    return made;
  });
  return attemptAll(deps, claimed);
}

/**
 * Sends a finished delivery again, unchanged: the same message with the same id. If it fails, it is retried like a new
 * one. Throws `not_found`; `invalid_request` if it has not ended.
 */
export async function replayDelivery(
  deps: TryDeps,
  input: { program_id: number; id: number; by: Actor },
): Promise<Attempt> {
  const { program_id, id } = input;
  const claimed = await runInTransaction(deps, undefined, async (tx) => {
    const lease_until = (await deps.clock.shared(tx)) + LEASE_MS;
    const delivery = await leaseEnded(tx, { program_id, id, lease_until });
    if (!delivery) throw new DomainError('not_found', `There is no delivery ${id} that has ended.`);
    await recordAudit(tx, deps, {
      program_id,
      actor: input.by,
      action: 'webhook.replayed',
      subject: { kind: 'webhook_delivery', id },
      details: { webhook_id: delivery.webhook_id, topic: delivery.topic },
    });
    return delivery;
  });
  const [attempt] = await attemptAll(deps, [claimed]);
  return attempt!;
}

/** The most deliveries that one call puts back in line, the oldest first. */
export const MOST_REPLAYED = 1_000;

/**
 * Puts the failed deliveries of a webhook back in line, unchanged, the oldest first, up to MOST_REPLAYED. Servers send
 * them as they send new ones. Returns how many there are.
 */
export async function replayFailed(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { program_id: number; webhook_id: number; by: Actor },
  hooks?: Hooks<{ deliveries: number }>,
): Promise<{ deliveries: number }> {
  const { program_id, webhook_id } = input;
  const at = await deps.clock.shared(deps.db);
  let lines: Awaited<ReturnType<typeof requeueFailed>> = [];
  const replayed = await runInTransaction(deps, hooks, async (tx) => {
    lines = await requeueFailed(tx, { program_id, webhook_id, limit: MOST_REPLAYED, at });
    const deliveries = lines.length;
    if (deliveries > 0) {
      await recordAudit(tx, deps, {
        program_id,
        actor: input.by,
        action: 'webhook.replayed',
        subject: { kind: 'webhook', id: webhook_id },
        details: { deliveries },
      });
    }
    return { deliveries };
  });
  await scheduleHeads(deps.db, lines, at);
  return replayed;
}

async function attemptAll(deps: TryDeps, claimed: readonly LeasedDelivery[]): Promise<Attempt[]> {
  const attempts = await Promise.all(claimed.map((delivery) => attemptDelivery(deps, delivery)));
  await recordAttempts(deps, attempts);
  return attempts;
}
