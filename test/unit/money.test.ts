import { describe, expect, it } from 'vitest';
import {
  convertMinor,
  currencyDigits,
  presentMoney,
  presentPercentage,
  toDecimal,
  toDecimalString,
  toMinor,
} from '../../src/domain/core/money.ts';

describe('amounts', () => {
  it('come back from the largest that are handled', () => {
    for (const minor of [99_999_999_999_999, 100_000_000_000_001, 123_456_789_012_345]) {
      expect(toMinor(toDecimal(minor, 'USD'), 'USD')).toBe(minor);
    }
  });

  it('have the decimals of their currency', () => {
    expect(['USD', 'EUR', 'JPY', 'KWD', 'CLF'].map(currencyDigits)).toEqual([2, 2, 0, 3, 4]);
    expect(toDecimalString(990, 'USD')).toBe('9.90');
    expect(toDecimalString(990, 'JPY')).toBe('990');
    expect(toDecimalString(990, 'KWD')).toBe('0.990');
  });

  it.each([
    [9.9, 'USD', 990],
    [1.005, 'USD', 101],
    [1.004999, 'USD', 100],
    [8.165, 'USD', 817],
    [-1.005, 'USD', -101],
    [1e-7, 'USD', 0],
    [0.5, 'JPY', 1],
    [0.4999, 'JPY', 0],
    [1.2345, 'KWD', 1235],
    [1e13, 'USD', 1e15],
    [9e13, 'USD', 9e15],
  ])('of %d %s written by a caller are %d minor units', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor);
  });

  it('beyond the safe integers are none', () => {
    expect(
      [1e14, 1e300, Number.POSITIVE_INFINITY, Number.NaN].map((amount) => toMinor(amount, 'USD')),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('conversion', () => {
  it('is into the minor units of the other currency, to the nearest', () => {
    expect(convertMinor(1000, 'USD', 'EUR', 0.92)).toBe(920);
    expect(convertMinor(1001, 'USD', 'JPY', 150)).toBe(1502);
    expect(convertMinor(1000, 'JPY', 'USD', 0.0067)).toBe(670);
    expect(convertMinor(1000, 'USD', 'KWD', 0.307)).toBe(3070);
  });

  it('into the same currency changes nothing, whatever the rate', () => {
    expect(convertMinor(999, 'USD', 'USD', 7)).toBe(999);
  });
});

describe('how money is shown', () => {
  it.each([
    [500, 'USD', 'en', 5, '$5'],
    [990, 'USD', 'en', 9.9, '$9.90'],
    [0, 'USD', 'en', 0, '$0'],
    [100, 'JPY', 'en', 100, '¥100'],
    [1500, 'KWD', 'en', 1.5, 'KWD 1.500'],
    [1000, 'KWD', 'en', 1, 'KWD 1'],
    [123_456, 'EUR', 'de', 1234.56, '1.234,56 €'],
    [120_000, 'EUR', 'de', 1200, '1.200 €'],
  ])('%i minor units of %s in %s', (minor, currency, language, amount, formatted) => {
    const shown = presentMoney(minor, currency, language);
    expect(shown.amount).toBe(amount);
    expect(shown.formatted.replace(/\s/g, ' ')).toBe(formatted);
  });

  it('percentages have up to two decimals', () => {
    expect(presentPercentage(10, 'en')).toEqual({ percentage: 10, formatted: '10%' });
    expect(presentPercentage(12.5, 'en').formatted).toBe('12.5%');
    expect(presentPercentage(7.25, 'de').formatted.replace(/\s/g, ' ')).toBe('7,25 %');
  });
});
