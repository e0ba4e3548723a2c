import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { HeldCustomers, type Reading } from '../../src/http/headless/held-customers.ts';
import { readShown, type ShownCustomer } from '../../src/http/headless/show-customer.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { cartLine, platformCart, session } from '../support/carts.ts';
import { type History, historySteps } from '../support/history-steps.ts';
import { beginModelProgram } from '../support/ledger-program.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { Step } from '../support/step.ts';
import { testDomain } from '../support/test-domain.ts';

const HISTORIES = 12;
const PEOPLE = 4;
const PLENTY = 10_000_000;
const domain = testDomain();

function readingOf(merchant_id: string): Reading {
  const { program } = domain;
  const site = program.sites.at(-1)!;
  const view = storefrontView(program, site, site.languages[0]!);
  return { view, channel: 'web', country: 'US', merchant_id };
}

/** A text, or the code with which the read was refused. */
async function textOr(read: Promise<ShownCustomer>): Promise<string> {
  try {
    return (await read).text.text;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

function shown(held: HeldCustomers, merchant_id: string): Promise<string> {
  return textOr(readShown(domain.deps, held, readingOf(merchant_id), async (customer) => customer));
}

/** The text as it is if none is held. */
function plain(merchant_id: string): Promise<string> {
  return shown(new HeldCustomers(PLENTY), merchant_id);
}

const visiting = fc.tuple(fc.nat(PEOPLE - 1), fc.integer({ min: 1, max: 4 })).map(
  ([who, quantity]) =>
    new Step<History>(`${who} has ${quantity} in the cart`, ({ name }) =>
      outcomeOf(
        session(domain, {
          merchant_id: `${name}-${who}`,
          cart: platformCart([cartLine({ quantity })]),
        }),
      ),
    ),
);

describe.each([
  ['never expire', null, 'allow'],
  ['expire after four months', { mode: 'after_earning', duration_months: 4 }, 'within_balance'],
  ['go without a purchase', { mode: 'inactivity_since_purchase', duration_months: 3 }, 'allow'],
] as const)('where points %s, a customer whose text is held', (_, expiry, negative) => {
  it('reads as one whose text is not, whatever happened in between', async () => {
    await beginModelProgram(domain, expiry, negative);
    const marks = vi.spyOn(domain.deps.hot, 'runEach');
    let histories = 0;
    const steps = fc.tuple(historySteps(20), fc.array(visiting, { maxLength: 5 }));
    const property = fc.asyncProperty(steps, async ([acts, visits]) => {
      histories += 1;
      const name = `h${histories}`;
      const history: History = { domain, name, orders: [], imports: [] };
      const people = Array.from({ length: PEOPLE }, (_, who) => `${name}-${who}`);
      for (const merchant_id of people.slice(1)) await domain.customer({ merchant_id });
      const held = new HeldCustomers(PLENTY);
      for (const [place, act] of acts.entries()) {
        for (const step of [act, visits[place]]) {
          if (!step) continue;
          for (const merchant_id of people) {
            await shown(held, merchant_id);
            await shown(held, merchant_id);
          }
          await step.act(history);
          for (const merchant_id of people)
            expect(await shown(held, merchant_id)).toBe(await plain(merchant_id));
        }
      }
    });
    await fc.assert(property, { numRuns: HISTORIES });
    const asked = marks.mock.calls.filter(([{ name }]) => name === 'storefront_marks');
    expect(asked.length).toBeGreaterThan(HISTORIES * 20);
    marks.mockRestore();
  });
});
