import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeRule } from '../../src/domain/rules/complete-rule.ts';
import { STYLES_SOURCE } from '../../src/http/page/styles.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      name: 'Harbour Club',
      settings: {
        ...programDefinition().settings,
        currency_rates: { EUR: 0.9 },
        tier_membership: { mode: 'lifetime' },
      },
      sites: [
        {
          key: 'main',
          definition: siteDefinition({
            name: 'Harbour',
            url: 'https://shop.example/start',
            frame_ancestors: ['https://app.example'],
          }),
        },
      ],
      tiers: [
        { key: 'bronze', definition: tierDefinition({ name: 'Bronze', lower_bound: 0 }) },
        {
          key: 'silver',
          definition: tierDefinition({ name: { en: 'Silver', de: 'Silber' }, lower_bound: 20_000 }),
        },
      ],
      rules: [
        {
          key: 'follow',
          definition: ruleDefinition({ limit: { count: 1, interval: 'day' }, approval_period_seconds: 3600 }),
        },
      ],
      rewards: [
        { key: 'card', definition: rewardDefinition() },
        {
          key: 'big',
          definition: rewardDefinition({
            title: { en: 'Big card', de: 'Großer Gutschein' },
            cost: { kind: 'fixed', points: 2000 },
          }),
        },
      ],
    },
  });
});
afterAll(() => test.close());

/** The path of a new session's page. */
async function pathOf(session: object = {}): Promise<string> {
  const { id } = (await test.program()).sites[0]!;
  const response = await test
    .post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app', ...session })
    .expect(201);
  return new URL(response.body.webview_session.url).pathname;
}

const get = (path: string) => supertest(test.url).get(path);

async function member(merchant_id: string, points = 0) {
  return createCustomer(test.deps, await test.program(), { merchant_id, points });
}

describe('the page of a member', () => {
  it('shows points, tier, ways to earn and rewards, and needs no key', async () => {
    await member('1001', 1240);
    const page = await get(await pathOf({ customer: { merchant_id: '1001' } })).expect(200);
    expect(page.type).toBe('text/html');
    expect(page.text).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr">/);
    for (const words of [
      '<h1>Harbour Club</h1>',
      '1,240 points',
      'Bronze',
      'Spend $200 more to reach Silver.',
      'Follow us',
      '50 points',
      'Once a day',
      'Gift card',
      'Ready to redeem',
      'Big card',
      '760 points to go',
    ]) {
      expect(page.text).toContain(words);
    }
  });

  it("is in the session's language and currency", async () => {
    await member('1002', 1240);
    const page = await get(
      await pathOf({ language: 'de', currency: 'EUR', customer: { merchant_id: '1002' } }),
    );
    expect(page.text).toContain('<html lang="de" dir="ltr">');
    for (const words of [
      '1.240 Punkte',
      'Noch 180\u00a0€ Umsatz bis Silber.',
      'Großer Gutschein',
      'Noch 760 Punkte',
    ]) {
      expect(page.text).toContain(words);
    }
  });

  it('shows what is pending, what was just done, and what has fallen due by the time it is opened', async () => {
    const program = await test.program();
    await member('1003', 100);
    const path = await pathOf({ customer: { merchant_id: '1003' } });
    const follow = entryOf(program.rules, 'follow');
    await completeRule(test.deps, {
      program,
      rule_id: follow.id,
      kind: 'social_follow',
      customer_merchant_id: '1003',
      channel: 'web',
    });
    const pending = await get(path).expect(200);
    expect(pending.text).toContain('100 points');
    expect(pending.text).toContain('50 more points on the way');
    expect(pending.text).toContain('Again tomorrow');
    test.clock.advance(HOUR);
    const approved = await get(await pathOf({ customer: { merchant_id: '1003' } })).expect(200);
    expect(approved.text).toContain('150 points');
    expect(approved.text).not.toContain('on the way');
  });
});

describe('the page of somebody else', () => {
  it('shows a guest what the program offers', async () => {
    const page = await get(await pathOf()).expect(200);
    for (const words of [
      'Harbour Club',
      'Sign in at Harbour',
      'Follow us',
      'Big card',
      '2,000 points',
      'From $200 spent',
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.text).not.toContain('Your points');
  });

  it.each([
    ['enrolled_at', null, 'You have not joined yet.'],
    ['blocked_at', sql`now()`, 'Your membership is on hold.'],
  ])('shows a customer whose %s is %j no points', async (column, value, words) => {
    const { id } = await member(`by ${column}`, 40);
    await test.deps.db
      .updateTable('customers')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute();
    const page = await get(await pathOf({ customer: { merchant_id: `by ${column}` } })).expect(200);
    expect(page.text).toContain(words);
    expect(page.text).not.toContain('40 points');
  });
});

describe('a page that is not there', () => {
  it('has expired: 410, in the words of its language', async () => {
    const path = await pathOf({ language: 'de', customer: { merchant_id: '1001' } });
    test.clock.advance(15 * MINUTE - 1);
    await get(path).expect(200);
    test.clock.advance(1);
    const page = await get(path).expect(410);
    expect(page.text).toContain('Diese Seite ist abgelaufen');
    expect(page.text).toContain('zurück zu Harbour');
    expect(page.text).not.toContain('Punkte');
  });

  it.each([randomBytes(32).toString('base64url'), 'short', '%00', 'a'.repeat(5000), '..%2F..%2Fhealth'])(
    'is unknown: 404 for %s',
    async (token) => {
      const page = await get(`/page/${token}`)
        .set('accept-language', 'sv, de-AT;q=0.8, en;q=0.5')
        .expect(404);
      expect(page.type).toBe('text/html');
      expect(page.text).toContain('Hier ist keine Seite');
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );
});

describe('what goes with every page', () => {
  it('lets nothing in but our own style sheet, and lets nobody frame it but the site', async () => {
    const path = await pathOf();
    const shown = await get(path);
    test.clock.advance(15 * MINUTE);
    const expired = await get(path).expect(410);
    for (const { headers } of [shown, expired]) {
      expect(headers['content-security-policy']).toBe(
        [
          "default-src 'none'",
          `style-src ${STYLES_SOURCE}`,
          "img-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          'frame-ancestors https://shop.example https://app.example',
        ].join('; '),
      );
      expect(headers).not.toHaveProperty('x-frame-options');
    }
  });

  it('keeps it out of caches, of referrers and of cookies', async () => {
    const answers = [await get(await pathOf()), await get('/page/unknown')];
    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('names no other host, and neither runs nor loads anything', async () => {
    const page = await get(await pathOf());
    expect(page.text).not.toMatch(
      /https?:|<script|<img|<link|<iframe|<form|\sstyle=|\son[a-z]+=|@import|url\(/i,
    );
  });

  it('stays out of the log, token and all', async () => {
    const path = await pathOf();
    await get(path).expect(200);
    const log = test.logged.join('');
    expect(log).toContain('"route":"/page/:token"');
    expect(log).not.toContain(path.split('/').at(-1));
  });
});

it('is a page also where the database is away', async () => {
  const broken = await buildTestApp({ beside: test });
  const path = await pathOf();
  broken.deps.db = new Proxy(broken.deps.db, {
    get() {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  const page = await supertest(broken.url).get(path).expect(503);
  expect(page.type).toBe('text/html');
  expect(page.text).toContain('We will be right back');
  expect(page.headers['retry-after']).toBe('1');
  expect(page.headers['cache-control']).toBe('private, no-store');
  await broken.close();
});
