import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
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
import { openPage } from '../support/page.ts';
import { textOf } from '../support/page-html.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';

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
        { key: 'gone', definition: rewardDefinition({ title: 'Last tin', stock: 0 }) },
        {
          key: 'dry',
          definition: rewardOfKind('cart_discount_voucher', { title: 'Dry pool', codes: { kind: 'pool' } }),
        },
      ],
    },
  });
});
afterAll(() => test.close());

/** The path of a new session's page. */
async function pathOf(session: object = {}): Promise<string> {
  const { id } = (await test.program()).sites.at(-1)!;
  const response = await test
    .post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app', ...session })
    .expect(201);
  return new URL(response.body.webview_session.url).pathname;
}

/** A new session's page, opened. */
const open = async (session: object = {}) => openPage(test.url, await pathOf(session));

async function member(merchant_id: string, points = 0) {
  return createCustomer(test.deps, await test.program(), { merchant_id, points });
}

describe('the page of a member', () => {
  it('shows points, tier, ways to earn and rewards, and needs no key', async () => {
    await member('1001', 1240);
    const page = await (await open({ customer: { merchant_id: '1001' } })).get().expect(200);
    expect(page.type).toBe('text/html');
    expect(page.text).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr" /);
    expect(page.text).toContain('<h1>Harbour Club</h1>');
    for (const words of [
      '1,240 points',
      'Bronze',
      'Spend $200 more to reach Silver.',
      'Follow us',
      '50 points',
      'Once a day',
      'Gift card',
      'Redeem for 500 points',
      'Big card',
      '760 points to go',
    ]) {
      expect(textOf(page.text)).toContain(words);
    }
  });

  it('shows every code that can still be used, however many came after it, what ends first on top', async () => {
    const customer = await member('many codes', 13_000);
    const { id: reward_id } = entryOf((await test.program()).rewards, 'card');
    const ids: number[] = [];
    for (let count = 0; count < 25; count++) {
      const { body } = await test
        .post('/v2/customers/many%20codes/claimed_rewards', { reward_id })
        .expect(201);
      ids.push(body.claimed_reward.id);
    }
    const [ending, used, expired, ...others] = ids;
    const now = test.clock.now(await test.program());
    const change = (id: number | undefined, columns: object) =>
      test.deps.db
        .updateTable('claimed_rewards')
        .set(columns)
        .where('program_id', '=', customer.program_id)
        .where('id', '=', id!)
        .execute();
    await change(ending, { expires_at: ts(now + HOUR) });
    await change(used, { usage_status: 'used' });
    await change(expired, { expires_at: ts(now - HOUR) });
    const { text } = await (await open({ customer: { merchant_id: 'many codes' } })).get().expect(200);
    const shown = [...text.matchAll(/id="claim-(\d+)"/g)].map(([, id]) => Number(id));
    expect(shown[0]).toBe(ending);
    expect([...shown].sort((a, b) => a - b)).toEqual([ending, ...others]);
  });

  it("is in the session's language and currency", async () => {
    await member('1002', 1240);
    const german = { language: 'de', currency: 'EUR', customer: { merchant_id: '1002' } };
    const page = await (await open(german)).get().expect(200);
    expect(page.text).toContain('<html lang="de" dir="ltr" ');
    for (const words of [
      '1.240 Punkte',
      'Kauf noch für 180 € ein, um Silber zu erreichen.',
      'Großer Gutschein',
      'Noch 760 Punkte',
    ]) {
      expect(textOf(page.text)).toContain(words);
    }
  });

  it('shows what is pending, what was just done, and what has fallen due by the time it is opened', async () => {
    const program = await test.program();
    await member('1003', 100);
    const visit = await open({ customer: { merchant_id: '1003' } });
    const follow = entryOf(program.rules, 'follow');
    await completeRule(test.deps, {
      program,
      rule_id: follow.id,
      kind: 'social_follow',
      customer_merchant_id: '1003',
      channel: 'web',
    });
    const pending = await visit.get().expect(200);
    expect(pending.text).toContain('100 points');
    expect(pending.text).toContain('50 more points on the way');
    expect(pending.text).toContain('Again tomorrow');
    test.clock.advance(HOUR);
    const approved = await (await open({ customer: { merchant_id: '1003' } })).get().expect(200);
    expect(approved.text).toContain('150 points');
    expect(approved.text).not.toContain('on the way');
  });
});

describe('the page of somebody else', () => {
  it('shows a guest what the program offers', async () => {
    const page = await (await open()).get().expect(200);
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
    ['a member', 'of the stock', 'Redeemed or unavailable (2)'],
    ['a customer who has not joined', 'not joined', 'Not available at the moment (2)'],
    ['a guest', null, 'Not available at the moment (2)'],
  ])('shows %s that a reward is out of stock', async (_, merchant_id, words) => {
    if (merchant_id !== null) await member(merchant_id);
    await test.deps.db
      .updateTable('customers')
      .set({ enrolled_at: null })
      .where('merchant_id', '=', 'not joined')
      .execute();
    const { text } = await (await open(merchant_id === null ? {} : { customer: { merchant_id } }))
      .get()
      .expect(200);
    const [offered, folded] = text
      .split('<section id="rewards"')[1]!
      .split('</section>')[0]!
      .split('<summary>');
    expect(textOf(offered!)).toContain('Gift card');
    expect(textOf(offered!)).not.toMatch(/Last tin|Dry pool/);
    expect(textOf(folded!)).toContain(words);
    expect(textOf(folded!)).toMatch(/Last tin.*Out of stock.*Dry pool.*Out of stock/s);
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
    const page = await (await open({ customer: { merchant_id: `by ${column}` } })).get().expect(200);
    expect(page.text).toContain(words);
    expect(page.text).not.toContain('40 points');
  });
});

it.each(['br', 'gzip'])(
  'comes compressed to a browser that takes %s, and reads the same',
  async (encoding) => {
    const { address, cookie } = await open();
    const get = (accepted: string) =>
      fetch(test.url + address, { headers: { cookie, 'accept-encoding': accepted } });
    const [packed, plain] = await Promise.all([get(encoding), get('identity')]);
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('vary')).toContain('accept-encoding');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
  },
);

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
