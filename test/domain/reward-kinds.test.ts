import { describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import type { Random } from '../../src/domain/core/deps.ts';
import type { DomainError } from '../../src/domain/core/errors.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { CustomProperties, RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { PROPERTIES, rewardOfKind, rewardsOfAllKinds } from '../support/reward-kinds.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

async function begin(rewards: Record<string, RewardDefinition> | undefined, points = 10_000) {
  await domain.begin({
    rewards: rewards
      ? Object.entries(rewards).map(([key, definition]) => ({ key, definition }))
      : rewardsOfAllKinds(),
  });
  return domain.customer({ points });
}

const dollars = (amount: number) => ({ amount_minor: Math.round(amount * 100), currency: 'USD' });

async function complaints(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: DomainError) => error.extra.details ?? error.code,
  );
}

const PATHS: [string, Hooks<unknown> | undefined][] = [
  ['in one guarded statement', undefined],
  ['under the lock', ORDINARY],
];

describe.each(PATHS)('claiming %s', (_, hooks) => {
  it.each<RewardKind>([
    'cart_discount_voucher',
    'free_shipping_voucher',
    'product_discount_voucher',
    'collection_discount_voucher',
  ])('a %s gives a code and keeps the terms', async (kind) => {
    const { id } = await begin(undefined);
    await domain.claim(kind, { kind }, { hooks });
    const now = domain.clock.real();
    expect(await domain.claims()).toMatchObject([
      {
        kind,
        terms: PROPERTIES[kind],
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        fulfilled_at: now,
        usage_status: 'not_used',
        quantity: 1,
        stock_variant_ids: [],
      },
    ]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 9500, points_spent: 500 });
  });

  it('a discount left open costs what was asked for, rounded up to whole points', async () => {
    const cost = { kind: 'variable', points_per_unit: 33 } as const;
    const { id } = await begin({ open: rewardOfKind('cart_variable_discount_voucher', { cost }) });
    await domain.claim('open', { discount: dollars(7.51) }, { hooks });
    const {
      minimum_discount_minor: _least,
      maximum_discount_minor: _most,
      ...terms
    } = PROPERTIES.cart_variable_discount_voucher;
    // 33 × 7.51 = 247.83
    expect(await domain.claims()).toMatchObject([
      { terms: { ...terms, discount_minor: 751 }, points_cost: 248, code: expect.any(String) },
    ]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 9752, points_spent: 248 });
  });

  it('a discount left open has to be asked for, within its bounds and with the points for it', async () => {
    await begin(undefined, 1234);
    const ask = (amount?: number) =>
      complaints(
        domain.claim(
          'cart_variable_discount_voucher',
          amount === undefined ? {} : { discount: dollars(amount) },
          { hooks },
        ),
      );
    const bounds = { discount_amount: 'must be between 5.00 and 20.00 USD' };
    expect(await ask()).toEqual({ discount_amount: 'is required for a discount of a chosen amount' });
    expect(await ask(4.99)).toEqual(bounds);
    expect(await ask(20.01)).toEqual(bounds);
    expect(await ask(12.35)).toBe('insufficient_points');
    expect(await ask(12.34)).toBeUndefined();
  });

  it('what the store fulfils waits for it, unless the customer has it already', async () => {
    const custom = (rest: Partial<Extract<CustomProperties, { fulfillment_method: string }>>) =>
      rewardOfKind('custom', { properties: { ...PROPERTIES.custom, ...rest } as CustomProperties });
    await begin({
      by_hand: custom({}),
      by_webhook: custom({
        fulfillment_method: 'webhook',
        fulfillment_webhook_url: 'https://shop.example/hook',
      }),
      by_voucher: rewardOfKind('custom', { properties: { kind: 'custom', fulfillment_type: 'voucher' } }),
    });
    for (const fulfill_immediately of [false, true]) {
      for (const key of ['by_hand', 'by_webhook', 'by_voucher'])
        await domain.claim(key, { fulfill_immediately }, { hooks });
    }
    const now = domain.clock.real();
    const claims = await domain.claims();
    expect(claims.map((claimed) => claimed.fulfilled_at)).toEqual([null, null, now, now, null, now]);
    expect(claims.map((claimed) => claimed.code !== null)).toEqual([false, false, true, false, false, true]);
    expect(claims.every((claimed) => claimed.usage_status === 'not_used')).toBe(true);
  });

  it('what was handed over does not lapse; what waits does', async () => {
    const { id } = await begin({ thing: rewardOfKind('custom', { auto_refund_seconds: 3600 }) });
    await domain.claim('thing', { fulfill_immediately: true }, { hooks });
    await domain.claim('thing', {}, { hooks });
    domain.clock.advance(HOUR);
    await domain.settle(id);
    expect((await domain.claims()).map((claimed) => claimed.state)).toEqual(['approved', 'void']);
    expect(await domain.row(id)).toMatchObject({ points_approved: 9500, points_spent: 500 });
  });

  it('many of a custom reward at once costs so many times as much, and takes as many from stock', async () => {
    const limit = { count: 2, interval: null } as const;
    const { id } = await begin({
      thing: rewardOfKind('custom', { stock: 10, limit, auto_refund_seconds: 3600 }),
    });
    await domain.claim('thing', { multiplier: 7 }, { hooks });
    expect(await domain.claims()).toMatchObject([{ quantity: 7, points_cost: 3500 }]);
    expect(await domain.stock()).toEqual({ '': 3 });
    expect(await outcomeOf(domain.claim('thing', { multiplier: 4 }, { hooks }))).toBe('reward_out_of_stock');
    // It is one claim to the limit.
    await domain.claim('thing', { multiplier: 3 }, { hooks });
    expect(await outcomeOf(domain.claim('thing', {}, { hooks }))).toBe('reward_limit_reached');
    expect(await domain.row(id)).toMatchObject({ points_approved: 5000, points_spent: 5000 });
    domain.clock.advance(HOUR);
    await domain.settle(id);
    expect(await domain.stock()).toEqual({ '': 10 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 10_000, points_spent: 0 });
  });

  it.each<RewardKind>(['active_subscription_discount_voucher', 'active_subscription_product'])(
    'is refused of a reward of the kind %s, for no program has an integration',
    async (kind) => {
      const { id } = await begin(undefined);
      expect(await outcomeOf(domain.claim(kind, { kind, variant_id: '901' }, { hooks }))).toBe(
        'no_subscription_integration_configured',
      );
      expect(await domain.claims()).toEqual([]);
      expect(await domain.row(id)).toMatchObject({ points_approved: 10_000 });
    },
  );

  it('complains of nothing that only the kind of the reward would need where another was named', async () => {
    await begin(undefined);
    const mismatch = (reward: RewardKind, kind: RewardKind) =>
      complaints(domain.claim(reward, { kind }, { hooks }));
    expect(await mismatch('product_cart', 'gift_card')).toBe('reward_kind_mismatch');
    expect(await mismatch('cart_variable_discount_voucher', 'gift_card')).toBe('reward_kind_mismatch');
    expect(await mismatch('gift_card', 'cart_variable_discount_voucher')).toBe('reward_kind_mismatch');
  });

  it('passes over a discount and a fulfilment that are none of the kind', async () => {
    await begin(undefined);
    const discount = { complaint: 'is nonsense' };
    await domain.claim('gift_card', { discount, fulfill_immediately: true }, { hooks });
    expect(await domain.claims()).toMatchObject([{ kind: 'gift_card', points_cost: 500 }]);
  });
});

