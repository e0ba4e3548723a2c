import supertest, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { atOnce } from '../support/outcomes.ts';
import { openPage, type PageVisit } from '../support/page.ts';
import { linesOf } from '../support/page-html.ts';
import { PROPERTIES } from '../support/reward-kinds.ts';

const MINUTE = 60_000;

const rule = (key: string, rest: Parameters<typeof ruleDefinition>[0]) => ({
  key,
  definition: ruleDefinition(rest),
});
const reward = (key: string, rest: Parameters<typeof rewardDefinition>[0]) => ({
  key,
  definition: rewardDefinition(rest),
});

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: { ...programDefinition().settings, currency_rates: { EUR: 0.5 } },
      rules: [
        rule('follow', { limit: { count: 1, interval: 'day' } }),
        rule('news', {
          kind: 'clickthrough',
          properties: { destination_url: 'https://shop.example/news?a=1' },
          approval_period_seconds: 3600,
        }),
        rule('walk', {
          kind: 'custom',
          properties: { name: 'walk' },
          result: { kind: 'reward', reward_key: 'voucher' },
        }),
        rule('purchase', { kind: 'purchase', properties: {} }),
        rule('letters', { kind: 'newsletter_signup', properties: {}, limit: { count: 1, interval: null } }),
        rule('birthday', { kind: 'birthday', properties: {} }),
      ],
      rewards: [
        reward('card', {}),
        reward('voucher', { title: 'Five off', properties: PROPERTIES.cart_discount_voucher }),
        reward('open', {
          properties: PROPERTIES.cart_variable_discount_voucher,
          cost: { kind: 'variable', points_per_unit: 100 },
        }),
        reward('once', { title: 'Only once', limit: { count: 1, interval: null } }),
        { key: 'mug', definition: productRewardDefinition() },
      ],
    },
  });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

let count = 0;

/** A member's page, opened, with what its forms carry. */
async function visit(options: { points?: number; session?: object } = {}) {
  count += 1;
  const merchant_id = `member ${count}`;
  const program = await test.program();
  const { id } = await createCustomer(test.deps, program, { merchant_id, points: options.points ?? 0 });
  return browser({ customer: { merchant_id }, ...options.session }, id);
}

async function browser(session: object, id: number) {
  const program = await test.program();
  const created = await test.post(`/v2/sites/${program.sites.at(-1)!.id}/webviews/sessions`, {
    channel: 'app',
    ...session,
  });
  const opened = await openPage(test.url, created.body.webview_session.url);
  return { ...opened, id, hidden: await hiddenOf(opened) };
}

type Member = Awaited<ReturnType<typeof visit>>;

async function hiddenOf(opened: PageVisit): Promise<{ token: string; nonce: string }> {
  const { text } = await opened.get().expect(200);
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
  return { token: value('token'), nonce: value('nonce') };
}

const ruleId = async (key: string) => entryOf((await test.program()).rules, key).id;
const rewardId = async (key: string) => entryOf((await test.program()).rewards, key).id;
const complete = async (key: string) => `/page/rules/${await ruleId(key)}/complete`;
const redeem = async (key: string) => `/page/rewards/${await rewardId(key)}/redeem`;

/** Sends a form, and reads the page that the answer leads to. */
async function act(member: Member, path: string, choices: Record<string, string> = {}): Promise<string[]> {
  const answer = await member.post(path, { ...member.hidden, ...choices }).expect(303);
  return follow(member, answer);
}

async function follow(member: Member, { headers }: Response): Promise<string[]> {
  const [address, fragment] = headers.location!.split('#');
  expect(fragment).toBe('outcome');
  const page = await member.get(address!).expect(200);
  expect(page.text.match(/id="outcome"/g)).toHaveLength(1);
  return linesOf(`<div ${page.text.split('<div id="outcome"')[1]!.split('</div>')[0]}`);
}

const row = ({ id }: Member) =>
  test.deps.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const claims = ({ id }: Member) =>
  test.deps.db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute();
const activities = ({ id }: Member) =>
  test.deps.db
    .selectFrom('activities')
    .select(['name', 'value', 'state'])
    .where('customer_id', '=', id)
    .execute();

