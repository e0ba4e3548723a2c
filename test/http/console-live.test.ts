import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { beginRound } from '../../src/domain/ledger/round-store.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { IDLE_MS, SEEN_EVERY_MS } from '../../src/domain/operators/lifetimes.ts';
import { insertRequest, takeRequest } from '../../src/domain/operators/request-store.ts';
import { insertFollowUp } from '../../src/domain/programs/follow-up-store.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer } from '../support/factories.ts';
import { cookieOf, joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let cookie: string;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  cookie = cookieOf(await joinedOperator(test.deps, 'admin'));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const DEED = '1 action waits for a second person.';
const CHANGE = 'The last change of the program has not reached every customer yet.';
const DRIFT = 'The check of the ledger found points that do not add up.';
const FINDING = { customer_id: 1, what: 'points_approved', id: null, stored: 2, summed: 1 };

const OVERVIEW = '/console/p/ours/overview';
const EVENTS = `${OVERVIEW}/events`;
const get = (path: string) => supertest(test.url).get(path).set('cookie', cookie);
const markOf = (text: string) => /(?:data-mark="|"mark":")([^"]+)"/.exec(text)?.[1];
const asItStands = async () => markOf((await get(EVENTS).expect(200)).text);

describe('the overview', () => {
  it('names its events and the state that it shows, unless its span is over', async () => {
    const { text } = await get(OVERVIEW).expect(200);
    expect(text).toContain(`data-live="${EVENTS}"`);
    expect(markOf(text)).toBe(await asItStands());
    const past = await get(`${OVERVIEW}?from=2020-01-01&to=2020-01-31`).expect(200);
    expect(past.text).not.toContain('data-live');
    expect(past.text).not.toContain('/assets/fresh-');
  });

  it('stands otherwise once points are counted, and once something needs attention', async () => {
    const before = await asItStands();
    expect(await asItStands()).toBe(before);
    const program = (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;
    await createCustomer(test.deps, program, { merchant_id: '1001', points: 40 });
    await countFigures(test.deps);
    const counted = await asItStands();
    expect(counted).not.toBe(before);
    const address = 'https://shop.example/hooks';
    const webhook = { program_id: program.id, topic: 'customers/update', address, by: TESTER } as const;
    await subscribe(test.deps, webhook);
    await test.deps.db
      .updateTable('webhook_endpoints')
      .set({ disabled_at: ts(test.clock.real()), disabled_reason: 'gone' })
      .execute();
    expect(await asItStands()).not.toBe(counted);
  });

  it('says what else needs attention: deeds for two people, a change on its way, points that do not add up', async () => {
    const { db } = test.deps;
    const { id: program_id } = (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;
    const manager = cookieOf(await joinedOperator(test.deps, { program_id, role: 'manager' }));
    const now = test.clock.real();
    const told = async (by: string) => {
      const { text } = await supertest(test.url).get(OVERVIEW).set('cookie', by).expect(200);
      const state = await supertest(test.url).get(EVENTS).set('cookie', by).expect(200);
      expect(markOf(text)).toBe(markOf(state.text));
      return [DEED, CHANGE, DRIFT].map((words) => text.includes(words));
    };
    const before = await asItStands();
    expect(await told(manager)).toEqual([false, false, false]);

    const customer = await db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    const { id: operator_id } = await db.selectFrom('operators').select('id').executeTakeFirstOrThrow();
    const request = { program_id, customer_id: customer.id, operator_id, kind: 'erasure' as const };
    const facts = { points: null, reason_code: null, note: null, created_at: now };
    const asked = await runInTransaction(test.deps, undefined, (tx) =>
      insertRequest(tx, { ...request, ...facts }, null),
    );
    await runInTransaction(test.deps, undefined, (tx) =>
      insertFollowUp(
        tx,
        { program_id, version: 1, recounted: [], facts_may_give_more: false },
        { now, leased_until: now },
      ),
    );
    expect(await asItStands()).not.toBe(before);
    expect(await told(manager)).toEqual([true, true, false]);

    await beginRound(db, now);
    const found = (program: number) =>
      db
        .updateTable('ledger_rounds')
        .set({ drifts: 1, findings: JSON.stringify([{ ...FINDING, program_id: program }]) })
        .execute();
    await found(program_id + 1);
    expect([await told(manager), await told(cookie)]).toEqual([
      [true, true, false],
      [true, true, true],
    ]);
    await found(program_id);
    expect(await told(manager)).toEqual([true, true, true]);

    await runInTransaction(test.deps, undefined, (tx) => takeRequest(tx, program_id, asked));
    await db.deleteFrom('program_follow_ups').execute();
    await db.deleteFrom('ledger_rounds').execute();
    expect(await asItStands()).toBe(before);
  });

  it('sends its state to whoever listens, as an event', async () => {
    const answer = await fetch(test.url + EVENTS, { headers: { cookie, accept: 'text/event-stream' } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('data: ')) told += (await reader.read()).value;
    expect(JSON.parse(/data: (.*)/.exec(told)![1]!)).toMatchObject({ ended: false });
    await reader.cancel();
  });

  it.each(['text/event-stream', '*/*'])('lets nothing on the way keep its state: %s', async (accept) => {
    const answer = await fetch(test.url + EVENTS, { headers: { cookie, accept } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await answer.body!.cancel();
  });
});

describe('a screen that asks by itself', () => {
  it.each([
    ['for events', { accept: 'text/event-stream' }, false],
    ['for how things stand', { 'x-by-itself': '1' }, false],
    ['by a click', {}, true],
  ])('leaves the cookie to a session that began meanwhile: %s', async (_, headers, drops) => {
    const gone = `${cookie.split('=')[0]}=loyalty_os_gone`;
    const answer = await fetch(test.url + EVENTS, {
      headers: { cookie: gone, ...headers },
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([303, drops]);
  });

  it.each([
    ['for events', { accept: 'text/event-stream' }],
    ['for how things stand', { 'x-by-itself': '1' }],
  ])('%s keeps no session going: nobody may be sitting before it', async (_for, headers) => {
    const own = cookieOf(await joinedOperator(test.deps, 'admin'));
    const ask = (how: Record<string, string>) =>
      supertest(test.url).get('/console/account').set('cookie', own).set(how);
    const steps = Math.ceil(IDLE_MS / SEEN_EVERY_MS);
    for (let step = 0; step < steps; step += 1) {
      await ask(headers).expect(200);
      test.clock.advance(SEEN_EVERY_MS);
    }
    await ask(headers).expect(303);
    const used = cookieOf(await joinedOperator(test.deps, 'admin'));
    for (let step = 0; step < steps; step += 1) {
      await supertest(test.url).get('/console/account').set('cookie', used).expect(200);
      test.clock.advance(SEEN_EVERY_MS);
    }
    await supertest(test.url).get('/console/account').set('cookie', used).expect(200);
  });
});