describe('a custom reward used on an order', () => {
  const use = (used_on_order: string) => domain.claim('custom', { used_on_order });
  const order = (merchant_id: string, customer_id = '1001') =>
    recordOrder(domain.deps, orderInput(domain.program, { merchant_id, customer_id }));

  it('that is known is tied to it, however the order is written', async () => {
    await begin({ custom: rewardOfKind('custom', { auto_refund_seconds: 3600 }) });
    const { order_id } = await order('gid://shop/Order/77');
    await use('77');
    expect(await domain.claims()).toMatchObject([
      { usage_status: 'used', used_at: domain.clock.real(), used_by_order_id: order_id, fulfilled_at: null },
    ]);
    // Used, it is not taken back any more.
    expect(await domain.claims()).toMatchObject([{ auto_refund_at: null }]);
  });

  it('that comes later is tied to it then', async () => {
    await begin(undefined);
    await use('77');
    expect(await domain.claims()).toMatchObject([{ usage_status: 'used', used_by_order_id: null }]);
    await order('78');
    const { order_id } = await order('gid://shop/Order/77');
    expect(await domain.claims()).toMatchObject([{ usage_status: 'used', used_by_order_id: order_id }]);
  });

  it("that is somebody else's is used and tied to nothing", async () => {
    await begin(undefined);
    await domain.customer({ merchant_id: '2002' });
    await order('77', '2002');
    await use('77');
    await use('78');
    await order('78', '2002');
    expect((await domain.claims()).map((claimed) => claimed.used_by_order_id)).toEqual([null, null]);
  });

  it('that names it by its id is used, and not yet fulfilled by that', async () => {
    await begin(undefined);
    const { claimed_reward_id } = await domain.claim('custom');
    const { order_id } = await recordOrder(
      domain.deps,
      orderInput(domain.program, { claimed_reward_ids: [claimed_reward_id] }),
    );
    expect(await domain.claims()).toMatchObject([
      { usage_status: 'used', used_by_order_id: order_id, fulfilled_at: null },
    ]);
  });

  it.each<RewardKind>([
    'cart_variable_discount_voucher',
    'free_shipping_voucher',
    'product_discount_voucher',
  ])('as a %s is by its code', async (kind) => {
    await begin(undefined);
    await domain.claim(kind, { discount: dollars(5) });
    const { code } = (await domain.claims())[0]!;
    const discount_codes = [{ code: code!.toLowerCase(), amount_minor: 500 }];
    await recordOrder(domain.deps, orderInput(domain.program, { discount_codes }));
    expect(await domain.claims()).toMatchObject([{ usage_status: 'used' }]);
  });
});

