import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from './deps.ts';
import { everySecret, type Secrets } from './secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The kinds of texts that are sealed under the data keys. Each kind has a derived key of its own. */
type SealedKind = 'webhook secret' | 'gift card code' | 'operator totp';

/**
 * Seals a text for storage. It can be read only with the key of new data, and only when opened with the same `bound`.
 */
export function sealText(
  deps: { secret: Buffer; random: Random },
  kind: SealedKind,
  bound: Buffer,
  text: string,
): Buffer {
  const nonce = deps.random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(deps.secret, kind), nonce).setAAD(bound);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Returns undefined if the text was changed, was sealed for another `bound`, or was sealed under a key that is not
 * configured.
 */
export function openText(deps: Secrets, kind: SealedKind, bound: Buffer, sealed: Buffer): string | undefined {
  for (const secret of everySecret(deps)) {
    const text = openUnder(sealingKey(secret, kind), bound, sealed);
    if (text !== undefined) return text;
  }
  return undefined;
}

function openUnder(key: Buffer, bound: Buffer, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(bound)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Derived once from each data key of this process. */
const sealingKeys = new WeakMap<Buffer, Map<SealedKind, Buffer>>();

function sealingKey(secret: Buffer, kind: SealedKind): Buffer {
  let keys = sealingKeys.get(secret);
  if (!keys) {
    keys = new Map();
    sealingKeys.set(secret, keys);
  }
  let key = keys.get(kind);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `loyaltyd ${kind}`, 32));
    keys.set(kind, key);
  }
  return key;
}
