import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  entryOf,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { openPage } from '../support/page.ts';

let test: TestApp;
let other: TestApp;
let site: number;

beforeAll(async () => {
  const gives = (reward_key: string) => ({ kind: 'reward', reward_key }) as const;
  test = await buildTestApp({
    program: programDefinition({
      rules: [
        {
          key: 'join',
          definition: ruleDefinition({
            kind: 'join_program',
            title: 'Join',
            result: gives('card'),
            properties: {},
          }),
        },
        { key: 'follow', definition: ruleDefinition({ result: gives('card') }) },
      ],
      rewards: [{ key: 'card', definition: rewardDefinition() }],
    }),
  });
  other = await buildTestApp({ beside: test });
  site = (await test.program()).sites.at(-1)!.id;
});
afterAll(async () => {
  await expectLedgerBalanced(test.database);
  await other.close();
  await test.close();
});

let customers = 0;
/** A customer who was given a gift card for joining and has not been shown it; with its name. */
async function given(): Promise<string> {
  customers += 1;
  const merchant_id = `given-${customers}`;
  await createCustomer(test.deps, await test.program(), { merchant_id });
  return merchant_id;
}

const address = (merchant_id: string) => `/headless/2025-06/${site}/customers/${merchant_id}`;
const cardOf = ({
  body,
}: {
  body: {
    customer: {
      claimed_rewards: { id: number; redeemable: { code?: string; code_last_characters: string } }[];
    };
  };
}) => body.customer.claimed_rewards[0]!;
const worth = async (code: string) => (await test.get(`/v2/vouchers/${code}`)).body.voucher?.discount;
const reveal = (merchant_id: string, id: number, from = test) =>
  from.post(`/v2/customers/${merchant_id}/claimed_rewards/${id}/reveal`);

describe('a gift card that a rule gives', () => {
  it('tells its whole code in the first answer that shows it, and in no later one', async () => {
    const name = await given();
    const first = cardOf(await test.get(address(name)));
    expect(first.redeemable.code).toMatch(/^[0-9A-Z]{16}$/);
    expect(first.redeemable.code!.slice(-4)).toBe(first.redeemable.code_last_characters);
    expect(await worth(first.redeemable.code!)).toEqual({ kind: 'balance', amount: 10 });
    const later = cardOf(await test.get(address(name)));
    expect(later.redeemable).toEqual({ ...first.redeemable, code: undefined });
  });

  it('tells it in the answer to what gave it, and again to the same Idempotency-Key alone', async () => {
    const name = await given();
    await test.get(address(name));
    const rule_id = entryOf((await test.program()).rules, 'follow').id;
    const complete = () =>
      test
        .post(`/headless/2025-06/${site}/rules/social_follow/complete`, {
          rule_id,
          customer_merchant_id: name,
        })
        .set('idempotency-key', 'once');
    const first = await complete();
    const code = cardOf(first).redeemable.code!;
    expect(await worth(code)).toMatchObject({ amount: 10 });
    const again = await complete();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(cardOf(again).redeemable.code).toBe(code);
    expect(cardOf(await test.get(address(name))).redeemable.code).toBeUndefined();
  });

  it('is told to one of many who ask at once, of two servers', async () => {
    const name = await given();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? test : other).get(address(name))),
    );
    const codes = answers
      .map((answer) => cardOf(answer).redeemable.code)
      .filter((code) => code !== undefined);
    expect(codes).toHaveLength(1);
    expect(await worth(codes[0]!)).toMatchObject({ amount: 10 });
  });

  it('is not told to a key that may only read, nor to a HEAD', async () => {
    const name = await given();
    const key = await test.createKey(['read_customers']);
    const read = await fetch(`${test.url}${address(name)}`, { headers: { authorization: `Bearer ${key}` } });
    expect(cardOf({ body: (await read.json()) as never }).redeemable.code).toBeUndefined();
    await fetch(`${test.url}${address(name)}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${test.key}` },
    });
    expect(cardOf(await test.get(address(name))).redeemable.code).toBeDefined();
  });

  it('shows it on the loyalty page once', async () => {
    const name = await given();
    const { body } = await test.post(`/v2/sites/${site}/webviews/sessions`, {
      channel: 'shop',
      customer: { merchant_id: name },
    });
    const page = await openPage(test.url, body.webview_session.url);
    const [, code] = /<code id="code-\d+"[^>]*>([0-9A-Z]{16})</.exec((await page.get()).text)!;
    expect(await worth(code!)).toMatchObject({ amount: 10 });
    const later = (await page.get()).text;
    expect(later).not.toContain(code!);
    expect(later).toContain(`Code ending in`);
    expect(cardOf(await test.get(address(name))).redeemable.code).toBeUndefined();
  });
});

