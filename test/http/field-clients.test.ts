import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition, ruleDefinition } from '../support/factories.ts';

/** Requests and answers of other people's clients, as observed. */
let test: TestApp;
let program: Program;

beforeAll(async () => {
  const review = ruleDefinition({ kind: 'review', properties: {} });
  test = await buildTestApp({
    program: { rules: [...programDefinition().rules, { key: 'review', definition: review }] },
  });
  program = await test.program();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** As a bare HTTP library sends it: nothing is set that the caller did not set. */
const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(test.url + path, {
    method,
    headers: {
      authorization: basic(test.key, 'a secret of another kind'),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('a client that knows only a token and a secret', () => {
  it('tracks an activity by numbers, with more than is asked for, and resolves it twice', async () => {
    const body = { name: '$review', customer_id: 7001, customer_email: 'x@y.example', merchant_id: 81 };
    const more = { date: '2026-01-14T11:00:00+01:00', ip_address: '203.0.113.9', user_agent: 'a browser' };
    expect((await send('POST', '/v2/activities', { ...body, ...more })).status).toBe(201);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await send('PUT', '/v2/activities/$review/81', { state: 'declined' })).status).toBe(204);
    }
  });

  it('asks with a content type but without a body, for an email in plain text', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'mail', email: 'find@shop.example' });
    const headers = {
      authorization: basic('a token', test.key),
      'content-type': 'text/xml;charset="utf-8"',
      accept: 'text/xml',
      soapaction: '"run"',
    };
    const answer = await send('GET', '/v2/customers?email=find@shop.example', undefined, headers);
    expect(answer.status).toBe(200);
    const { customers } = (await answer.json()) as { customers: { points_approved: number }[] };
    expect(customers.map(({ points_approved }) => points_approved)).toEqual([0]);
  });
});

describe('a client that copies everything', () => {
  it('follows the links from window to window and meets each customer once', async () => {
    for (let number = 0; number < 5; number += 1)
      await createCustomer(test.deps, program, { merchant_id: `copy-${number}` });
    const met: string[] = [];
    const window = {
      updated_at_min: '2026-01-14T00:00:00+00:00',
      updated_at_max: '2026-01-15T00:00:00+00:00',
    };
    let query: URLSearchParams | undefined = new URLSearchParams({ ...window, limit: '2' });
    while (query) {
      const answer = await send('GET', `/v2/customers?${query}`);
      expect(answer.status).toBe(200);
      const { customers } = (await answer.json()) as { customers: { merchant_id: string }[] };
      met.push(...customers.map(({ merchant_id }) => merchant_id));
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      query = next === undefined ? undefined : new URL(next).searchParams;
    }
    expect(met.filter((id) => id.startsWith('copy-')).sort()).toEqual(
      [0, 1, 2, 3, 4].map((number) => `copy-${number}`),
    );
    expect(new Set(met).size).toBe(met.length);
  });

  it('keeps customers in columns: text for birthdays and bounds, null where there is nothing', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'columns' });
    const { customer } = (await (await send('GET', '/v2/customers/columns')).json()) as {
      customer: Record<string, unknown>;
    };
    expect(customer).toMatchObject({ birthday: null, insights_segment: null, metadata: {}, guest: false });
    expect(customer).toHaveProperty('loyalty_tier_membership');
    expect(customer).toHaveProperty('properties.first_name', null);
  });
});

describe('a typed storefront client', () => {
  it('encodes ids twice, names its channel and language in headers of its own, and is told the whole configuration', async () => {
    const site = `/headless/2025-06/${program.sites.at(-1)!.id}`;
    const id = encodeURIComponent(encodeURIComponent('gid://shop/Customer/5001'));
    const headers = {
      authorization: `Bearer ${test.key}`,
      'x-loyaltyelsewhere-channel': 'mobile',
      'x-loyaltyelsewhere-language': 'en',
    };
    const session = await send(
      'POST',
      `${site}/customers/${id}/sessions`,
      { customer: { email: 'gid@shop.example' }, cart: { kind: 'empty' } },
      headers,
    );
    expect(session.status).toBe(200);
    const { channel, customer, configuration } = (await session.json()) as Record<
      string,
      Record<string, unknown>
    >;
    expect(channel).toBe('mobile');
    expect(customer).toMatchObject({ merchant_id: 'gid://shop/Customer/5001' });
    const whole = await (await send('GET', `${site}/configuration`, undefined, headers)).json();
    expect(configuration).toEqual(whole);
  });
});
