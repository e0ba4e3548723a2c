import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps a data key for storage. Reading it needs the SECRET_KEY and the same id. */
export function wrapKey(secretKey: string, id: number, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secretKey), nonce).setAAD(boundTo(id));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** undefined if the key was wrapped with another SECRET_KEY, or was changed. */
export function unwrapKey(secretKey: string, id: number, wrapped: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secretKey), wrapped.subarray(0, NONCE_BYTES))
    .setAAD(boundTo(id))
    .setAuthTag(wrapped.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The key that older servers derived from SECRET_KEY: they stored no keys in the database. */
export function keyOfBefore(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest();
}

function wrappingKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'loyaltyd data key', 32));
}

function boundTo(id: number): Buffer {
  return Buffer.from(`data key ${id}`);
}
