import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { shardNumberOf } from '../../db/shard-numbers.ts';
import type { Random } from './deps.ts';

/**
 * A secret is a prefix, 160 random bits and the CRC-32 of all before it, both in base 62. Secret scanners find a leaked
 * secret by its prefix. The checksum tells a look-alike or a typo from a revoked secret without a look into the
 * database.
 */
const SECRET_BYTES = 20;
const SECRET_LENGTH = 27; // 62^27 > 2^160
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = `[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;
/** A secret may begin with the number of the schema in which its program was made. `public` has no number here. */
const BODY = `(?:[1-9]\\d{0,3}_)?${RANDOM}`;
const REST = new RegExp(`^${BODY}$`);
const WITHIN = new RegExp(`loyalty_(?:[a-z]{2}_)?${BODY}`);
const NUMBERED = new RegExp(`_([1-9]\\d{0,3})_${RANDOM}$`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}

function checksum(body: string): string {
  // Every request runs this. 32 bits need no BigInt.
  let text = '';
  for (let rest = crc32(body); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
}

/** Makes a new secret. It is shown once and never stored. */
export function newCheckedSecret(prefix: string, random: Random): string {
  const secret = BigInt(`0x${random.bytes(SECRET_BYTES).toString('hex')}`);
  const body = prefix + base62(secret, SECRET_LENGTH);
  return body + checksum(body);
}

/** Makes a new secret of a program. The secret names the schema in which the program was made. */
export function newSecretOf(prefix: string, programId: number, random: Random): string {
  const number = shardNumberOf(programId);
  return newCheckedSecret(number === 0 ? prefix : `${prefix}${number}_`, random);
}

/** The number of the schema in which the program of a secret was made. */
export function shardNumberOfSecret(text: string): number {
  return Number(NUMBERED.exec(text)?.[1] ?? 0);
}

/** Whether the text can be a secret of that prefix at all. A mistyped or shortened secret is not. */
export function isCheckedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !REST.test(text.slice(prefix.length))) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text === body + checksum(body);
}

/** Whether a part of the text looks like a secret of any prefix, mistyped ones included. */
export function holdsSecret(text: string): boolean {
  return WITHIN.test(text);
}

/**
 * The hash that is stored instead of a secret. It needs no salt and no slow function: nobody guesses 160 random bits.
 */
export function secretHash(text: string): Buffer {
  // Each request computes one. Node makes the text of a hash much faster than its bytes.
  return Buffer.from(hash('sha256', text), 'hex');
}
