import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  programDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let test: TestApp;
let customers = 0;

beforeAll(async () => {
  const tomorrow = ruleDefinition({
    kind: 'birthday',
    title: 'Birthday',
    properties: {},
    approval_period_seconds: 86_400,
  });
  test = await buildTestApp({
    publicUrl: 'https://loyalty.example/shop',
    program: {
      rules: [
        { key: 'follow', definition: ruleDefinition() },
        { key: 'later', definition: tomorrow },
      ],
    },
  });
});
afterAll(() => test.close());

async function newCustomer(points = 0): Promise<CustomerRow> {
  customers += 1;
  const program = await test.program();
  return createCustomer(test.deps, program, {
    merchant_id: `c${customers}`,
    email: `c${customers}@example.com`,
    points,
  });
}

async function give(customer: CustomerRow, points: number, note: string | null = null): Promise<void> {
  await adjustPoints(test.deps, {
    program: await test.program(),
    customer_id: customer.id,
    points,
    note,
    by: TESTER,
  });
}

async function complete(customer: CustomerRow, key: string): Promise<void> {
  const program = await test.program();
  const rule = entryOf(program.rules, key);
  await completeRule(test.deps, {
    program,
    rule_id: rule.id,
    kind: rule.kind,
    customer_merchant_id: customer.merchant_id,
    channel: 'web',
  });
}

async function claim(customer: CustomerRow, key: string, rest: { variant_id?: string } = {}): Promise<void> {
  const program = await test.program();
  await claimReward(test.deps, {
    program,
    reward_id: entryOf(program.rewards, key).id,
    customer_merchant_id: customer.merchant_id,
    channel: 'web',
    country: null,
    session: { kind: 'cart', token: 'cart-1' },
    ...rest,
  });
}

const ids = (response: { body: { transactions: { id: number }[] } }) =>
  response.body.transactions.map(({ id }) => id);

/** Follows a cursor to the end; the pages in their order. */
async function follow(path: string, query: string, way: 'next' | 'prev'): Promise<number[][]> {
  const pages: number[][] = [];
  let response = await test.get(`${path}?${query}`);
  for (;;) {
    expect(response.status, response.text).toBe(200);
    pages.push(ids(response));
    const cursor = response.body.cursor[way];
    if (cursor === '') return pages;
    const limit = new URLSearchParams(query).get('limit') ?? '100';
    response = await test.get(`${path}?cursor=${cursor}&limit=${limit}`);
  }
}