describe('completing a rule', () => {
  it('gives its points, and says so', async () => {
    const member = await visit();
    expect(await act(member, await complete('follow'))).toEqual(['You earned 50 points.']);
    expect(await row(member)).toMatchObject({ points_approved: 50 });
  });

  it('says when the points come, and leads on', async () => {
    const member = await visit();
    const lines = await act(member, await complete('news'));
    expect(lines[0]).toBe('You earned 50 points.');
    expect(lines[1]).toMatch(/^50 points will be yours on /);
    expect(lines).toContain('Continue to shop.example');
    expect(await row(member)).toMatchObject({ points_approved: 0, points_pending: 50 });
  });

  it('gives its reward, and names it', async () => {
    const member = await visit();
    expect(await act(member, await complete('walk'))).toEqual(['You received: Five off']);
    expect(await claims(member)).toMatchObject([{ source_kind: 'rule_completion', points_cost: 0 }]);
  });

  it('is refused beyond its limit, kindly', async () => {
    const member = await visit();
    await act(member, await complete('follow'));
    const again = { ...member, hidden: await hiddenOf(member) };
    expect((await act(again, await complete('follow'))).join()).toContain('as often as you can for now');
    expect(await row(member)).toMatchObject({ points_approved: 50 });
  });

  it.each(['purchase', 'letters', 'birthday'])('is not for the customer to say of a %s', async (key) => {
    const member = await visit();
    const before = await activities(member);
    expect((await act(member, await complete(key)))[0]).toBe('That did not work');
    expect(await activities(member)).toEqual(before);
  });
});

describe('signing up for the newsletter', () => {
  it('subscribes once, and gives what that gives', async () => {
    const member = await visit();
    const path = `/page/rules/${await ruleId('letters')}/subscribe`;
    expect(await act(member, path)).toEqual(['Thank you for signing up.']);
    expect(await row(member)).toMatchObject({ email_marketing: 'subscribed', points_approved: 50 });
    const later = { ...member, hidden: await hiddenOf(member) };
    expect(await act(later, path)).toEqual(['This has already been done.']);
    expect(await row(member)).toMatchObject({ points_approved: 50 });
  });

  it('is of no other rule', async () => {
    const member = await visit();
    await act(member, `/page/rules/${await ruleId('follow')}/subscribe`);
    expect(await row(member)).toMatchObject({ email_marketing: 'unknown' });
  });
});

describe('redeeming', () => {
  it('takes the points, and shows the code where it was done and among the rewards', async () => {
    const member = await visit({ points: 1240 });
    const lines = await act(member, await redeem('voucher'));
    const [claim] = await claims(member);
    expect(lines[0]).toBe('It’s yours: Five off');
    expect(lines).toContain(claim!.code);
    expect(lines).toContain('You now have 740 points.');
    expect(await row(member)).toMatchObject({ points_approved: 740, points_spent: 500 });
    const page = linesOf((await member.get().expect(200)).text);
    expect(page).toContain(claim!.code);
    expect(page.join('\n')).not.toContain('It’s yours');
  });

  it("shows a gift card's whole code, to the session that redeemed it", async () => {
    const member = await visit({ points: 500 });
    const answer = await member.post(await redeem('card'), member.hidden).expect(303);
    const lines = await follow(member, answer);
    const code = lines[1]!;
    const [claim] = await claims(member);
    expect(code).toMatch(/^[A-Z0-9-]{12,}$/);
    expect(code.endsWith(claim!.code_last_characters!)).toBe(true);
    expect((await member.get().expect(200)).text).not.toContain(code);
    const other = await browser({ customer: { merchant_id: (await row(member)).merchant_id } }, member.id);
    const address = answer.headers.location!.split('#')[0]!;
    expect((await other.get(address).expect(200)).text).not.toContain(code);
  });

  it('takes a product in the variant that was chosen', async () => {
    const member = await visit({ points: 200 });
    const lines = await act(member, await redeem('mug'), { variant_id: '902' });
    expect(lines).toContain('Add it to your cart at Shop.');
    expect(await claims(member)).toMatchObject([{ variant_id: '902', cart_id: null, points_cost: 200 }]);
  });

  it.each([
    ['no variant', {}],
    ['a variant that there is not', { variant_id: '777' }],
  ])('takes nothing for %s', async (_, choices: Record<string, string>) => {
    const member = await visit({ points: 200 });
    const lines = await act(member, await redeem('mug'), choices);
    expect(lines).toContain('Please check what you chose or entered, and try again.');
    expect(await row(member)).toMatchObject({ points_approved: 200 });
  });

  it.each([
    ['USD', '7.50', 750],
    ['EUR', '3.75', 750],
    ['USD', '5', 500],
  ])('takes as much of an open discount as was asked for, in %s: %s', async (currency, amount, points) => {
    const member = await visit({ points: 2000, session: { currency } });
    expect((await act(member, await redeem('open'), { discount_amount: amount }))[0]).toContain('It’s yours');
    expect(await row(member)).toMatchObject({ points_approved: 2000 - points });
  });

  it.each(['', '4.99', '20.01', '1e3', '-5', 'NaN', '5.001', ' 5', '9'.repeat(40)])(
    'takes nothing for an open discount of %j',
    async (discount_amount) => {
      const member = await visit({ points: 5000 });
      const lines = await act(member, await redeem('open'), { discount_amount });
      expect(lines).toContain('Please check what you chose or entered, and try again.');
      expect(await row(member)).toMatchObject({ points_approved: 5000 });
    },
  );

  it('is refused without enough points, kindly', async () => {
    const member = await visit({ points: 499 });
    const lines = await act(member, await redeem('voucher'));
    expect(lines).toEqual(['That did not work', 'You do not have enough points for this yet.']);
    expect(await claims(member)).toEqual([]);
  });
});

