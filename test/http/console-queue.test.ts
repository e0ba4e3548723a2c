import { afterAll, beforeAll, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { makeRequest } from '../../src/domain/operations/manage-requests.ts';
import { purgeEndedAccess } from '../../src/domain/operators/purge-ended.ts';
import { countRequests, MOST_REQUESTS } from '../../src/domain/operators/request-store.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, fieldOf } from '../support/console.ts';
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
  const wanted = {
    kind: 'points',
    points: 50,
    reason_code: 'goodwill',
    internal_note: 'Ticket <9>',
  } as const;
  const by = { kind: 'operator', id: agent.id, request_id: 'r-1' } as const;
  return (await makeRequest(test.deps, { program, customer_id: ada, wanted, by })).request_id;
}

it('shows whoever decides the note of whoever asked, in the queue and on the screen of the customer', async () => {
  await ask();
  const browser = browserOf(test, manager);
  for (const path of ['queue', `customers/${ada}`]) {
    const { text } = await browser.get(`${PLACE}/${path}`);
    expect(text).toContain('Add 50 points (goodwill). “Ticket &lt;9>”');
  }
});

it('shows whoever decides the file of whoever asked, to be saved, until it is decided', async () => {
  const bytes = Buffer.from('%PDF-1.7 a receipt');
  const { id: bob } = await createCustomer(test.deps, program, { merchant_id: 'bob', points: 100 });
  const asker = browserOf(test, agent);
  const form = { token: await asker.token(), way: 'add', points: '60', reason: 'goodwill' };
  const file = { name: 'receipt <1>.pdf', bytes };
  const asked = await asker.upload(`${PLACE}/customers/${bob}/points`, form, file, 'note_file');
  expect(asked.headers.location).toContain('done=requested');
  const browser = browserOf(test, manager);
  for (const path of ['queue', `customers/${bob}`])
    expect((await browser.get(`${PLACE}/${path}`)).text).toContain('Save receipt &lt;1>.pdf');
  const queue = (await browser.get(`${PLACE}/queue`)).text;
  const [, address, id] = /href="([^"]*\/queue\/(\d+)\/file)"/.exec(queue)!;
  const saved = await browser.get(address!);
  expect([saved.headers['content-type'], Buffer.compare(saved.body, bytes)]).toEqual(['application/pdf', 0]);
  expect(saved.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  const analyst = await joinedOperator(test.deps, { program_id: program.id, role: 'analyst' });
  expect((await browserOf(test, analyst).get(address!)).status).toBe(403);
  const token = fieldOf(queue, 'token');
  await browser.post(`${PLACE}/queue/${id}`, { token, customer: bob, decision: 'approve' });
  expect((await browser.get(address!)).status).toBe(404);
  expect((await browser.get(`${PLACE}/customers/${bob}`)).text).toMatch(/\/notes\/\d+\/file"/);
});

it('has no file any more where a server of an earlier version took the request alone', async () => {
  const { id: carl } = await createCustomer(test.deps, program, { merchant_id: 'carl', points: 100 });
  const asker = browserOf(test, agent);
  const form = { token: await asker.token(), way: 'add', points: '60', reason: 'goodwill' };
  const file = { name: 'receipt.txt', bytes: Buffer.from('a receipt') };
  const asked = async () => {
    await asker.upload(`${PLACE}/customers/${carl}/points`, form, file, 'note_file');
    const { text } = await asker.get(`${PLACE}/customers/${carl}`);
    return /href="([^"]*\/queue\/(\d+)\/file)"/.exec(text)!;
  };
  const files = () => test.deps.db.selectFrom('operator_request_files').select('request_id').execute();
  const [, address, id] = await asked();
  const browser = browserOf(test, manager);
  await purgeEndedAccess(test.deps);
  expect((await browser.get(address!)).status).toBe(200);
  await test.deps.db.deleteFrom('operator_requests').where('id', '=', Number(id)).execute();
  expect((await browser.get(address!)).status).toBe(404);
  await purgeEndedAccess(test.deps);
  expect(await files()).toEqual([]);
});

it('is decided by a colleague, and taken back by whoever asked', async () => {
  const [first, second] = [await ask(), await ask()];
  const send = async (by: Joined, id: number, decision: string) => {
    const browser = browserOf(test, by);
    const token = fieldOf((await browser.get(`${PLACE}/queue`)).text, 'token');
    return browser.post(`${PLACE}/queue/${id}`, { token, customer: ada, decision });
  };
  expect((await browserOf(test, agent).get(`${PLACE}/queue`)).text).toContain('Take it back');
  const own = await send(agent, first, 'approve');
  expect([own.status, own.text.includes('You asked for this yourself.')]).toEqual([422, true]);
  expect((await send(agent, first, 'decline')).headers.location).toBe(`${PLACE}/queue?done=declined`);
  expect((await send(manager, second, 'approve')).headers.location).toBe(`${PLACE}/queue?done=approved`);
  const late = await send(manager, second, 'decline');
  expect([late.status, late.text.includes('Somebody decided before,')]).toEqual([404, true]);
  const { body } = await test.get('/v2/customers/ada').expect(200);
  expect(body.customer.points_approved).toBe(150);
});

it('counts all that wait, more than it lists', async () => {
  const request = {
    program_id: program.id,
    kind: 'points',
    customer_id: ada,
    points: 50,
    reason_code: 'goodwill',
    note: null,
    operator_id: agent.id,
    created_at: ts(test.deps.clock.real()),
  } as const;
  const before = await countRequests(test.deps.db, program.id);
  await test.deps.db
    .insertInto('operator_requests')
    .values(Array.from({ length: MOST_REQUESTS + 1 }, () => request))
    .execute();
  const count = before + MOST_REQUESTS + 1;
  const browser = browserOf(test, manager);
  expect((await browser.get(`${PLACE}/overview`)).text).toContain(
    `${count} actions wait for a second person.`,
  );
  expect((await browser.get(`${PLACE}/queue`)).text).toContain(`${count} requests wait`);
});
