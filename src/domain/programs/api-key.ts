import { isCheckedSecret, newCheckedSecret, secretHash } from '../core/checked-secret.ts';
import type { Random } from '../core/deps.ts';

const PREFIX = 'loyalty_';
const SHOWN_LENGTH = PREFIX.length + 4;

/** A new key, to be shown once and never stored. */
export function newApiKey(random: Random): string {
  return newCheckedSecret(PREFIX, random);
}

/** Whether it can be a key at all: a mistyped or shortened one is not. */
export function isWellFormedApiKey(key: string): boolean {
  return isCheckedSecret(PREFIX, key);
}

/** What is stored of a key. */
export function apiKeyHash(key: string): Buffer {
  return secretHash(key);
}

/** What may be shown of a key, so that people can tell theirs apart. */
export function shownPart(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
