import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '../../deps.ts';

// Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const MESSAGE_ID_BYTES = 18;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `whsec_` and base64 of 32 bytes. */
export function newWebhookSecret(random: Random): string {
  return SECRET_PREFIX + random.bytes(SECRET_BYTES).toString('base64');
}

export function newMessageId(random: Random): string {
  return `msg_${random.bytes(MESSAGE_ID_BYTES).toString('base64url')}`;
}

/** The headers that prove to a receiver who sent a message, and when: `sentAt` in ms. One signature for each secret. */
export function signatureHeaders(
  message: { id: string; body: string },
  sentAt: number,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A secret as it is stored: readable only with the server's own, and only as that of this address. */
export function sealWebhookSecret(
  deps: { secret: Buffer; random: Random },
  endpoint: { program_id: number; address: string },
  secret: string,
): Buffer {
  const nonce = deps.random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(deps.secret), nonce).setAAD(boundTo(endpoint));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when it was sealed under another server's secret or for another address, or was changed. */
export function openWebhookSecret(
  deps: { secret: Buffer },
  endpoint: { program_id: number; address: string },
  sealed: Buffer,
): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(deps.secret), sealed.subarray(0, NONCE_BYTES))
    .setAAD(boundTo(endpoint))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Derived once from each server secret that a process has, which is one. */
const sealingKeys = new WeakMap<Buffer, Buffer>();

function sealingKey(secret: Buffer): Buffer {
  const known = sealingKeys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'loyaltyd webhook secret', 32));
  sealingKeys.set(secret, key);
  return key;
}

function boundTo({ program_id, address }: { program_id: number; address: string }): Buffer {
  return Buffer.from(`${program_id} ${address}`, 'utf8');
}