describe('revealing a gift card', () => {
  it('tells the same code whenever it is asked, is audited, and leaves nothing in the log', async () => {
    const name = await given();
    const { id, redeemable } = cardOf(await test.get(address(name)));
    for (const from of [test, other]) {
      const { status, body } = await reveal(name, id, from);
      expect([status, body.claimed_reward.redeemable.code]).toEqual([200, redeemable.code]);
    }
    const { body } = await test.get('/v2/audit?action=claim.revealed');
    expect(body.audit_entries.slice(0, 2)).toMatchObject([
      { subject: { kind: 'claimed_reward', id: String(id) }, details: { renewed: false } },
      { subject: { kind: 'claimed_reward', id: String(id) } },
    ]);
    const known = JSON.stringify([test.logged, other.logged, body]);
    expect(known).not.toContain(redeemable.code!);
    const { rows } = await test.database.asOwner(
      `select c::text as text from claimed_rewards c where id = ${id}`,
    );
    expect(rows[0].text).not.toContain(redeemable.code!);
    expect(rows[0].text).not.toContain(Buffer.from(redeemable.code!).toString('hex'));
  });

  it('counts as the first telling, and of two at once and a reader nobody is told another code', async () => {
    const name = await given();
    const { body } = await test.get(`/v2/customers/${name}/claimed_rewards`);
    const [{ id, redeemable }] = body.claimed_rewards;
    expect(redeemable.code).toBeNull();
    const [one, two, read] = await Promise.all([
      reveal(name, id),
      reveal(name, id, other),
      test.get(address(name)),
    ]);
    const code = one.body.claimed_reward.redeemable.code;
    expect(two.body.claimed_reward.redeemable.code).toBe(code);
    expect([code, undefined]).toContain(cardOf(read).redeemable.code);
    expect(cardOf(await test.get(address(name))).redeemable.code).toBeUndefined();
  });

  it('of one that was claimed recovers a lost answer', async () => {
    const name = await given();
    await createPoints(name);
    const reward_id = entryOf((await test.program()).rewards, 'card').id;
    const claimed = await test.post(`/v2/customers/${name}/claimed_rewards`, { reward_id });
    const { id, redeemable } = claimed.body.claimed_reward;
    expect((await reveal(name, id)).body.claimed_reward.redeemable.code).toBe(redeemable.code);
  });

  it.each([
    ['a server of before had not kept its code', 'code_sealed = null'],
    ['nobody has the key under which it was kept', `code_sealed = '\\x${'00'.repeat(60)}'`],
  ])('gives a new code where %s', async (_why, change) => {
    const name = await given();
    const { id, redeemable } = cardOf(await test.get(address(name)));
    await test.database.asOwner(`update claimed_rewards set ${change} where id = ${id}`);
    const { body } = await reveal(name, id);
    const { code, code_last_characters } = body.claimed_reward.redeemable;
    expect(code).not.toBe(redeemable.code);
    expect(code.slice(-4)).toBe(code_last_characters);
    expect(await worth(code)).toMatchObject({ amount: 10 });
    expect(await worth(redeemable.code!)).toBeUndefined();
    expect((await reveal(name, id)).body.claimed_reward.redeemable.code).toBe(code);
  });

  it('of before, given and never told, is told a new code when it is first shown', async () => {
    const name = await given();
    await test.database.asOwner(
      `update claimed_rewards c set code_sealed = null from customers k where k.id = c.customer_id and k.merchant_id = '${name}'`,
    );
    const { redeemable } = cardOf(await test.get(address(name)));
    expect(redeemable.code!.slice(-4)).toBe(redeemable.code_last_characters);
    expect(await worth(redeemable.code!)).toMatchObject({ amount: 10 });
  });

  it('is refused of what is no gift card, was taken back or is not there, and of it no code is kept', async () => {
    const name = await given();
    const { id } = cardOf(await test.get(address(name)));
    await test.post(`/v2/customers/${name}/claimed_rewards/${id}/refund`);
    expect((await reveal(name, id)).body.error.code).toBe('reward_already_refunded');
    const { rows } = await test.database.asOwner(`select code_sealed from claimed_rewards where id = ${id}`);
    expect(rows).toEqual([{ code_sealed: null }]);
    expect((await reveal(name, 999_999)).status).toBe(404);
    expect((await reveal('nobody', id)).status).toBe(404);
  });
});

async function createPoints(merchant_id: string): Promise<void> {
  await test.post(`/v2/customers/${merchant_id}/points`, { points: 5000 });
}

describe('a claim of before', () => {
  it('that a rule completed by the store gave is told like any other', async () => {
    const name = await given();
    await test.get(address(name));
    const program = await test.program();
    await completeRule(test.deps, {
      program,
      rule_id: entryOf(program.rules, 'follow').id,
      kind: 'social_follow',
      customer_merchant_id: name,
      channel: 'web',
    });
    expect(cardOf(await test.get(address(name))).redeemable.code).toBeDefined();
  });
});
