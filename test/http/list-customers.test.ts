import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, programSettings } from '../support/factories.ts';

const HOUR = 3_600_000;

let test: TestApp;
let ids: number[];
const COUNT = 7;

/** Seven customers an hour apart, the last two of them guests. */
beforeAll(async () => {
  test = await buildTestApp({ program: { settings: programSettings({ enrol_on_sight: false }) } });
  const program = await test.program();
  ids = [];
  for (let index = 0; index < COUNT; index += 1) {
    const merchant_id = `c-${index}`;
    const email = index % 2 ? `Odd-${index}@Shop.example` : null;
    const { id } = await createCustomer(test.deps, program, { merchant_id, email });
    ids.push(id);
    if (index < 5)
      await test.post(`/headless/2025-06/${program.sites.at(-1)!.id}/customers/${merchant_id}/enroll`);
    test.clock.advance(HOUR);
  }
  // The first becomes the one that changed last.
  await test.post('/v2/customers/c-0/points', { points: 5 });
});
afterAll(() => test.close());

const at = (hours: number) => new Date(Date.parse('2026-01-14T12:00:00Z') + hours * HOUR).toISOString();
const list = (query: string) => test.get(`/v2/customers${query}`);
const seen = (response: { body: { customers: { id: number }[] } }) =>
  response.body.customers.map(({ id }) => ids.indexOf(id));

describe('the listing of customers', () => {
  it.each<[string, number[]]>([
    ['', [6, 5, 4, 3, 2, 1, 0]],
    ['?limit=2', [6, 5]],
    ['?limit=2&page=2', [4, 3]],
    ['?sort_direction=asc&limit=3', [0, 1, 2]],
    ['?sort_field=updated_at', [0, 6, 5, 4, 3, 2, 1]],
    ['?sort_field=updated_at&sort_direction=asc', [1, 2, 3, 4, 5, 6, 0]],
    ['?enrolled=true', [4, 3, 2, 1, 0]],
    ['?enrolled=false', [6, 5]],
    ['?email=ODD', [5, 3, 1]],
    ['?email=3%40shop', [3]],
    ['?email=%25%25%25', []],
    ['?email=___', []],
    ['?email=dd-', [5, 3, 1]],
    ['?email=odd-3%40SHOP.example&email_match=exact', [3]],
    ['?email=odd-3&email_match=exact', []],
    ['?email=O&email_match=prefix', [5, 3, 1]],
    ['?email=o_&email_match=prefix', []],
    ['?email=dd-&email_match=prefix', []],
    [`?created_at_min=${at(2)}&created_at_max=${at(4)}`, [3, 2]],
    [`?updated_at_min=${at(6)}&sort_field=updated_at`, [0, 6]],
    [`?updated_at_max=${at(2)}`, [1]],
    ['?page=9007199254740991&limit=500', []],
  ])('shows with %s', async (query, expected) => {
    const response = await list(query);
    expect(response.status).toBe(200);
    expect(seen(response)).toEqual(expected);
  });

  it('is read oldest first above since_id, whatever the order asked for', async () => {
    const response = await list(`?since_id=${ids[4]}&sort_field=updated_at&sort_direction=desc`);
    expect(seen(response)).toEqual([5, 6]);
    expect(response.body.cursor.next).toBe('');
  });

  it.each(['', '&sort_field=updated_at', '&sort_direction=asc', '&email=odd&sort_field=updated_at'])(
    'is paged through and back with the order and the filters it began with: %s',
    async (query) => {
      const all = seen(await list(`?limit=500${query}`));
      let response = await list(`?limit=2${query}`);
      const there = [seen(response)];
      while (response.body.cursor.next !== '') {
        response = await list(`?limit=2&cursor=${response.body.cursor.next}&email=ignored`);
        there.push(seen(response));
      }
      expect(there.flat()).toEqual(all);
      const back = [];
      while (response.body.cursor.prev !== '') {
        response = await list(`?limit=2&cursor=${response.body.cursor.prev}`);
        back.unshift(seen(response));
      }
      expect(back).toEqual(there.slice(0, -1));
    },
  );

  it('links its pages, and says that numbered ones are deprecated', async () => {
    const response = await list('?limit=2&page=2');
    expectServedSchema(await test.document(), response);
    const { next, prev } = response.body.cursor;
    expect(response.headers.link).toBe(
      `<https://loyalty.example/v2/customers?cursor=${next}&limit=2>; rel="next", ` +
        `<https://loyalty.example/v2/customers?cursor=${prev}&limit=2>; rel="prev"`,
    );
    expect(response.headers).toHaveProperty('deprecation');
    expect(response.headers).toHaveProperty('sunset');
    expect((await list('?limit=2')).headers).not.toHaveProperty('deprecation');
  });

  it('refuses the cursor of another listing, and a changed one', async () => {
    const { next } = (await list('?limit=2')).body.cursor;
    const { next: other } = (await test.get('/v2/transactions?limit=1')).body.cursor;
    for (const cursor of [`${next}x`, next.replace(/^./, '_'), other || 'x']) {
      const response = await list(`?cursor=${cursor}`);
      expect([response.status, response.body.error.details]).toEqual([
        400,
        { cursor: 'is not a cursor of this listing' },
      ]);
    }
  });

  it.each([
    ['sort_field=email', { sort_field: 'must be one of id, updated_at' }],
    ['enrolled=1', { enrolled: 'must be a boolean' }],
  ])('refuses %s by name', async (query, details) => {
    const response = await list(`?${query}`);
    expect([response.status, response.body.error.details]).toEqual([400, details]);
  });
});

describe('a search for part of an email', () => {
  it('takes three characters at least, and fewer at the beginning', async () => {
    const short = await list('?email=dd');
    expect([short.status, short.body.error.details]).toEqual([
      400,
      { email: 'must have at least 3 characters; with email_match=prefix or exact it may have fewer' },
    ]);
    expect((await list('?email=od&email_match=prefix')).status).toBe(200);
  });

  it('is refused where Postgres has no trigrams; beginnings and whole emails are found all the same', async () => {
    const bare = await buildTestApp();
    await createCustomer(bare.deps, await bare.program(), { merchant_id: '1', email: 'odd-1@shop.example' });
    await bare.database.asOwner('drop extension pg_trgm cascade');
    const refused = await bare.get('/v2/customers?email=odd');
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      {
        email_match: 'must be prefix or exact: parts of emails are searched only where Postgres has pg_trgm',
      },
    ]);
    for (const query of ['email=odd&email_match=prefix', 'email=ODD-1%40shop.example&email_match=exact'])
      expect((await bare.get(`/v2/customers?${query}`)).body.customers).toHaveLength(1);
    await bare.close();
  });
});
