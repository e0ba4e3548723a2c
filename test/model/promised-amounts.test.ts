import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenAmount, promisedToday, takenFromCard } from '../../src/domain/claims/promised-amounts.ts';
import { programSettings } from '../support/factories.ts';

const CURRENCIES = ['USD', 'JPY', 'KWD', 'EUR', 'HUF'] as const;
const currency = fc.constantFrom(...CURRENCIES);
const rates = fc.record(
  Object.fromEntries(CURRENCIES.map((name) => [name, fc.double({ min: 0.001, max: 2000, noNaN: true })])),
) as fc.Arbitrary<Record<string, number>>;

const withRates = (own: string, currency_rates: Record<string, number>) => ({
  currency: own,
  rates_of_before: {},
  settings: programSettings({ currency_rates }),
});

describe('a gift card of any currency, spent in others while the rates change', () => {
  it('is never charged more than it holds by somebody who takes what it is shown to hold or less', () => {
    fc.assert(
      fc.property(
        currency,
        currency,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.array(fc.record({ in: currency, share: fc.double({ min: 0, max: 1, noNaN: true }), rates }), {
          maxLength: 6,
        }),
        rates,
        (own, given, initial, orders, first) => {
          const promised = promisedToday(withRates(own, first), given);
          let balance = initial;
          for (const order of orders) {
            const program = withRates(own, order.rates);
            const card = { ...promised, current_balance_minor: balance };
            const shown = givenAmount(program, promised, balance, order.in);
            const minor = Math.floor(shown * order.share);
            const taken = takenFromCard(program, card, { minor, currency: order.in });
            expect(taken).toBeGreaterThanOrEqual(0);
            if (balance > 0) expect(taken).toBeLessThanOrEqual(balance);
            if (shown > 0)
              expect(takenFromCard(program, card, { minor: shown, currency: order.in })).toBe(balance);
            balance -= Math.min(taken, balance);
          }
          const last = withRates(own, first);
          expect(givenAmount(last, promised, initial, given)).toBe(initial);
        },
      ),
      { numRuns: 500 },
    );
  });
});
