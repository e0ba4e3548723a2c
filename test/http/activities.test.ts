import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';

let test: TestApp;
let ids: number[];

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      sites: [{ key: 'main', definition: siteDefinition({ languages: ['de', 'en'] }) }],
      settings: { ...programDefinition().settings, tier_membership: { mode: 'lifetime' } },
      tiers: [
        { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 100_000 }) },
      ],
      rules: [
        {
          key: 'follow',
          definition: ruleDefinition({
            variants: { base: { title: { en: 'Follow, base', de: 'Folge, Basis' } } },
          }),
        },
      ],
    },
  });
  const program = await test.program();
  const customer = await createCustomer(test.deps, program, { email: 'a@example.com' });
  for (let index = 0; index < 5; index += 1) {
    await completeRule(test.deps, {
      program,
      rule_id: entryOf(program.rules, 'follow').id,
      kind: 'social_follow',
      customer_merchant_id: customer.merchant_id,
      channel: 'web',
    });
  }
  ids = (await test.get('/v2/activities')).body.activities.map(({ id }: { id: number }) => id);
});
afterAll(() => test.close());

const idsOf = (response: { body: { activities: { id: number }[] } }) =>
  response.body.activities.map(({ id }) => id);

describe('an activity', () => {
  it('shows its customer, and its rule as titled for the customer’s tier in the home site’s language', async () => {
    const response = await test.get('/v2/activities?limit=1');
    const { id } = response.body.activities[0];
    expect(response.body.activities).toEqual([
      {
        id,
        merchant_id: String(id),
        value: 50,
        state: 'approved',
        customer: {
          id: expect.any(Number),
          merchant_id: '1001',
          email: 'a@example.com',
          points_pending: 0,
          points_approved: 250,
          points_spent: 0,
        },
        created_at: '2026-01-14T12:00:00.000Z',
        updated_at: '2026-01-14T12:00:00.000Z',
        change_id: expect.any(Number),
        resource: null,
        order: null,
        rule: {
          id: entryOf((await test.program()).rules, 'follow').id,
          name: '$social_follow',
          title: 'Folge, Basis',
        },
      },
    ]);
    expectServedSchema(await test.document(), response);
  });
});

describe('the listing of activities', () => {
  it('pages by cursor, newest first, or oldest first after since_id', async () => {
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const first = await test.get('/v2/activities?limit=2');
    const second = await test.get(`/v2/activities?limit=2&cursor=${first.body.cursor.next}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.slice(0, 4));
    expect(second.headers.link).toBe(
      `<https://loyalty.example/v2/activities?cursor=${second.body.cursor.next}&limit=2>; rel="next", ` +
        `<https://loyalty.example/v2/activities?cursor=${second.body.cursor.prev}&limit=2>; rel="prev"`,
    );
    expect(idsOf(await test.get(`/v2/activities?since_id=${ids[2]}`))).toEqual([ids[1], ids[0]]);
  });

  it('still knows numbered pages, and says that they are going', async () => {
    const second = await test.get('/v2/activities?limit=2&page=2');
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    expect(second.headers.deprecation).toMatch(/^@\d+$/);
    expect(Date.parse(second.headers.sunset!)).toBeGreaterThan(
      Number(second.headers.deprecation!.slice(1)) * 1000,
    );
    expect(new Date(second.headers.sunset!).toUTCString()).toBe(second.headers.sunset);
    expect(idsOf(await test.get(`/v2/activities?limit=2&cursor=${second.body.cursor.next}`))).toEqual(
      ids.slice(4),
    );
    expect(idsOf(await test.get(`/v2/activities?limit=2&cursor=${second.body.cursor.prev}`))).toEqual(
      ids.slice(0, 2),
    );
    expect(idsOf(await test.get('/v2/activities?limit=2&page=1&since_id=0'))).toEqual([ids[4], ids[3]]);
    expect(
      idsOf(await test.get('/v2/activities?limit=2&page=2&created_at_min=2026-01-14T12:00:00Z')),
    ).toEqual(ids.slice(2, 4));
  });

  it('has nothing on pages beyond its end', async () => {
    for (const page of [4, 1_000, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await test.get(`/v2/activities?limit=2&page=${page}`);
      expect([status, body]).toEqual([200, { activities: [], cursor: { prev: '', next: '' } }]);
    }
    expect((await test.get('/v2/activities?page=0')).body.error.details).toEqual({
      page: 'must be at least 1',
    });
  });

  it('says nothing of deprecation without page', async () => {
    const { headers } = await test.get('/v2/activities');
    expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
  });
});