describe('a transaction', () => {
  it('of each kind embeds the node that its resource names', async () => {
    const customer = await newCustomer(1_000);
    await give(customer, -50, 'goodwill taken back');
    await complete(customer, 'follow');
    await claim(customer, 'gift_card');
    await claim(customer, 'mug', { variant_id: '901' });
    const response = await test.get(`/v2/customers/${customer.merchant_id}/transactions`);
    const summary = {
      id: customer.id,
      merchant_id: customer.merchant_id,
      email: customer.email,
      points_pending: 0,
      points_approved: 300,
      points_spent: 700,
    };
    const common = {
      id: expect.any(Number),
      customer: summary,
      points_pending: 0,
      created_at: '2026-01-14T12:00:00.000Z',
    };
    const program = await test.program();
    expect(response.body.transactions).toEqual([
      {
        ...common,
        points_approved: -200,
        resource: 'claimed_reward',
        claimed_reward: expect.objectContaining({
          point_cost: 200,
          state: 'approved',
          session: { kind: 'cart', token: 'cart-1' },
          redeemable: expect.objectContaining({ redeemable_type: 'product' }),
        }),
      },
      {
        ...common,
        points_approved: -500,
        resource: 'claimed_reward',
        claimed_reward: expect.objectContaining({
          redeemable: expect.objectContaining({ redeemable_type: 'gift_card', code: null }),
        }),
      },
      {
        ...common,
        points_approved: 50,
        resource: 'activity',
        activity: {
          id: expect.any(Number),
          merchant_id: expect.stringMatching(/^\d+$/),
          value: 50,
          state: 'approved',
          customer: summary,
          created_at: '2026-01-14T12:00:00.000Z',
          updated_at: '2026-01-14T12:00:00.000Z',
          change_id: expect.any(Number),
          resource: null,
          order: null,
          rule: { id: entryOf(program.rules, 'follow').id, name: '$social_follow', title: 'Follow us' },
        },
      },
      {
        ...common,
        points_approved: -50,
        resource: 'adjustment',
        adjustment: { note: 'goodwill taken back' },
      },
      { ...common, points_approved: 1_000, resource: 'adjustment', adjustment: { note: 'for a test' } },
    ]);
    const document = await test.document();
    expectServedSchema(document, response);
    const mug = response.body.transactions[0].claimed_reward.reward.target_products[0];
    expect(mug).toMatchObject({ variant_id: 901, inventory_count: 9 });
  });

  it('is listed with what falls due for its customer settled', async () => {
    const customer = await newCustomer();
    await complete(customer, 'later');
    test.clock.advance(DAY);
    const { body } = await test.get(`/v2/customers/${customer.merchant_id}/transactions`);
    expect(body.transactions).toMatchObject([
      { points_approved: 50, points_pending: -50, activity: { state: 'approved' } },
      { points_approved: 0, points_pending: 50, activity: { state: 'approved' } },
    ]);
  });

  it('names its customer by any form of the id', async () => {
    const customer = await newCustomer(1);
    const program = await test.program();
    const slashes = await createCustomer(test.deps, program, { merchant_id: 'a/b?c%', points: 1 });
    for (const [path, id] of [
      [`gid:%2F%2Fshop%2FCustomer%2F${customer.merchant_id}`, customer.id],
      [encodeURIComponent('a/b?c%'), slashes.id],
      [encodeURIComponent(encodeURIComponent('a/b?c%')), slashes.id],
    ]) {
      const { body } = await test.get(`/v2/customers/${path}/transactions`);
      expect(body.transactions?.[0].customer.id, String(path)).toBe(id);
    }
    expect((await test.get('/v2/customers/nobody/transactions')).status).toBe(404);
    expect((await test.get('/v2/customers/%2500/transactions')).status).toBe(404);
  });
});