describe('giving back', () => {
  it('returns the points of an unused product', async () => {
    const member = await visit({ points: 200 });
    await act(member, await redeem('mug'), { variant_id: '902' });
    const [claim] = await claims(member);
    const later = { ...member, hidden: await hiddenOf(member) };
    expect(await act(later, `/page/claims/${claim!.id}/refund`)).toEqual([
      'Given back: Mug',
      'You now have 200 points.',
    ]);
    expect(await row(member)).toMatchObject({ points_approved: 200, points_spent: 0 });
    const again = { ...member, hidden: await hiddenOf(member) };
    expect(await act(again, `/page/claims/${claim!.id}/refund`)).toContain(
      'It has already been used or given back.',
    );
  });

  it('is of no voucher, whose code is known, and of nobody else’s product', async () => {
    const member = await visit({ points: 700 });
    const other = await visit();
    await act(member, await redeem('voucher'));
    await act({ ...member, hidden: await hiddenOf(member) }, await redeem('mug'), { variant_id: '902' });
    const [voucher, mug] = await claims(member);
    const later = { ...member, hidden: await hiddenOf(member) };
    expect((await act(later, `/page/claims/${voucher!.id}/refund`))[0]).toBe('That did not work');
    expect((await act(other, `/page/claims/${mug!.id}/refund`))[0]).toBe('That did not work');
    expect(await claims(member)).toMatchObject([{ state: 'approved' }, { state: 'approved' }]);
  });
});

describe('the birthday', () => {
  it('is set once', async () => {
    const member = await visit();
    expect(await act(member, '/page/birthday', { birthday: '1990-12-24' })).toEqual([
      'Thank you, we have noted your birthday.',
    ]);
    expect(await row(member)).toMatchObject({ birthday_year: 1990, birthday_month: 12, birthday_day: 24 });
    const later = { ...member, hidden: await hiddenOf(member) };
    expect(await act(later, '/page/birthday', { birthday: '1991-01-01' })).toEqual([
      'This has already been done.',
    ]);
    expect(await row(member)).toMatchObject({ birthday_year: 1990 });
  });

  it.each(['', '24.12.1990', '1990-02-30', '1899-12-31', '2999-01-01', '1990-12-24x'])(
    'is not %j',
    async (birthday) => {
      const member = await visit();
      const lines = await act(member, '/page/birthday', { birthday });
      expect(lines).toContain('This cannot be a date of birth. Please check it.');
      expect(await row(member)).toMatchObject({ birthday_day: null });
    },
  );
});

describe('joining', () => {
  async function guest(blocked = false): Promise<Member> {
    const { id } = await visit();
    const { merchant_id } = await row({ id } as Member);
    await test.deps.db
      .updateTable('customers')
      .set({ enrolled_at: null, ...(blocked && { blocked_at: new Date(test.clock.real()) as never }) })
      .where('id', '=', id)
      .execute();
    return browser({ customer: { merchant_id } }, id);
  }

  it('makes a guest a member, with what joining gives', async () => {
    const member = await guest();
    expect(linesOf((await member.get().expect(200)).text)).toContain('Join now');
    expect(await act(member, '/page/enrol')).toEqual(['Welcome to Shop!']);
    expect(await row(member)).toMatchObject({ enrolled_at: expect.any(Number) });
  });

  it('is carried out only once', async () => {
    const member = await visit();
    expect(await act(member, '/page/enrol')).toEqual(['This has already been done.']);
  });
});

