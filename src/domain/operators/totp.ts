import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../core/deps.ts';
import { openText, sealText } from '../core/sealed-text.ts';
import type { Secrets } from '../core/secrets.ts';

// RFC 6238 with its defaults, the only values that every authenticator app supports: SHA-1, 30 seconds, 6 digits.

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;

/** The alphabet of RFC 4648, 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Codes of the step before and of the step after are also accepted, because clocks differ and people need time to type.
 */
const STEPS_AROUND = 1;

/** A new secret, in base 32, the form that people type into an app. */
export function newTotpSecret(random: Random): string {
  let bits = '';
  for (const byte of random.bytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return bits.replaceAll(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)]!);
}

/** The code of a time step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The time step of a code, if the code is valid now; undefined: it is not. `now` in ms of the wall clock. `after`: the
 * step of the last used code, which is not accepted again.
 */
export function totpStep(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number | null },
): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ''));
  const present = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    const holds = expected.length === given.length && timingSafeEqual(expected, given);
    if (holds && step > (after ?? -1)) found = step;
  }
  return found;
}

/** The address with which apps import a secret. */
export function totpAddress(secret: string, account: string): string {
  const label = encodeURIComponent(`loyaltyd:${account}`);
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: 'loyaltyd' })}`;
}

/** Encrypts a secret for storage, with the data keys, for this operator only. */
export function sealTotpSecret(
  deps: { secret: Buffer; random: Random },
  operatorId: number,
  secret: string,
): Buffer {
  return sealText(deps, 'operator totp', boundTo(operatorId), secret);
}

/** Returns undefined if the secret was encrypted for another operator or with a missing key, or was changed. */
export function openTotpSecret(deps: Secrets, operatorId: number, sealed: Buffer): string | undefined {
  return openText(deps, 'operator totp', boundTo(operatorId), sealed);
}

function boundTo(operatorId: number): Buffer {
  return Buffer.from(`operator ${operatorId}`, 'utf8');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
