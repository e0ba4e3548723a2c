import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { programDefinition, siteDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { TESTER } from '../support/tester.ts';

const SITES = [
  { key: 'main', definition: siteDefinition() },
  {
    key: 'campaign',
    definition: siteDefinition({ url: 'https://eu.shop.example/start?utm_source=a%20b&x=%2B#top' }),
  },
];

let test: TestApp;
const ids: string[] = [];

beforeAll(async () => {
  test = await buildTestApp({ program: { sites: SITES } });
  const program = await test.program();
  for (const [index, site] of program.sites.entries()) {
    const customer = await ensureCustomer(test.deps, { program, site, merchant_id: `100${index}` });
    ids.push(customer.referral_id);
  }
});
afterAll(() => test.close());

const follow = (link: string) => supertest(test.url).get(link).redirects(0);

describe('GET /r/{referral_id}/{network}', () => {
  it.each(['email', 'direct', 'facebook', 'social', 'whatsapp', 'device_share'])(
    'takes whoever follows a link by %s to the store',
    async (network) => {
      const response = await follow(`/r/${ids[0]}/${network}`);
      expect([response.status, response.headers.location]).toEqual([
        302,
        `https://shop.example/?loyalty_ref_id=${ids[0]}`,
      ]);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(response.text).toBe('');
    },
  );

  it("adds to the query of the customer's home site and leaves the rest of it as it is", async () => {
    const response = await follow(`/r/${ids[1]}/email`);
    expect(response.headers.location).toBe(
      `https://eu.shop.example/start?utm_source=a%20b&x=%2B&loyalty_ref_id=${ids[1]}#top`,
    );
  });

  it.each([
    ['an id that nobody has', () => `/r/N0B0DY000000/email`],
    ['what is no id', () => `/r/${'x'.repeat(5_000)}/email`],
    ['what could be a query', () => `/r/${encodeURIComponent("' or 1=1 --")}/email`],
    ['NUL', () => '/r/%00/email'],
    ['a network that there is not', () => `/r/${ids[0]}/pigeon`],
  ])('shows a page that says nothing of anybody for %s', async (_what, link) => {
    const response = await follow(link());
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(response.text).toContain('There is no page here');
    expect(response.text).not.toMatch(/shop/i);
  });

  it('leads to another site of the program once the home site has left it', async () => {
    await applyProgram(test.deps, programDefinition({ sites: SITES.slice(0, 1) }), TESTER);
    const response = await follow(`/r/${ids[1]}/email`);
    expect(response.headers.location).toBe(`https://shop.example/?loyalty_ref_id=${ids[1]}`);
  });

  it('finds customers of every program', async () => {
    const other = siteDefinition({ url: 'https://other.example' });
    await applyProgram(
      test.deps,
      programDefinition({ key: 'other', sites: [{ key: 'main', definition: other }] }),
      TESTER,
    );
    const program = (await test.deps.programs.all()).find(({ key }) => key === 'other')!;
    const site = program.sites.at(-1)!;
    const { referral_id } = await ensureCustomer(test.deps, { program, site, merchant_id: '1' });
    const response = await follow(`/r/${referral_id}/direct`);
    expect(response.headers.location).toBe(`https://other.example/?loyalty_ref_id=${referral_id}`);
  });

  it('stays the link of who had it first when another program imports a customer with its id', async () => {
    const [first, ...others] = await test.deps.programs.all();
    const theirs = siteDefinition({ url: 'https://theirs.example' });
    await applyProgram(
      test.deps,
      programDefinition({ key: 'theirs', sites: [{ key: 'main', definition: theirs }] }),
      TESTER,
    );
    const program = (await test.deps.programs.all()).find(({ key }) => key === 'theirs')!;
    const site = program.sites.at(-1)!;
    const { referral_id } = await ensureCustomer(test.deps, { program, site, merchant_id: 'ada' });
    test.clock.advance(1_000);
    for (const thief of [first!, ...others]) {
      const lines = ['merchant_id,referral_id', `thief,${referral_id}`];
      const { created } = await importLines({ deps: test.deps, program: thief }, lines);
      expect(created).toBe(1);
    }
    const response = await follow(`/r/${referral_id}/direct`);
    expect(response.headers.location).toBe(`https://theirs.example/?loyalty_ref_id=${referral_id}`);
  });
});
