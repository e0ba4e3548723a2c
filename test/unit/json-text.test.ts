import { describe, expect, it } from 'vitest';
import { isExactNumber } from '../../src/domain/core/json-text.ts';

describe('a number in JSON', () => {
  it.each([
    '0',
    '-0',
    '1.50',
    '15e-1',
    '1E2',
    '0.1',
    '9007199254740991',
    '9007199254740992',
    '1e308',
    '5e-324',
    '-1.25e-7',
    '0e999999999',
    '100000000000000000000',
  ])('is exact: %s', (text) => expect(isExactNumber(text)).toBe(true));

  it.each([
    '9007199254740993',
    '12345678901234567890',
    '0.1000000000000000055',
    '1e400',
    '-1e400',
    '1e-400',
    '3.14159265358979323846',
    '1'.repeat(500),
    '1e99999999999',
  ])('is not: %s', (text) => expect(isExactNumber(text)).toBe(false));
});
