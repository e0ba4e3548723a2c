import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CoreDeps, Random } from '../core/deps.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The stored form of a key, hashed with the server's secret: a copy of the database does not show whether a guessed key
 * was used.
 */
export function idempotencyKeyHash(deps: Pick<CoreDeps, 'secret'>, programId: number, key: string): Buffer {
  return createHmac('sha256', deps.secret).update(`idempotency key ${programId} ${key}`).digest();
}

/**
 * The stored form of a request. `parts` is one text with everything that must be equal in a repetition of the request.
 */
export function requestFingerprint(deps: Pick<CoreDeps, 'secret'>, parts: string): Buffer {
  return createHmac('sha256', deps.secret).update(`idempotent request ${parts}`).digest();
}

/**
 * Encrypts an answer so that reading it needs the caller's key and the server's secret: answers contain codes and links
 * that are shown once. `bound` is authenticated with the answer.
 */
export function sealAnswer(answerKey: Buffer, random: Random, bound: Buffer, body: Buffer): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', answerKey, nonce).setAAD(bound);
  const sealed = packed(body).map((part) => cipher.update(part));
  return Buffer.concat([nonce, ...sealed, cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the answer was encrypted with another key or secret, or was changed. */
export function openAnswer(answerKey: Buffer, bound: Buffer, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', answerKey, nonce)
    .setAAD(bound)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return unpacked(Buffer.concat([decipher.update(text), decipher.final()]));
}

/** Packing shorter answers is not worth the time. */
const PACKED_FROM = 1_000;
/** JSON never begins with this byte. */
const PACKED = Buffer.from([1]);
/**
 * The result has a seventh of the bytes. Postgres writes fewer bytes, which saves more time than the packing takes. A
 * window larger than most answers would only take longer to prepare.
 */
const FASTEST = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 },
  // Large enough for most packed answers.
  chunkSize: 8 * 1024,
};

function packed(body: Buffer): Buffer[] {
  return body.length < PACKED_FROM ? [body] : [PACKED, brotliCompressSync(body, FASTEST)];
}

function unpacked(bytes: Buffer): Buffer {
  return bytes[0] === PACKED[0] ? brotliDecompressSync(bytes.subarray(PACKED.length)) : bytes;
}

const NO_SALT = Buffer.alloc(32);
/** HKDF's number of the block; there is only one. */
const ONE = Buffer.from([1]);

/**
 * The key for the encryption of answers, made from a caller's key: 32 bytes of HKDF with SHA-256 (RFC 5869), which are
 * two HMACs. Node's own HKDF starts a job of OpenSSL for each call, and takes more than twice as long.
 */
export function answerKey(secret: Buffer, key: string): Buffer {
  const extracted = createHmac('sha256', NO_SALT).update(secret).update(key, 'utf8').digest();
  return createHmac('sha256', extracted).update('loyaltyd stored answer').update(ONE).digest();
}
