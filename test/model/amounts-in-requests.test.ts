import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDigits, toDecimal, toDecimalString } from '../../src/domain/core/money.ts';
import { readAmount } from '../../src/http/amounts.ts';

describe('an amount in a request', () => {
  it('is read back from either form in which answers give it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.constantFrom('USD', 'JPY', 'KWD'),
        (minor, currency) => {
          expect(currencyDigits(currency)).toBeGreaterThanOrEqual(0);
          expect(readAmount(toDecimal(minor, currency), currency)).toEqual({ minor });
          expect(readAmount(toDecimalString(minor, currency), currency)).toEqual({ minor });
        },
      ),
    );
  });
});
