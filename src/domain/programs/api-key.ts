import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '../../deps.ts';

/**
 * `loyalty_` + 160 random bits + the CRC-32 of all before it, both in base 62. The prefix lets secret
 * scanners find a leaked key, the checksum tells it from a look-alike and a typo from a revoked key,
 * without asking anybody.
 */
const PREFIX = 'loyalty_';
const SECRET_BYTES = 20;
const SECRET_LENGTH = 27; // 62^27 > 2^160
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const SHOWN_LENGTH = PREFIX.length + 4;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

/** A new key, to be shown once and never stored. */
export function newApiKey(random: Random): string {
  const secret = BigInt(`0x${random.bytes(SECRET_BYTES).toString('hex')}`);
  const body = PREFIX + base62(secret, SECRET_LENGTH);
  return body + checksum(body);
}

/** Whether it can be a key at all: a mistyped or shortened one is not. */
export function isWellFormedApiKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return key === body + checksum(body);
}

/** What is stored of a key. It needs no salt and no slow hash: nobody guesses 160 random bits. */
export function apiKeyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** What may be shown of a key, so that people can tell theirs apart. */
export function shownPart(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