describe('a form that is sent again', () => {
  it('acts once, and is answered alike', async () => {
    const member = await visit({ points: 1500 });
    const path = await redeem('voucher');
    const first = await act(member, path);
    expect(await act(member, path)).toEqual(first);
    expect(await row(member)).toMatchObject({ points_approved: 1000 });
    expect(await claims(member)).toHaveLength(1);
  });

  it('acts once also where both come at once, and each is led to the answer', async () => {
    const member = await visit({ points: 5000 });
    const path = await redeem('voucher');
    const answers = await Promise.all(atOnce(8, () => member.post(path, member.hidden)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(new Set(answers.map(({ headers }) => headers.location!.replace(/at=[^&#]*/, ''))).size).toBe(1);
    for (const answer of answers) expect((await follow(member, answer))[0]).toBe('It’s yours: Five off');
    expect(await claims(member)).toHaveLength(1);
  });

  it('keeps its refusal', async () => {
    const member = await visit({ points: 1000 });
    const path = await redeem('once');
    await act(member, path);
    const later = { ...member, hidden: await hiddenOf(member) };
    const refused = await act(later, path);
    expect(refused.join()).toContain('as often as you can');
    expect(await act(later, path)).toEqual(refused);
  });

  it('acts for another wish only from a new page', async () => {
    const member = await visit({ points: 1000 });
    const path = await redeem('mug');
    await act(member, path, { variant_id: '901' });
    expect((await act(member, path, { variant_id: '902' })).join()).toContain('out of date');
    expect(await claims(member)).toMatchObject([{ variant_id: '901' }]);
  });

  it('acts for each form of a page', async () => {
    const member = await visit({ points: 1000 });
    await act(member, await redeem('voucher'));
    await act(member, await redeem('card'));
    await act(member, await complete('follow'));
    expect(await row(member)).toMatchObject({ points_approved: 50 });
  });
});

describe('a form that is none of this page', () => {
  it('changes nothing without what a page’s forms carry', async () => {
    const [member, other] = [await visit(), await visit()];
    const path = await complete('follow');
    const { token, nonce } = member.hidden;
    const answers = [
      await member.post(path, { nonce }),
      await member.post(path, { token: other.hidden.token, nonce }),
      await member.post(path, { token }),
      await member.post(path, { token, nonce: 'short' }),
      await member.post(path, { token, nonce: `${nonce}\0` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 400, 400, 400]);
    for (const { type } of answers) expect(type).toBe('text/html');
    expect(await activities(member)).toEqual(await activities(other));
    expect(await row(member)).toMatchObject({ points_approved: 0 });
  });

  it.each([
    ['rules/0/complete', 404],
    ['rules/x/complete', 400],
    ['rules/99999999999999999999/complete', 400],
    ['rewards/1/refund', 404],
  ])('is answered by a page: %s', async (path, status) => {
    const member = await visit();
    const answer = await member.post(`/page/${path}`, member.hidden);
    if (answer.status === 303) expect((await follow(member, answer))[0]).toBe('That did not work');
    else expect(answer.status).toBe(status);
  });

  it('takes no JSON', async () => {
    const member = await visit();
    const answer = await supertest(test.url)
      .post(await complete('follow'))
      .set('cookie', member.cookie)
      .send(member.hidden);
    expect(answer.status).toBe(415);
    expect(await row(member)).toMatchObject({ points_approved: 0 });
  });

  it('is too late once the session is over, and says so', async () => {
    const member = await visit();
    test.clock.advance(15 * MINUTE);
    const answer = await member.post(await complete('follow'), member.hidden).expect(410);
    expect(answer.text).toContain('This page has expired');
    expect(answer.text).toContain('data-state="expired"');
    expect(await row(member)).toMatchObject({ points_approved: 0 });
  });

  it.each(['', 'x', 'stale', `${'a'.repeat(22)}.rules/1/complete`, `${'a'.repeat(22)}.x`, 'a'.repeat(5000)])(
    'has no outcome to tell: done=%s',
    async (done) => {
      const member = await visit();
      const page = await member.get(`/page?${new URLSearchParams({ done })}`).expect(200);
      expect(page.text.includes('id="outcome"')).toBe(done === 'stale');
    },
  );
});

describe('the page', () => {
  it('is one read, beside that of its session', async () => {
    const counting = await buildTestApp({ beside: test });
    const statements: string[] = [];
    const { hot, db } = test.deps;
    counting.deps.db = db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    counting.deps.hot = new Proxy(hot, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (name === 'run' || name === 'runEach') statements.push((given[0] as { name: string }).name);
          return value.apply(target, given);
        };
      },
    });
    const member = await visit({ points: 700 });
    await act(member, await redeem('voucher'));
    const read = () => supertest(counting.url).get('/page').set('cookie', member.cookie).expect(200);
    await read();
    statements.length = 0;
    expect(linesOf((await read()).text)).toContain('200 points');
    expect(statements).toEqual(['SelectQueryNode', 'storefront_customer_none']);
    await counting.close();
  });
});
