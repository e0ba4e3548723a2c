import { lockInProgram } from '../core/program-lock-store.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Deps } from '../programs/deps.ts';
import { keepListening } from '../webhooks/listening-store.ts';
import { newWebhookSecret, sealWebhookSecret } from '../webhooks/signing.ts';
import { insertEndpoint, insertWebhook } from '../webhooks/subscription-store.ts';

/** A listening command that sends no heartbeat for this long counts as gone. */
const HEARD_OF_MS = 30_000;

/** The interval of its heartbeats. */
export const HEARTBEAT_MS = 10_000;

/** Makes an endpoint that exists while a command runs. No server delivers to it, and no listing shows it. */
export async function beginListening(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secret'>,
  input: { program_id: number; topics: readonly WebhookTopic[]; address: string },
): Promise<{ endpoint_id: number; secret: string }> {
  const { program_id, topics, address } = input;
  const secret = newWebhookSecret(deps.random);
  return runInTransaction(deps, undefined, async (tx) => {
    await lockInProgram(tx, 'subscriptions', program_id);
    const created_at = await deps.clock.shared(tx);
    const endpoint_id = await insertEndpoint(tx, {
      program_id,
      address,
      secret: sealWebhookSecret(deps, { program_id, address }, secret),
      created_at,
      listens_until: created_at + HEARD_OF_MS,
    });
    for (const topic of topics) await insertWebhook(tx, { program_id, endpoint_id, topic, created_at });
    return { endpoint_id, secret };
  });
}

/** False: the command counted as gone, and its deliveries no longer exist. */
export async function goOnListening(
  deps: Pick<Deps, 'db' | 'clock'>,
  endpoint: { program_id: number; endpoint_id: number },
): Promise<boolean> {
  return keepListening(deps.db, endpoint, (await deps.clock.shared(deps.db)) + HEARD_OF_MS);
}
