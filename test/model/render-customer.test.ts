import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentCustomerOfAnyState } from '../../src/http/headless/present-customer.ts';
import { renderCustomerOfAnyState } from '../../src/http/headless/render-customer.ts';
import { randomVisits, readVisits } from '../support/random-visit.ts';

const RUNS = 300;
const URL = 'https://loyalty.example/base';

describe('the rendered customer', () => {
  it('is letter for letter the presented one, whatever the program and the customer', async () => {
    await fc.assert(
      fc.asyncProperty(randomVisits, async (random) => {
        for (const { view, customer } of await readVisits(random)) {
          expect(renderCustomerOfAnyState(view, URL, customer).text).toBe(
            JSON.stringify(presentCustomerOfAnyState(view, URL, customer)),
          );
        }
      }),
      { numRuns: RUNS },
    );
  });
});
