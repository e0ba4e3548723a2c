import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { IDS_OF_A_SHARD } from '../../src/db/shard-numbers.ts';
import { shardNumberOfSecret } from '../../src/domain/core/checked-secret.ts';
import { apiKeyHash, isWellFormedApiKey, newApiKey, shownPart } from '../../src/domain/programs/api-key.ts';

const random = { bytes: randomBytes };
const fixed = (byte: number) => ({ bytes: (size: number) => Buffer.alloc(size, byte) });

describe('an API key', () => {
  it('is the prefix, 27 base-62 digits of 160 bits and a checksum of six', () => {
    expect(newApiKey(1, fixed(0))).toMatch(/^loyalty_0{27}[0-9A-Za-z]{6}$/);
    expect(newApiKey(1, fixed(255)).length).toBe(newApiKey(1, fixed(0)).length);
    expect(newApiKey(1, random)).toMatch(/^loyalty_[0-9A-Za-z]{33}$/);
  });

  it('keeps its format: keys of older versions stay well-formed', () => {
    expect(newApiKey(1, fixed(7))).toBe('loyalty_10AOhycyamkKyENaw2sLSsN3q0V0VW2D5');
  });

  it('says in which schema its program was made, unless that is the home', () => {
    for (const [id, number] of [
      [1, 0],
      [IDS_OF_A_SHARD - 1, 0],
      [3 * IDS_OF_A_SHARD + 17, 3],
      [2_047 * IDS_OF_A_SHARD + 17, 2_047],
    ] as const) {
      const key = newApiKey(id, random);
      expect(key).toMatch(
        number === 0 ? /^loyalty_[0-9A-Za-z]{33}$/ : new RegExp(`^loyalty_${number}_[0-9A-Za-z]{33}$`),
      );
      expect([isWellFormedApiKey(key), shardNumberOfSecret(key)]).toEqual([true, number]);
    }
    const key = newApiKey(3 * IDS_OF_A_SHARD, random);
    expect(shownPart(key)).toBe(key.slice(0, 'loyalty_3_'.length + 4));
    for (const forged of [key.replace('_3_', '_4_'), key.replace('_3_', '_03_'), key.replace('_3_', '_')]) {
      expect(isWellFormedApiKey(forged)).toBe(false);
    }
  });

  it('differs for different bits', () => {
    const keys = new Set(Array.from({ length: 1_000 }, () => newApiKey(1, random)));
    expect(keys.size).toBe(1_000);
  });

  it('is told from every single mistyped, dropped or swapped character', () => {
    const key = newApiKey(1, random);
    expect(isWellFormedApiKey(key)).toBe(true);
    for (let i = 0; i < key.length; i += 1) {
      for (const other of ['0', 'Z', 'a', '_', ' ']) {
        const typo = key.slice(0, i) + other + key.slice(i + 1);
        expect(isWellFormedApiKey(typo)).toBe(typo === key);
      }
      expect(isWellFormedApiKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
      const swapped =
        key.slice(0, i) +
        key
          .slice(i, i + 2)
          .split('')
          .reverse()
          .join('') +
        key.slice(i + 2);
      expect(isWellFormedApiKey(swapped)).toBe(swapped === key);
    }
    expect(isWellFormedApiKey(`${key}\n`)).toBe(false);
    expect(isWellFormedApiKey('')).toBe(false);
  });

  it('is stored as its SHA-256 and shown by its first characters', () => {
    expect(apiKeyHash('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(shownPart('loyalty_0123456789')).toBe('loyalty_0123');
  });
});
