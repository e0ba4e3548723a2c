import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRequest } from '../../src/domain/operations/manage-requests.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programSettings } from '../support/factories.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';

const PLACE = '/console/p/ours';

let test: TestApp;
let program: Program;
let agent: Joined;
let manager: Joined;
let ada: number;

beforeAll(async () => {
  const settings = programSettings({ approvals: { points_above: 10 } });
  test = await buildTestApp({ program: { key: 'ours', settings } });
  program = await test.program();
  agent = await joinedOperator(test.deps, { program_id: program.id, role: 'support' });
  manager = await joinedOperator(test.deps, { program_id: program.id, role: 'manager' });
  ada = (await createCustomer(test.deps, program, { merchant_id: 'ada', points: 100 })).id;
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** Asks for 50 points for Ada, as the agent does. Returns the request's id. */
async function ask(): Promise<number> {
  const wish = { kind: 'points', points: 50, reason_code: 'goodwill', internal_note: 'Ticket <9>' } as const;
  const by = { kind: 'operator', id: agent.id, request_id: 'r-1' } as const;
  return (await makeRequest(test.deps, { program, customer_id: ada, wish, by })).request_id;
}

it('shows whoever decides the note of whoever asked, in the queue and on the screen of the customer', async () => {
  await ask();
  const browser = browserOf(test, manager);
  for (const path of ['queue', `customers/${ada}`]) {
    const { text } = await browser.get(`${PLACE}/${path}`);
    expect(text).toContain('Add 50 points (goodwill). “Ticket &lt;9>”');
  }
});