describe('codes from a pool', () => {
  const pooled = (rest: Partial<RewardDefinition> = {}) =>
    rewardOfKind('cart_discount_voucher', { codes: { kind: 'pool' }, ...rest });

  async function bring(...codes: string[]) {
    const { program } = domain;
    await domain.deps.db
      .insertInto('voucher_codes')
      .values(
        codes.map((code) => ({
          program_id: program.id,
          reward_id: program.rewards[0]!.id,
          code,
          code_key: code.replaceAll('-', ''),
          created_at: ts(domain.clock.real()),
        })),
      )
      .execute();
  }

  it.each(PATHS)('are given once each, in their order, until there are none, %s', async (_, hooks) => {
    const { id } = await begin({ voucher: pooled({ stock: 5 }) });
    await bring('FIRST-1', 'SECOND-2');
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('reward_out_of_stock');
    expect((await domain.claims()).map(({ code, code_key }) => [code, code_key])).toEqual([
      ['FIRST-1', 'FIRST1'],
      ['SECOND-2', 'SECOND2'],
    ]);
    expect(await domain.stock()).toEqual({ '': 3 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 9000, points_spent: 1000 });
  });

  it('are not given again once a claim has lapsed', async () => {
    const { id } = await begin({ voucher: pooled({ auto_refund_seconds: 3600 }) });
    await bring('ONE');
    await domain.claim('voucher');
    domain.clock.advance(HOUR);
    await domain.settle(id);
    expect(await outcomeOf(domain.claim('voucher'))).toBe('reward_out_of_stock');
  });

  it('that turn out to be given by other means are passed over', async () => {
    await begin({
      voucher: pooled(),
      other: rewardOfKind('cart_discount_voucher', { codes: { kind: 'generated', pattern: 'ONE' } }),
    });
    await bring('ONE', 'TWO');
    await domain.claim('other');
    await domain.claim('voucher');
    expect((await domain.claims()).map(({ code }) => code)).toEqual(['ONE', 'TWO']);
    expect(await outcomeOf(domain.claim('voucher'))).toBe('reward_out_of_stock');
  });

  it('that a rule cannot give leave the stock as it was', async () => {
    const { id } = await begin({ voucher: pooled({ stock: 5 }) });
    const result = { kind: 'reward', reward_key: 'voucher' } as const;
    const purchase = ruleDefinition({ kind: 'purchase', properties: {}, result });
    await domain.change({ rules: [{ key: 'purchase', definition: purchase }] });
    const buy = (merchant_id: string) =>
      recordOrder(domain.deps, orderInput(domain.program, { merchant_id }));
    await buy('o-1');
    expect(await domain.claims()).toEqual([]);
    expect(await domain.stock()).toEqual({ '': 5 });
    await bring('ONE');
    await buy('o-2');
    expect(await domain.claims()).toMatchObject([
      { code: 'ONE', points_cost: 0, source_kind: 'rule_completion' },
    ]);
    expect(await domain.stock()).toEqual({ '': 4 });
    expect((await domain.row(id)).points_spent).toBe(0);
  });
});

describe.each(PATHS)('codes by a pattern, %s', (_, hooks) => {
  const voucher = (pattern: string) =>
    rewardOfKind('cart_discount_voucher', { codes: { kind: 'generated', pattern } });

  /** Chance that draws these digits of a pattern, counted from its first. */
  const drawing = (digits: number[]): Random => ({
    bytes: (length) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUInt32BE(digits.shift()!);
      return bytes;
    },
  });

  it('are drawn again where another claim has them', async () => {
    await begin({ voucher: voucher('SALE-#') });
    const random = drawing([0, 0, 0, 1]);
    const deps = { ...domain.deps, random };
    await domain.claim('voucher', {}, { hooks, deps });
    await domain.claim('voucher', {}, { hooks, deps });
    const [first, second] = await domain.claims();
    expect(first!.code).not.toBe(second!.code);
  });

  it('that are all given refuse the claim and take nothing', async () => {
    const { id } = await begin({ voucher: voucher('ONLY') });
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('voucher_allocation_failed');
    expect(await domain.row(id)).toMatchObject({ points_approved: 9500, points_spent: 500 });
    expect(await domain.claims()).toHaveLength(1);
  });
});
