import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps a data key for storage. It can be read only with the SECRET_KEY, and only as the key of that id. */
export function wrapKey(secretKey: string, id: number, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secretKey), nonce).setAAD(boundTo(id));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** undefined if another SECRET_KEY wraps it, or it was changed. */
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

/** The key of older servers, which kept no keys in the database. */
export function keyOfBefore(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest();
}

function wrappingKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'loyaltyd data key', 32));
}

function boundTo(id: number): Buffer {
  return Buffer.from(`data key ${id}`);
}
