import { runInTransaction } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Deps } from '../programs/deps.ts';
import { keepListening } from '../webhooks/listening-store.ts';
import { newWebhookSecret, sealWebhookSecret } from '../webhooks/signing.ts';
import { insertEndpoint, insertWebhook, lockSubscriptions } from '../webhooks/subscription-store.ts';

/** A command that listens and is not heard of for so long is taken for gone. */
const HEARD_OF_MS = 30_000;

/** How often it lets itself be heard. */
export const HEARTBEAT_MS = 10_000;

/** An endpoint that is there while a command runs; no server delivers to it, and nobody lists it. */
export async function beginListening(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secret'>,
  input: { program_id: number; topics: readonly WebhookTopic[]; address: string },
): Promise<{ endpoint_id: number; secret: string }> {
  const { program_id, topics, address } = input;
  const secret = newWebhookSecret(deps.random);
  return runInTransaction(deps, undefined, async (tx) => {
    await lockSubscriptions(tx, program_id);
    const created_at = deps.clock.real();
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

/** False: it was taken for gone, and what it is told is no more. */
export async function goOnListening(
  deps: Pick<Deps, 'db' | 'clock'>,
  endpoint: { program_id: number; endpoint_id: number },
): Promise<boolean> {
  return keepListening(deps.db, endpoint, deps.clock.real() + HEARD_OF_MS);
}
