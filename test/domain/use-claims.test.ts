import { describe, expect, it } from 'vitest';
import { processDue } from '../../src/domain/operations/process-due.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { OrderInput, OrderLine } from '../../src/domain/orders/order.ts';
import { productRewardDefinition, rewardDefinition } from '../support/factories.ts';
import { orderInput, orderLine } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

const record = (rest: Partial<OrderInput>) => recordOrder(domain.deps, orderInput(domain.program, rest));
const carrying = (value: string) => ({ key: '_loyalty_redemption_id', value });
const code = (text: string, amount_minor = 500) => ({ code: text, amount_minor });

async function begin() {
  await domain.begin({
    rules: [],
    rewards: [
      {
        key: 'card',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 100 },
          expires_after_seconds: 48 * 3600,
        }),
      },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 100 } }) },
      {
        key: 'voucher',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 100 },
          expires_after_seconds: 3600,
          properties: {
            kind: 'cart_discount_voucher',
            discount: { discount_type: 'fixed', amount_minor: 500 },
            applies_to_order_type: 'all',
            recurring_cycle_limit: null,
            supports_active_subscriptions: false,
            minimum_spend_minor: null,
            target_collections: [],
          },
        }),
      },
    ],
  });
  return domain.customer({ points: 1000 });
}

describe('an order marks as used', () => {
  it('the voucher whose code it names, as typed', async () => {
    const { id } = await begin();
    await domain.claim('voucher');
    const voucher = (await domain.claims())[0]!;
    const typed = `${voucher.code!.slice(0, 4)}-${voucher.code!.slice(4).toLowerCase()} `;
    const { order_id } = await record({ discount_codes: [code('SUMMER'), code(typed)] });
    expect((await domain.claims())[0]).toMatchObject({
      state: 'approved',
      usage_status: 'used',
      used_at: domain.clock.real(),
      used_by_order_id: order_id,
    });
    // Used, it has no end that could still come.
    domain.clock.advance(2 * HOUR);
    await domain.settle(id);
    expect((await domain.claims())[0]).toMatchObject({ state: 'approved', usage_status: 'used' });
  });

  it('the cart redemption whose id a line carries, which then no longer lapses', async () => {
    const { id } = await begin();
    await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const { redemption_id } = (await domain.claims())[0]!;
    await record({
      line_items: [orderLine({ attributes: [{ key: '_loyalty_redemption_id', value: redemption_id! }] })],
    });
    const now = domain.clock.real();
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'used',
      used_at: now,
      fulfilled_at: now,
    });
    domain.clock.advance(25 * HOUR);
    await domain.settle(id);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 900,
      points_spent: 100,
      next_due_at: null,
    });
    expect(await domain.stock()).toEqual({ '901': 9 });
  });

  it.each<[string, Partial<OrderLine>[]]>([
    ['is of other merchandise', [{ variant_id: '902' }]],
    ['is of another quantity', [{ quantity: 5 }]],
    ['is neither', [{ variant_id: '902' }, { quantity: 2 }]],
    ['names another redemption first', [{ attributes: [carrying('another'), carrying('own')] }]],
  ])('no cart redemption whose line %s: its points return when it lapses', async (_case, lines) => {
    const { id } = await begin();
    await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const { redemption_id } = (await domain.claims())[0]!;
    const told = lines.map(({ attributes = [carrying('own')], ...line }) =>
      orderLine({
        ...line,
        attributes: attributes.map(({ key, value }) => ({
          key,
          value: value === 'own' ? redemption_id! : value,
        })),
      }),
    );
    await record({ line_items: told });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'not_used', used_by_order_id: null });
    domain.clock.advance(25 * HOUR);
    await domain.settle(id);
    expect(await domain.row(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });

  it('the cart redemption of one of several lines that is what was redeemed, its ids written otherwise', async () => {
    await begin();
    await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const { redemption_id } = (await domain.claims())[0]!;
    const attributes = [{ key: 'note', value: 'x' }, carrying(redemption_id!)];
    await record({
      line_items: [
        orderLine({ variant_id: '902', attributes }),
        orderLine({ variant_id: 'gid://shop/ProductVariant/901', attributes }),
      ],
    });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'used' });
  });

  it('a claim that it names by id', async () => {
    await begin();
    const { claimed_reward_id } = await domain.claim('voucher');
    await record({ claimed_reward_ids: [claimed_reward_id] });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'used' });
  });

  it("somebody else's voucher too: whoever has the code may use it", async () => {
    await begin();
    await domain.claim('voucher');
    const voucher = (await domain.claims())[0]!;
    await record({ customer_id: '2002', discount_codes: [code(voucher.code!)] });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'used' });
  });
});

