import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiKeyHash, isWellFormedApiKey, newApiKey, shownPart } from '../../src/domain/programs/api-key.ts';

const random = { bytes: randomBytes };
const fixed = (byte: number) => ({ bytes: (size: number) => Buffer.alloc(size, byte) });

describe('an API key', () => {
  it('is the prefix, 27 base-62 digits of 160 bits and a checksum of six', () => {
    expect(newApiKey(fixed(0))).toMatch(/^loyalty_0{27}[0-9A-Za-z]{6}$/);
    expect(newApiKey(fixed(255)).length).toBe(newApiKey(fixed(0)).length);
    expect(newApiKey(random)).toMatch(/^loyalty_[0-9A-Za-z]{33}$/);
  });

  it('keeps its format: keys of older versions stay well-formed', () => {
    expect(newApiKey(fixed(7))).toBe('loyalty_10AOhycyamkKyENaw2sLSsN3q0V0VW2D5');
  });

  it('differs for different bits', () => {
    const keys = new Set(Array.from({ length: 1_000 }, () => newApiKey(random)));
    expect(keys.size).toBe(1_000);
  });

  it('is told from every single mistyped, dropped or swapped character', () => {
    const key = newApiKey(random);
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
