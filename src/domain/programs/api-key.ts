import { isCheckedSecret, newSecretOf, secretHash } from '../core/checked-secret.ts';
import type { Random } from '../core/deps.ts';

const PREFIX = 'loyalty_';
const SHOWN = new RegExp(`^${PREFIX}(?:\\d+_)?.{4}`);

/** Makes a new key for a program. The caller sees the key once, and it is never stored. */
export function newApiKey(programId: number, random: Random): string {
  return newSecretOf(PREFIX, programId, random);
}

/** Whether the text has the form of a key. A mistyped or shortened key does not. */
export function isWellFormedApiKey(key: string): boolean {
  return isCheckedSecret(PREFIX, key);
}

/** The hash that is stored instead of a key. */
export function apiKeyHash(key: string): Buffer {
  return secretHash(key);
}

/** The beginning of a key, which may be shown so that people recognise their keys. */
export function shownPart(key: string): string {
  return SHOWN.exec(key)![0];
}
