import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { IDLE_MS, SEEN_EVERY_MS } from '../../src/domain/operators/lifetimes.ts';
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

const OVERVIEW = '/console/p/ours/overview';
const EVENTS = `${OVERVIEW}/events`;
const get = (path: string) => supertest(test.url).get(path).set('cookie', cookie);
const markOf = (text: string) => /(?:data-mark="|"mark":")([^"]+)"/.exec(text)?.[1];
const asItStands = async () => markOf((await get(EVENTS).expect(200)).text);

describe('the overview', () => {
  it('names its events and the state that it shows, unless its span is over', async () => {
    const { text } = await get(OVERVIEW).expect(200);
    expect(text).toContain(`data-fresh="${EVENTS}"`);
    expect(markOf(text)).toBe(await asItStands());
    const past = await get(`${OVERVIEW}?from=2020-01-01&to=2020-01-31`).expect(200);
    expect(past.text).not.toContain('data-fresh');
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

  it('sends its state to whoever listens, as an event', async () => {
    const answer = await fetch(test.url + EVENTS, { headers: { cookie, accept: 'text/event-stream' } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('data: ')) told += (await reader.read()).value;
    expect(JSON.parse(/data: (.*)/.exec(told)![1]!)).toMatchObject({ ended: false });
    await reader.cancel();
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
