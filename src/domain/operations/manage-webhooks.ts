import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { lockInProgram } from '../core/program-lock-store.ts';
import type { Secrets } from '../core/secrets.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Deps } from '../programs/deps.ts';
import { retryAtOnce } from '../webhooks/delivery-store.ts';
import { canOpenWebhookSecret, newWebhookSecret, sealWebhookSecret } from '../webhooks/signing.ts';
import {
  countWebhooks,
  deleteEndpoint,
  deleteWebhookRow,
  enableEndpoint,
  findWebhook,
  insertEndpoint,
  insertWebhook,
  listWebhookRecords,
  lockEndpoint,
  lockEndpointOfAddress,
  updateSecret,
  type WebhookRecord,
} from '../webhooks/subscription-store.ts';

/** The greatest number of webhooks of one program. */
export const MOST_WEBHOOKS = 100;

/** For this long after a rotation, an endpoint's old secret signs beside the new one. */
const BOTH_SIGN_MS = 24 * 60 * 60 * 1000;

export interface SubscribedWebhook {
  webhook: WebhookRecord;
  /** The secret of its address, for every topic: it signs the requests. */
  secret: string;
}

interface NewWebhook {
  webhook: WebhookRecord;
  /** null: the address has a secret already. It was returned when it was made and is not returned again. */
  secret: string | null;
}

/**
 * Subscribes an address to a topic. An address that already has topics keeps its secret, unless the key that encrypts
 * the secret was lost. A disabled address is enabled again. A topic that it has already is not added twice. Throws
 * `invalid_request` beyond `MOST_WEBHOOKS`.
 */
export async function subscribe(
  deps: Secrets & Pick<Deps, 'db' | 'clock' | 'random'>,
  input: { program_id: number; topic: WebhookTopic; address: string; by: Actor },
  hooks?: Hooks<NewWebhook>,
): Promise<NewWebhook> {
  const { program_id, topic, address } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    await lockInProgram(tx, 'subscriptions', program_id);
    const created_at = deps.clock.real();
    const known = await lockEndpointOfAddress(tx, program_id, address);
    const isReadable = known !== undefined && canOpenWebhookSecret(deps, known, known.secret);
    const secret = isReadable ? null : newWebhookSecret(deps.random);
    const sealed = secret === null ? known!.secret : sealWebhookSecret(deps, { program_id, address }, secret);
    if (known && !isReadable)
      await updateSecret(tx, known, { secret: sealed, previous_secret: null, previous_secret_until: null });
    const endpoint_id =
      known?.id ??
      (await insertEndpoint(tx, {
        program_id,
        address,
        secret: sealed,
        created_at,
        listens_until: null,
      }));
    const { id, isNew } = await insertWebhook(tx, { program_id, endpoint_id, topic, created_at });
    if (isNew && (await countWebhooks(tx, program_id)) > MOST_WEBHOOKS) {
      throw new DomainError('invalid_request', `A program has at most ${MOST_WEBHOOKS} webhooks.`);
    }
    const subject = { kind: 'webhook', id } as const;
    const deed = { program_id, actor: input.by, subject, details: { topic } };
    if (isNew) await recordAudit(tx, deps, { ...deed, action: 'webhook.created' });
    if (known?.disabled_at != null) {
      await enableEndpoint(tx, known);
      await retryAtOnce(tx, known, await deps.clock.shared(tx));
      await recordAudit(tx, deps, { ...deed, action: 'webhook.enabled' });
    }
    return { webhook: (await findWebhook(tx, program_id, id))!, secret };
  });
}

/** Oldest first. */
export async function listWebhooks(deps: Pick<Deps, 'db'>, programId: number): Promise<WebhookRecord[]> {
  return listWebhookRecords(deps.db, programId);
}

/** Throws `not_found`. */
export async function getWebhook(
  deps: Pick<Deps, 'db'>,
  programId: number,
  id: number,
): Promise<WebhookRecord> {
  const webhook = await findWebhook(deps.db, programId, id);
  if (!webhook) throw new DomainError('not_found', 'There is no such webhook.');
  return webhook;
}

/** Unsubscribes an address from the topic, pending deliveries included. Throws `not_found`. */
export async function unsubscribe(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { program_id: number; id: number; by: Actor },
): Promise<void> {
  const { program_id, id } = input;
  await runInTransaction(deps, undefined, async (tx) => {
    await lockInProgram(tx, 'subscriptions', program_id);
    const webhook = await findWebhook(tx, program_id, id);
    if (!webhook) throw new DomainError('not_found', 'There is no such webhook.');
    const others = await deleteWebhookRow(tx, webhook);
    if (others === 0) await deleteEndpoint(tx, program_id, webhook.endpoint_id);
    await recordAudit(tx, deps, {
      program_id,
      actor: input.by,
      action: 'webhook.deleted',
      subject: { kind: 'webhook', id },
      details: { topic: webhook.topic },
    });
  });
}

/** Gives a webhook's address a new secret. The former secret signs beside it for 24 hours. Throws `not_found`. */
export async function rotateSecret(
  deps: Secrets & Pick<Deps, 'db' | 'clock' | 'random'>,
  input: { program_id: number; id: number; by: Actor },
  hooks?: Hooks<SubscribedWebhook>,
): Promise<SubscribedWebhook> {
  const { program_id, id } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    await lockInProgram(tx, 'subscriptions', program_id);
    const webhook = await findWebhook(tx, program_id, id);
    const endpoint = webhook && (await lockEndpoint(tx, program_id, webhook.endpoint_id));
    if (!endpoint) throw new DomainError('not_found', 'There is no such webhook.');
    const secret = newWebhookSecret(deps.random);
    await updateSecret(tx, endpoint, {
      secret: sealWebhookSecret(deps, endpoint, secret),
      // A former secret whose key was lost cannot be opened, so it signs nothing.
      ...(canOpenWebhookSecret(deps, endpoint, endpoint.secret)
        ? { previous_secret: endpoint.secret, previous_secret_until: deps.clock.real() + BOTH_SIGN_MS }
        : { previous_secret: null, previous_secret_until: null }),
    });
    const subject = { kind: 'webhook', id } as const;
    await recordAudit(tx, deps, { program_id, actor: input.by, action: 'webhook.rotated', subject });
    return { webhook, secret };
  });
}
