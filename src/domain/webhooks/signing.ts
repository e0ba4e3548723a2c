import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Random } from '../core/deps.ts';
import { openText, sealText } from '../core/sealed-text.ts';
import type { Secrets } from '../core/secrets.ts';

// Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const MESSAGE_ID_BYTES = 18;

/** A new secret: `whsec_` and base64 of 32 bytes. */
export function newWebhookSecret(random: Random): string {
  return SECRET_PREFIX + random.bytes(SECRET_BYTES).toString('base64');
}

export function newMessageId(random: Random): string {
  return `msg_${random.bytes(MESSAGE_ID_BYTES).toString('base64url')}`;
}

/**
 * The headers that prove the sender and the time of a message to its receiver; `sentAt` in ms. They contain one
 * signature for each key, over exactly the bytes that are sent.
 */
export function signatureHeaders(
  message: { id: string; body: Buffer },
  sentAt: number,
  keys: readonly KeyObject[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const before = `${message.id}.${timestamp}.`;
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', key).update(before).update(message.body).digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Encrypts a secret for storage. Reading it needs the server's own secret and the same address. */
export function sealWebhookSecret(
  deps: { secret: Buffer; random: Random },
  endpoint: { program_id: number; address: string },
  secret: string,
): Buffer {
  return sealText(deps, 'webhook secret', boundTo(endpoint), secret);
}

/**
 * The key that signs for an endpoint. Throws if its secret was encrypted with another server's secret or for another
 * address, or was changed.
 */
export function openSigningKey(
  deps: Secrets,
  endpoint: { program_id: number; address: string },
  sealed: Buffer,
): KeyObject {
  const secret = openText(deps, 'webhook secret', boundTo(endpoint), sealed);
  if (secret === undefined) throw new Error('the secret of a webhook cannot be opened');
  // A key object: with the bytes of the key instead, Node 24 takes five times as long for a signature.
  return createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
}

/** Whether `openSigningKey` succeeds. */
export function canOpenWebhookSecret(
  deps: Secrets,
  endpoint: { program_id: number; address: string },
  sealed: Buffer,
): boolean {
  return openText(deps, 'webhook secret', boundTo(endpoint), sealed) !== undefined;
}

function boundTo({ program_id, address }: { program_id: number; address: string }): Buffer {
  return Buffer.from(`${program_id} ${address}`, 'utf8');
}
