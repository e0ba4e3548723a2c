import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertBackMinor, convertMinor } from '../../src/domain/core/money.ts';

describe('the sum of a cart', () => {
  it('reaches a minimum exactly when it reaches what that reads in its currency', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.double({ min: 0.001, max: 2000, noNaN: true }),
        currency,
        currency,
        (minimum, off, rate, from, to) => {
          fc.pre(from !== to);
          const shown = convertMinor(minimum, to, from, rate);
          const cart = Math.max(0, shown + off);
          expect(convertBackMinor(cart, from, to, rate)! >= minimum).toBe(cart >= shown);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