describe('pages', () => {
  let customer: CustomerRow;
  let path: string;
  let all: number[];

  beforeAll(async () => {
    customer = await newCustomer();
    for (let index = 0; index < 7; index += 1) await give(customer, index + 1);
    path = `/v2/customers/${customer.merchant_id}/transactions`;
    all = ids(await test.get(path));
  });

  it('run newest first, each row once, there and back', async () => {
    expect(all).toEqual([...all].sort((a, b) => b - a));
    expect(all).toHaveLength(7);
    expect(await follow(path, 'limit=3', 'next')).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
    const last = await test.get(`${path}?limit=3&cursor=${await cursorOfPage(3)}`);
    expect(ids(last)).toEqual(all.slice(6));
    const back = await test.get(`${path}?limit=3&cursor=${last.body.cursor.prev}`);
    expect(ids(back)).toEqual(all.slice(3, 6));
    const first = await test.get(`${path}?limit=3&cursor=${back.body.cursor.prev}`);
    expect(ids(first)).toEqual(all.slice(0, 3));
    expect(first.body.cursor.prev).toBe('');
    expect(ids(await test.get(`${path}?limit=3&cursor=${first.body.cursor.next}`))).toEqual(all.slice(3, 6));
  });

  async function cursorOfPage(number: number): Promise<string> {
    let cursor = '';
    for (let page = 1; page < number; page += 1) {
      cursor = (await test.get(`${path}?limit=3&cursor=${cursor}`)).body.cursor.next;
    }
    return cursor;
  }

  it('end with an empty next where the last is full', async () => {
    const { body } = await test.get(`${path}?limit=7`);
    expect(body.cursor).toEqual({ prev: '', next: '' });
  });

  it.each(['page=2', 'page=none', 'updated_since=0', 'updated_since=none', 'updated_at_min=none'])(
    'ignore %s, which only listings of other things know',
    async (parameter) => {
      const [plain, odd] = [
        await test.get(`${path}?limit=3`),
        await test.get(`${path}?limit=3&${parameter}`),
      ];
      expect(odd.status, odd.text).toBe(200);
      expect(odd.body.transactions).toEqual(plain.body.transactions);
      const next = await test.get(`${path}?limit=3&cursor=${odd.body.cursor.next}`);
      expect(ids(next)).toEqual(all.slice(3, 6));
    },
  );

  it('may change their length on the way', async () => {
    const { body } = await test.get(`${path}?limit=2`);
    expect(ids(await test.get(`${path}?limit=4&cursor=${body.cursor.next}`))).toEqual(all.slice(2, 6));
  });

  it('run oldest first after since_id, which is exclusive, and at the end the consumer goes on from its last id', async () => {
    const ascending = [...all].reverse();
    expect(await follow(path, `limit=3&since_id=${ascending[0]}`, 'next')).toEqual([
      ascending.slice(1, 4),
      ascending.slice(4),
    ]);
    expect(await follow(path, 'limit=5&since_id=0', 'next')).toEqual([
      ascending.slice(0, 5),
      ascending.slice(5),
    ]);
    const { body } = await test.get(`${path}?since_id=${ascending.at(-1)}`);
    expect(body).toEqual({ transactions: [], cursor: { prev: '', next: '' } });
    const second = (await test.get(`${path}?limit=3&since_id=${ascending[0]}`)).body.cursor.next;
    const page = await test.get(`${path}?limit=3&cursor=${second}`);
    const back = await test.get(`${path}?limit=3&cursor=${page.body.cursor.prev}`);
    expect(ids(back)).toEqual(ascending.slice(1, 4));
    expect(back.body.cursor.prev).toBe('');
  });

  it('show own writes at once, before the first of a listing begun earlier', async () => {
    const begun = await test.get(`${path}?limit=3`);
    const second = await test.get(`${path}?limit=3&cursor=${begun.body.cursor.next}`);
    await give(customer, 99);
    const again = await test.get(`${path}?limit=3`);
    expect(ids(again)).toEqual([expect.any(Number), ...all.slice(0, 2)]);
    const back = await test.get(`${path}?limit=3&cursor=${second.body.cursor.prev}`);
    expect(ids(back)).toEqual(all.slice(0, 3));
    const newer = await test.get(`${path}?limit=3&cursor=${back.body.cursor.prev}`);
    expect(ids(newer)).toEqual(ids(again).slice(0, 1));
    all = ids(await test.get(path));
  });

  it('read nothing but limit and type beside a cursor', async () => {
    const { body } = await test.get(`${path}?limit=3`);
    const query = `cursor=${body.cursor.next}&limit=3&since_id=0&created_at_max=2000-01-01T00:00:00Z&all=true`;
    expect(ids(await test.get(`${path}?${query}`))).toEqual(all.slice(3, 6));
    const csv = await test.get(`${path}?${query}&type=csv`);
    expect(
      csv.text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => Number(line.split(',')[0])),
    ).toEqual(all.slice(3, 6));
  });

  it('are linked to, next before prev, at the public address', async () => {
    const first = await test.get(`${path}?limit=3`);
    const address = `https://loyalty.example/shop${path}`;
    expect(first.headers.link).toBe(`<${address}?cursor=${first.body.cursor.next}&limit=3>; rel="next"`);
    const second = await test.get(`${path}?limit=3&cursor=${first.body.cursor.next}`);
    const { next, prev } = second.body.cursor;
    expect(second.headers.link).toBe(
      `<${address}?cursor=${next}&limit=3>; rel="next", <${address}?cursor=${prev}&limit=3>; rel="prev"`,
    );
    expect((await test.get(path)).headers.link).toBeUndefined();
  });

  it('with a customer_id are one customer’s, and empty for an unknown or a foreign one', async () => {
    expect(ids(await test.get(`/v2/transactions?customer_id=${customer.id}`))).toEqual(all);
    expect(await follow('/v2/transactions', `limit=5&customer_id=${customer.id}`, 'next')).toEqual([
      all.slice(0, 5),
      all.slice(5),
    ]);
    for (const id of [0, 987_654_321, Number.MAX_SAFE_INTEGER]) {
      const { body } = await test.get(`/v2/transactions?customer_id=${id}`);
      expect(body).toEqual({ transactions: [], cursor: { prev: '', next: '' } });
    }
  });
});

