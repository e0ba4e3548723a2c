import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, ruleDefinition } from '../support/factories.ts';
import { type Joined, joinedOperator } from '../support/operators.ts';
import { sendJson } from '../support/send-json.ts';

const QUEUE = '/console/p/ours/queue';
const HOSTILE = '<script>alert(1)</script>"\'&';

let test: TestApp;
let program: Program;
let agent: Joined;
let browser: ConsoleBrowser;
let count = 0;
let ada: { id: number; merchant_id: string };

beforeAll(async () => {
  const slow = (title: string) =>
    ruleDefinition({ kind: 'review', properties: {}, title, approval_period_seconds: 3_600 });
  test = await buildTestApp({
    program: {
      key: 'ours',
      rules: [
        { key: 'review', definition: slow(HOSTILE) },
        { key: 'follow', definition: ruleDefinition() },
        ...['answer', 'long_answer'].map((key) => ({
          key,
          definition: ruleDefinition({
            kind: 'custom',
            properties: { name: 'answer' },
            title: key,
            approval_period_seconds: 3_600,
          }),
        })),
      ],
    },
  });
  program = await test.program();
  agent = await joinedOperator(test.deps, { program_id: program.id, role: 'support' });
});
afterAll(() => test.close());

beforeEach(async () => {
  browser = browserOf(test, agent);
  count += 1;
  const merchant_id = `ada-${count}`;
  ada = await createCustomer(test.deps, program, { merchant_id, email: `${merchant_id}@shop.example` });
});
afterEach(() => expectLedgerBalanced(test.deps));

/** Reports a review of Ada, which waits. Returns its id. */
async function review(merchant_id: string): Promise<number> {
  const report = { name: '$review', merchant_id: `${count}-${merchant_id}`, customer_id: ada.merchant_id };
  await test.post('/v2/activities', { ...report, customer_email: null }).expect(201);
  const { id } = await test.deps.db
    .selectFrom('activities')
    .select('id')
    .where('merchant_id', '=', report.merchant_id)
    .executeTakeFirstOrThrow();
  return id;
}

/** Reports an answer of Ada, which completes two rules that wait. Returns the ids of both. */
async function both(merchant_id: string): Promise<[number, number]> {
  const report = { name: 'answer', merchant_id: `${count}-${merchant_id}`, customer_id: ada.merchant_id };
  await test.post('/v2/activities', { ...report, customer_email: null }).expect(201);
  const rows = await test.deps.db
    .selectFrom('activities')
    .select('id')
    .where('merchant_id', '=', report.merchant_id)
    .orderBy('id')
    .execute();
  return [rows[0]!.id, rows[1]!.id];
}

const fieldFor = (id: number) => `activity-${id}-${ada.id}`;
const shown = async (query = '') => (await browser.get(`${QUEUE}?customer=${ada.merchant_id}${query}`)).text;
const states = async (...ids: number[]) => {
  const rows = await test.deps.db
    .selectFrom('activities')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)!.state);
};
/** Sends the form as a browser does whose ten seconds are over. */
const send = async (state: string, ids: number[], rest: object = { confirmed: 'yes' }) => {
  const fields = Object.fromEntries(ids.map((id) => [fieldFor(id), 'on']));
  const token = fieldOf(await shown(), 'token');
  return browser.post(`${QUEUE}/activities`, { token, state, ...fields, ...rest });
};

describe('the activities that wait', () => {
  it('stand in the queue, the oldest first, and nothing runs of their names', async () => {
    const ids = [await review('a'), await review('b')];
    const text = await shown();
    const places = ids.map((id) => text.indexOf(`name="${fieldFor(id)}"`));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1]).toBeGreaterThan(places[0]!);
    expect(text).toContain('&lt;script>alert(1)');
    expect(text).not.toMatch(/ style=|<script(?! type="module" src=)| on\w+=/);
  });

  it('are chosen by rule, cause, points, age and customer', async () => {
    const id = await review('a');
    const has = async (query: string) => (await shown(query)).includes(fieldFor(id));
    expect(await has('')).toBe(true);
    for (const query of [
      '&rule=review',
      '&cause=other',
      '&above=49',
      '&older=0',
      '&rule=nothing',
      '&above=%2049%20',
    ])
      expect([query, await has(query)]).toEqual([query, true]);
    for (const query of ['&above=x', '&above=1,000', '&above=1e3'])
      expect(await shown(query)).toContain('id="above-wrong"');
    expect(await has('&above=1,000')).toBe(false);
    for (const query of ['&cause=order', '&above=50', '&older=1', '&rule=follow', `&after=${id}`])
      expect([query, await has(query)]).toEqual([query, false]);
    expect((await browser.get(`${QUEUE}?customer=nobody`)).text).toContain('Nothing was found');
  });
});