describe('a gift card', () => {
  it('is lowered by what each order took, and is used once nothing is left', async () => {
    await begin();
    const { full_code } = await domain.claim('card');
    await record({ discount_codes: [code(full_code!, 300), code(full_code!.toLowerCase(), 100)] });
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'partially_used',
      current_balance_minor: 600,
    });
    const { order_id } = await record({ merchant_id: 'order-2', discount_codes: [code(full_code!, 5000)] });
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'used',
      current_balance_minor: 0,
      initial_balance_minor: 1000,
      used_by_order_id: order_id,
    });
  });

  it('is kept with the order by its last characters alone, for its balance is spent by the code', async () => {
    await begin();
    const { full_code } = await domain.claim('card');
    await record({ discount_codes: [code(full_code!, 300), code('SUMMER', 100)] });
    const [order] = await domain.rows('orders');
    expect(order!.discount_codes).toEqual([
      { code: `…${full_code!.slice(-4)}`, amount_minor: 300 },
      { code: 'SUMMER', amount_minor: 100 },
    ]);
  });

  it('named by its id alone is not touched: no amount is told', async () => {
    await begin();
    const { claimed_reward_id } = await domain.claim('card');
    await record({ claimed_reward_ids: [claimed_reward_id] });
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'not_used',
      current_balance_minor: 1000,
    });
  });

  it('partly used and past its date pays nothing more', async () => {
    await begin();
    const { full_code } = await domain.claim('card');
    await record({ discount_codes: [code(full_code!, 300)] });
    domain.clock.advance(48 * HOUR);
    await record({ merchant_id: 'order-2', discount_codes: [code(full_code!, 300)] });
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'partially_used',
      current_balance_minor: 700,
    });
  });
});

describe('an order leaves as it is', () => {
  it('what was used before', async () => {
    await begin();
    await domain.claim('voucher');
    const voucher = (await domain.claims())[0]!;
    const first = await record({ discount_codes: [code(voucher.code!)] });
    domain.clock.advance(HOUR / 2);
    await record({ merchant_id: 'order-2', discount_codes: [code(voucher.code!)] });
    expect((await domain.claims())[0]).toMatchObject({ used_by_order_id: first.order_id });
  });

  it.each(['1001', '2002'])(
    'what ended before it, settled or not, in an order of customer %s',
    async (customer_id) => {
      await begin();
      await domain.claim('voucher');
      await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
      const [voucher, mug] = await domain.claims();
      domain.clock.advance(24 * HOUR);
      await record({
        customer_id,
        discount_codes: [code(voucher!.code!)],
        claimed_reward_ids: [mug!.id],
      });
      expect((await domain.claims()).map((claimed) => claimed.usage_status)).toEqual([
        'not_used',
        'not_used',
      ]);
      const owner = await domain.row(voucher!.customer_id);
      await processDue(domain.deps, domain.program, owner);
      expect((await domain.claims()).map((claimed) => claimed.state)).toEqual(['expired', 'void']);
      expect(await domain.row(owner.id)).toMatchObject({ points_approved: 900, points_spent: 100 });
    },
  );

  it('what another program has', async () => {
    await begin();
    await domain.claim('voucher');
    const [voucher] = await domain.claims();
    const owner = domain.program;
    await domain.begin({ rules: [] });
    await record({ discount_codes: [code(voucher!.code!)], claimed_reward_ids: [voucher!.id] });
    domain.program = owner;
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'not_used' });
  });
});