describe('a cursor', () => {
  let customer: CustomerRow;
  let path: string;
  let cursor: string;

  beforeAll(async () => {
    customer = await newCustomer();
    for (let index = 0; index < 3; index += 1) await give(customer, 1);
    path = `/v2/customers/${customer.merchant_id}/transactions`;
    cursor = (await test.get(`${path}?limit=1`)).body.cursor.next;
  });

  const refused = async (address: string, key = test.key) => {
    const response = await supertest(test.url).get(address).set('authorization', `Bearer ${key}`);
    expect([response.status, response.body.error?.details]).toEqual([
      400,
      { cursor: 'is not a cursor of this listing' },
    ]);
  };

  it('is opaque, and empty for the first page', async () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect((await test.get(`${path}?limit=1&cursor=`)).body.cursor.next).toBe(cursor);
  });

  it('is refused with any character changed, cut off or added', async () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      await refused(`${path}?cursor=${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`);
    }
    for (const text of [
      'x',
      'AAAA',
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      `%20${cursor}`,
      '%00',
      'x'.repeat(1_999),
    ]) {
      const response = await test.get(`${path}?cursor=${text}`);
      expect([text, response.status]).toEqual([text, 400]);
    }
    expect((await test.get(`${path}?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400);
    expect((await test.get(`${path}?cursor=${'x'.repeat(3_000)}`)).status).toBe(400);
  });

  it('is refused by another listing, for another customer and for another program', async () => {
    await refused(`/v2/transactions?cursor=${cursor}`);
    await refused(`/v2/activities?cursor=${cursor}`);
    const somebody = await newCustomer();
    await refused(`/v2/customers/${somebody.merchant_id}/transactions?cursor=${cursor}`);
    await applyProgram(test.deps, programDefinition({ key: 'other' }), TESTER);
    await refused(
      `/v2/transactions?cursor=${(await test.get('/v2/transactions?limit=1')).body.cursor.next}`,
      await createKey(test.deps, 'other'),
    );
  });

  it('is refused before the customer is looked for', async () => {
    await refused('/v2/customers/nobody/transactions?cursor=x');
  });
});

describe('a window of moments', () => {
  let customer: CustomerRow;
  let path: string;
  const began = () => test.clock.real();

  beforeAll(async () => {
    customer = await newCustomer();
    path = `/v2/customers/${customer.merchant_id}/transactions`;
  });

  it('includes its beginning and not its end, so that adjoining windows share nothing', async () => {
    test.clock.advance(MINUTE);
    const start = began();
    for (let index = 0; index < 6; index += 1) {
      await give(customer, 1);
      test.clock.advance(MINUTE);
    }
    const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    const all = ids(await test.get(path));
    for (const listing of [path, '/v2/transactions']) {
      const within = async (from: number, to: number) =>
        ids(await test.get(`${listing}?created_at_min=${at(from)}&created_at_max=${at(to)}`));
      expect(await within(2, 4)).toEqual(all.slice(2, 4));
      expect([...(await within(3, 6)), ...(await within(0, 3))]).toEqual(all);
      expect(await within(4, 4)).toEqual([]);
      expect(await within(4, 2)).toEqual([]);
      expect(
        await follow(listing, `limit=2&created_at_min=${at(1)}&created_at_max=${at(6)}`, 'next'),
      ).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4, 5)]);
    }
  });

  it('may be given in any offset, also with an unescaped plus', async () => {
    const from = new Date(began() - 3 * MINUTE + 5.5 * 60 * MINUTE).toISOString().replace('Z', '+05:30');
    const expected = ids(await test.get(`${path}?created_at_min=${encodeURIComponent(from)}`));
    expect(expected).toHaveLength(3);
    expect(ids(await test.get(`${path}?created_at_min=${from}`))).toEqual(expected);
  });

  it.each([
    ['2026-01-14'],
    ['2026-01-14T12:00:00'],
    ['yesterday'],
    ['294277-01-01T00:00:00Z'],
    ['2026-02-30T00:00:00Z'],
    [''],
  ])('is 400 for %j', async (moment) => {
    const { status, body } = await test.get(
      `/v2/transactions?created_at_min=${moment}&created_at_max=${moment}`,
    );
    expect(status).toBe(400);
    expect(Object.keys(body.error.details)).toEqual(['created_at_min', 'created_at_max']);
  });

  it('reaches as far as the calendar', async () => {
    const { status, body } = await test.get(
      '/v2/transactions?created_at_min=0001-01-01T00:00:00Z&created_at_max=9999-12-31T23:59:59.999Z&limit=1',
    );
    expect([status, body.transactions.length]).toEqual([200, 1]);
  });
});

describe('csv', () => {
  const HEADER =
    'id,created_at,resource,points_approved,points_pending,customer_id,customer_merchant_id,customer_email,activity_id,activity_state,rule_id,rule_name,claimed_reward_id,reward_id,adjustment_note';
  let customer: CustomerRow;
  let path: string;

  beforeEach(async () => {
    customer = await newCustomer();
    path = `/v2/customers/${customer.merchant_id}/transactions`;
  });

  it('has a header row, rows that end in CRLF, and every column', async () => {
    await give(customer, 1_000, 'a note');
    await complete(customer, 'follow');
    await claim(customer, 'gift_card');
    const [spent, earned, given] = (await test.get(path)).body.transactions;
    const response = await test.get(`${path}?type=csv`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['cache-control']).toBe('private, no-store');
    const who = `${customer.id},${customer.merchant_id},${customer.email}`;
    const { activity } = earned;
    expect(response.text.split('\r\n')).toEqual([
      HEADER,
      `${spent.id},${spent.created_at},claimed_reward,-500,0,${who},,,,,${spent.claimed_reward.id},${spent.claimed_reward.reward.id},`,
      `${earned.id},${earned.created_at},activity,50,0,${who},${activity.id},approved,${activity.rule.id},$social_follow,,,`,
      `${given.id},${given.created_at},adjustment,1000,0,${who},,,,,,,a note`,
      '',
    ]);
  });

  it.each([
    ['quotes "and" commas, too', '"quotes ""and"" commas, too"'],
    ['a line\nbreak', '"a line\nbreak"'],
    ['a windows\r\nbreak', '"a windows\r\nbreak"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-500', "'-500"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['="x",\n"y"', '"\'=""x"",\n""y"""'],
    ['Ünïcödé 😀', 'Ünïcödé 😀'],
    ['a-b=c', 'a-b=c'],
    ['\\N', '\\N'],
    ['\\.', '\\.'],
    ['', '""'],
  ])('carries the note %j as %j', async (note, field) => {
    await give(customer, -0 + 5, note);
    await give(customer, 7, 'after it');
    for (const query of ['type=csv', 'type=csv&all=true']) {
      const { text } = await test.get(`${path}?${query}`);
      const rows = text.slice(HEADER.length + 2);
      expect(rows.endsWith(`,${field}\r\n`), `${query}: ${JSON.stringify(rows)}`).toBe(true);
      expect(rows).toContain(',after it\r\n');
    }
  });

  it('makes ids that look like formulas safe, and leaves negative numbers numbers', async () => {
    const program = await test.program();
    const odd = await createCustomer(test.deps, program, {
      merchant_id: '=cmd()',
      email: '+x@example.com',
      points: 10,
    });
    await give(odd, -3, null);
    const { text } = await test.get(`/v2/transactions?customer_id=${odd.id}&type=csv`);
    const [, row] = text.split('\r\n');
    expect(row).toMatch(/,adjustment,-3,0,\d+,'=cmd\(\),'\+x@example\.com,,,,,,,$/);
  });

  it('obeys limit and leads to the next page by its Link header alone', async () => {
    for (let index = 0; index < 5; index += 1) await give(customer, 1);
    const json = ids(await test.get(path));
    const seen: number[] = [];
    let next: string | undefined = `${path}?type=csv&limit=2`;
    while (next) {
      const response = await test.get(next);
      seen.push(
        ...response.text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => Number(line.split(',')[0])),
      );
      const link: string | undefined = /<https:\/\/loyalty\.example\/shop([^>]*)>; rel="next"/.exec(
        response.headers.link ?? '',
      )?.[1];
      if (link) expect(new URLSearchParams(link.split('?')[1]).get('type')).toBe('csv');
      next = link;
    }
    expect(seen).toEqual(json);
  });

  it('with all=true streams everything that the filters give, in the listing’s order', async () => {
    for (let index = 0; index < 5; index += 1) await give(customer, 1);
    const json = ids(await test.get(path));
    const lines = async (query: string) =>
      (await test.get(`${path}?type=csv&all=true&${query}`)).text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => Number(line.split(',')[0]));
    expect(await lines('limit=1')).toEqual(json);
    expect(await lines('since_id=0')).toEqual([...json].reverse());
    expect(await lines(`since_id=${json[2]}`)).toEqual([json[1], json[0]]);
    expect(await lines('created_at_min=2999-01-01T00:00:00Z')).toEqual([]);
    const { text } = await test.get('/v2/transactions?type=csv&all=true');
    const stored = await test.database.db
      .selectFrom('transactions')
      .select('id')
      .orderBy('id', 'desc')
      .execute();
    expect([...text.matchAll(/^(\d+),20/gm)].map(([, id]) => Number(id))).toEqual(stored.map(({ id }) => id));
  });

  it('is json where all=true asks for it without csv', async () => {
    expect((await test.get(`${path}?all=true`)).body.transactions).toEqual([]);
    expect((await test.get(`${path}?all=yes`)).status).toBe(400);
  });

  it('says what is wrong in JSON', async () => {
    const { status, headers, body } = await test.get('/v2/transactions?type=csv&limit=501');
    expect([status, headers['content-type'], body.error.details]).toEqual([
      400,
      'application/json; charset=utf-8',
      { limit: 'must be at most 500' },
    ]);
    expect((await test.get('/v2/transactions?type=xml')).body.error.details).toEqual({
      type: 'must be one of csv, json',
    });
  });

  it('is no empty file but an error where nothing could be read', async () => {
    for (let index = 0; index < 3; index += 1) await give(customer, 1);
    const failing = await buildTestApp({ beside: test });
    const copyOut = test.deps.hot.copyOut.bind(test.deps.hot);
    failing.deps.hot = Object.assign(Object.create(test.deps.hot), {
      copyOut: async function* (text: string) {
        yield* copyOut(text);
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      },
    });
    const response = await failing.get(`${path}?type=csv&all=true`);
    expect([response.status, response.body.error.code]).toEqual([503, 'unavailable']);
    await failing.close();
  });

  it('answers HEAD without reading anything', async () => {
    const response = await supertest(test.url)
      .head('/v2/transactions?type=csv&all=true')
      .set('authorization', `Bearer ${test.key}`);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  });
});