it('an activity is not asked about with another customer than its own', async () => {
  const id = await review('a');
  const bob = await createCustomer(test.deps, program, { merchant_id: `bob-${count}`, email: null });
  const form = { token: fieldOf(await shown(), 'token'), state: 'approved' };
  const asked = (customer: number) =>
    browser.post(`${QUEUE}/activities`, { ...form, [`activity-${id}-${customer}`]: 'on' });
  const own = await asked(ada.id);
  expect(own.status).toBe(200);
  expect(own.text).toContain('Approve these?');
  expect(own.text).toContain(ada.merchant_id);
  const other = await asked(bob.id);
  expect(other.status).toBe(404);
  expect(other.text).toContain('It is not there any more. Look again.');
  expect(other.text).not.toContain('Approve these?');
});

it('the count of the queue is told as it stands', async () => {
  const { body } = await browser.get(`${QUEUE}/progress`);
  expect(body).toEqual({
    text: expect.stringMatching(/^\d+ activit(y waits|ies wait)\.$/),
    ended: false,
  });
});

describe('a decision on several activities', () => {
  it('asks first where no script waits for whoever takes it back', async () => {
    const ids = [await review('a'), await review('b')];
    const asked = await send('approved', ids, {});
    expect(asked.text).toContain('Approve these?');
    expect(asked.text).toContain('Approve 2');
    expect(await states(...ids)).toEqual(['pending', 'pending']);
    expect((await send('approved', [])).text).toContain('Choose activities first.');
  });

  it.each(['approved', 'declined'] as const)('is done once, by whoever is signed in: %s', async (state) => {
    const ids = [await review('a'), await review('b'), await review('c')];
    const done = await send(state, ids.slice(0, 2));
    expect(done.text).toContain(`2 activities are ${state}.`);
    expect(await states(...ids)).toEqual([state, state, 'pending']);
    const audited = await test.deps.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'activity.resolved')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(audited.map(({ actor_id }) => actor_id)).toEqual([agent.id, agent.id]);
  });

  it('leaves the one that somebody decided on meanwhile, and names both', async () => {
    const ids = [await review('a'), await review('b')];
    const path = `/v2/activities/$review/${count}-a`;
    expect((await sendJson(test.url, 'PUT', path, test.key, { state: 'approved' })).status).toBe(204);
    const done = await send('declined', ids);
    expect(done.text).toContain('1 activity is declined.');
    expect(done.text).toContain(`ada-${count}@shop.example: it was approved meanwhile. Nothing was done.`);
    expect(await states(...ids)).toEqual(['approved', 'declined']);
  });

  it('names the operator who decided meanwhile', async () => {
    const id = await review('a');
    await send('approved', [id]);
    const { name } = await test.deps.db
      .selectFrom('operators')
      .select('name')
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow();
    expect((await send('declined', [id])).text).toContain(`it was approved meanwhile by ${name}.`);
  });

  it('decides on what else waits of a report, and names it before and after', async () => {
    const [id] = await both('two');
    const asked = await send('declined', [id], {});
    expect(asked.text).toContain('Decline 2');
    expect(asked.text).toContain('from the same report');
    const done = await send('declined', [id]);
    expect(done.text).toContain('2 activities are declined.');
    expect(done.text).toContain('declined too. It waited and comes from the same report.');
  });

  it('comes back to the queue that was asked for, and so does whoever loads its answer anew', async () => {
    const id = await review('a');
    const query = `?cause=other&above=10&customer=${ada.merchant_id}`;
    const { text } = await browser.get(QUEUE + query);
    const action = `${QUEUE}/activities${query}`;
    expect(text).toContain(`action="${action.replaceAll('&', '&amp;')}"`);
    const form = { token: fieldOf(text, 'token'), state: 'approved', [fieldFor(id)]: 'on' };
    const asked = await browser.post(action, form);
    for (const address of [action, QUEUE + query])
      expect(asked.text).toContain(`="${address.replaceAll('&', '&amp;')}"`);
    const done = await browser.post(action, { ...form, confirmed: 'yes' });
    expect(done.text).toContain('1 activity is approved.');
    expect(done.text).toContain('value="10" id="above"');
    expect((await browser.get(action)).headers.location).toBe(QUEUE + query);
    expect((await browser.get(`${QUEUE}/1${query}`)).headers.location).toBe(QUEUE + query);
  });

  it('leaves one that is shown with another customer', async () => {
    const id = await review('a');
    const token = fieldOf(await shown(), 'token');
    const form = { token, state: 'approved', confirmed: 'yes', [`activity-${id}-1`]: 'on' };
    const left = await browser.post(`${QUEUE}/activities`, form);
    expect(left.text).toContain('role="alert"');
    expect(await states(id)).toEqual(['pending']);
  });
});
