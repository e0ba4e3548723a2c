import { describe, expect, it } from 'vitest';
import { readAmount } from '../../src/http/amounts.ts';

describe('an amount in a request', () => {
  it.each([
    [49.9, 'USD', 4990],
    ['49.90', 'USD', 4990],
    ['49.9000', 'USD', 4990],
    ['049.9', 'USD', 4990],
    [0, 'USD', 0],
    [-0, 'USD', 0],
    [1.005e2, 'USD', 10050],
    [100, 'JPY', 100],
    ['100.00', 'JPY', 100],
    [1.005, 'KWD', 1005],
    [1e10, 'USD', 1_000_000_000_000],
    [0.1 + 0.2, 'USD', 30],
    [1.1 + 2.2, 'USD', 330],
    [4.35 * 100, 'JPY', 435],
    [0.1 + 0.2, 'KWD', 300],
    [1_000_000.1 + 0.2, 'USD', 100_000_030],
    [5e-324, 'USD', 0],
  ])('of %o %s is %d of the smallest coins', (amount, currency, minor) => {
    expect(readAmount(amount, currency)).toEqual({ minor });
  });

  it.each([
    [1.005, 'USD', 'must have at most 2 decimals'],
    ['0.001', 'USD', 'must have at most 2 decimals'],
    ['0.30000000000000004', 'USD', 'must have at most 2 decimals'],
    [0.300001, 'USD', 'must have at most 2 decimals'],
    [1e-7, 'USD', 'must have at most 2 decimals'],
    [1e-8, 'JPY', 'must be whole: JPY has no decimals'],
    [0.5, 'JPY', 'must be whole: JPY has no decimals'],
    [10_000_000_000.01, 'USD', 'must be at most 10000000000'],
    [1e21, 'USD', 'must be at most 10000000000'],
    [Number.MAX_VALUE, 'JPY', 'must be at most 1000000000000'],
    ['9'.repeat(32), 'USD', 'must be at most 10000000000'],
    ['49,90', 'USD', 'must be a number such as 10.00'],
    ['ten', 'JPY', 'must be a number such as 10'],
    ['', 'USD', 'must be a number such as 10.00'],
  ])('of %o %s is refused: %s', (amount, currency, complaint) => {
    expect(readAmount(amount, currency)).toEqual({ complaint });
  });
});
