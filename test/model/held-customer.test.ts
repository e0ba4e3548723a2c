import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldCustomers } from '../../src/http/headless/held-customers.ts';
import { presentCustomerOfAnyState } from '../../src/http/headless/present-customer.ts';
import { customerPieces } from '../../src/http/headless/render-customer.ts';
import { timeLeft, timeLeftChangesAt } from '../../src/texts/time-left.ts';
import { randomVisits, readVisitsAt } from '../support/random-visit.ts';
import { NOON } from '../support/sample-customer.ts';

const RUNS = 400;
const URL = 'https://loyalty.example/base';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const later = fc.oneof(
  fc.constantFrom(0, 1, MINUTE, HOUR, 12 * HOUR, 16 * HOUR, DAY, 31 * DAY),
  fc.integer({ min: 0, max: HOUR }),
  fc.integer({ min: 0, max: 400 * DAY }),
);

describe('a customer whose text is held', () => {
  it('reads at any later moment as it is presented then, as long as it is held', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(randomVisits, later, async (random, passed) => {
        for (const [first, then] of await readVisitsAt(random, [NOON, NOON + passed])) {
          const { view, question, customer } = first!;
          const { channel, country } = question;
          const reading = { view, channel, country, merchant_id: customer.row.merchant_id };
          const held = new HeldCustomers(1_000_000);
          for (let times = 0; times < 2; times += 1)
            held.hold(reading, customer, customerPieces(view, URL, customer));
          const text = held.find(reading, NOON + passed)?.pieces.text();
          if (text === undefined) continue;
          found += 1;
          expect(text).toBe(JSON.stringify(presentCustomerOfAnyState(view, URL, then!.customer)));
        }
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(RUNS / 4);
  });
});

describe('the time left', () => {
  it('reads the same until the moment that is told', () => {
    fc.assert(
      fc.property(fc.integer({ min: -HOUR, max: 40 * DAY }), fc.nat(1_000), (left, thousandths) => {
        const at = NOON + left;
        const until = Math.min(timeLeftChangesAt(at, NOON), NOON + 50 * DAY);
        const meanwhile = NOON + Math.floor(((until - 1 - NOON) * thousandths) / 1_000);
        expect(timeLeft(at, meanwhile, 'en')).toBe(timeLeft(at, NOON, 'en'));
        expect(timeLeft(at, until - 1, 'en')).toBe(timeLeft(at, NOON, 'en'));
      }),
      { numRuns: 2_000 },
    );
  });
});
