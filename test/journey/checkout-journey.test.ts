import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { Checkout } from './checkout-journey.ts';
import { openStore, type Store } from './typed-store.ts';

let test: TestApp;
let store: Store;
let site_id: number;

beforeAll(async () => {
  const { definition } = parseProgramFile(readFileSync('src/demo/program.yaml', 'utf8'), 'src/demo');
  test = await buildTestApp({ program: definition });
  store = openStore(test, await test.document());
  site_id = (await test.program()).sites[0]!.id;
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** A shopper who has opened a session, with points to spend. */
async function arrive(merchant_id: string): Promise<Checkout> {
  const checkout = new Checkout(store, site_id, merchant_id);
  await checkout.shopper.visit('https://meadow-and-vine.example/');
  await checkout.givePoints(5_000);
  return checkout;
}

/** The ledger's word for the counters: every transaction of the customer, read page by page. */
async function expectCountersOfLedger(checkout: Checkout) {
  const { points_approved, points_pending } = await checkout.counters();
  const rows = await checkout.shopper.transactions();
  expect(rows.reduce((sum, row) => sum + row.points_approved, 0)).toBe(points_approved);
  expect(rows.reduce((sum, row) => sum + row.points_pending, 0)).toBe(points_pending);
}

const NOTHING = { approved: 0, pending: 0 };

/** The product in its cart, seen there by a session. */
async function putInCart(checkout: Checkout, cart: string) {
  const { claimed_reward, active_cart_redemption } = await checkout.shopper.redeemProduct(
    'A jar of honey',
    cart,
  );
  const redemption = active_cart_redemption.id;
  const { customer } = await checkout.shopper.visit('https://meadow-and-vine.example/cart', {
    id: cart,
    total: '45.00',
    items: 2,
    redeemed: active_cart_redemption,
  });
  expect(customer).toMatchObject({
    active_cart_redemptions: [{ id: redemption, current_cart_state: { in_cart: true } }],
  });
  return { claim: claimed_reward.id, redemption };
}

describe('what a shopper redeems, uses at the checkout and sends back', () => {
  it('is a voucher: looked up, used by its order, and returned with the refund', async () => {
    const ada = await arrive('ada');
    const before = await ada.counters();
    const { voucher_code, claimed_reward } = await ada.redeemVoucher();
    expect(await ada.counters()).toEqual({
      ...before,
      points_approved: before.points_approved - 500,
      points_spent: before.points_spent + 500,
    });
    expect(await ada.lookUp(voucher_code)).toMatchObject({
      code: voucher_code,
      state: 'usable',
      currency: 'USD',
      discount: { kind: 'amount', amount: 5 },
      conditions: { minimum_spend: 25, order_type: 'one_time' },
      customer: { merchant_id: 'ada' },
      claimed_reward: { id: claimed_reward.id, point_cost: 500 },
    });

    const purchase = { merchant_id: 'order-1', price: 35, codes: [{ code: voucher_code, amount: 5 }] };
    const paid = await ada.buy(purchase);
    expect(paid).toBe(30);
    expect((await ada.lookUp(voucher_code)).state).toBe('used');
    expect(await ada.useElsewhere(voucher_code)).toBe('voucher_already_used');
    expect((await ada.claimed(claimed_reward.id)).redeemable).toMatchObject({
      usage_status: 'used',
      used_at: expect.any(String),
    });
    const earned = (await ada.counters()).points_pending - before.points_pending;
    expect(earned).toBeGreaterThan(0);
    expect(await ada.moved('claimed_reward')).toEqual({ count: 1, approved: -500, pending: 0 });
    await expectCountersOfLedger(ada);

    await ada.refund(purchase, paid);
    expect(await ada.orderState('order-1')).toMatchObject({
      refund_status: 'refunded',
      total_refunded: '30.00',
      discount_codes: [{ code: voucher_code, amount: '5.00' }],
    });
    expect((await ada.lookUp(voucher_code)).state).toBe('refunded');
    expect((await ada.claimed(claimed_reward.id)).state).toBe('void');
    expect(await ada.counters()).toEqual(before);
    expect(await ada.moved('claimed_reward')).toEqual({ count: 2, ...NOTHING });
    const { history } = await ada.shopper.customer();
    expect(history.filter(({ kind }) => kind === 'redeemed_points_for_reward')).toMatchObject([
      { claimed_reward_id: claimed_reward.id, points: -500, state: 'void' },
    ]);
    const purchases = history.filter(
      (entry) => entry.kind === 'earned_points_from_rule' && entry.rule.kind === 'purchase',
    );
    expect(purchases).toMatchObject([{ state: 'declined' }]);
    await expectCountersOfLedger(ada);

    // Told again it changes nothing.
    const told = await ada.shopper.transactions();
    await ada.refund(purchase, paid);
    await ada.buy(purchase);
    expect(await ada.shopper.transactions()).toEqual(told);
    expect(await ada.counters()).toEqual(before);
  });

  it('is a gift card: drawn on by two orders, filled again by each refund, and returned with the last', async () => {
    const ben = await arrive('ben');
    const before = await ben.counters();
    const code = await ben.shopper.redeemGiftCard();
    const balance = async () => {
      const { state, discount, code: shown } = await ben.lookUp(code);
      expect(shown).toBeNull();
      return [state, discount.kind === 'balance' && discount.amount];
    };
    expect(await balance()).toEqual(['usable', 25]);

    const first = { merchant_id: 'order-2', price: 40, codes: [{ code, amount: 10 }] };
    const second = { merchant_id: 'order-3', price: 40, codes: [{ code, amount: 15 }] };
    const paidFirst = await ben.buy(first);
    expect(await balance()).toEqual(['usable', 15]);
    const paidSecond = await ben.buy(second);
    expect(await balance()).toEqual(['used', 0]);
    expect(await ben.useElsewhere(code)).toBe('voucher_already_used');

    await ben.refund(first, paidFirst);
    expect(await balance()).toEqual(['usable', 10]);
    const { points_approved, points_spent } = await ben.counters();
    expect([points_approved, points_spent]).toEqual([
      before.points_approved - 2_500,
      before.points_spent + 2_500,
    ]);
    expect(await ben.moved('claimed_reward')).toEqual({ count: 1, approved: -2_500, pending: 0 });

    await ben.refund(second, paidSecond);
    expect((await balance())[0]).toBe('refunded');
    expect(await ben.counters()).toEqual(before);
    expect(await ben.moved('claimed_reward')).toEqual({ count: 2, ...NOTHING });
    await expectCountersOfLedger(ben);
  });

  it('is a product in the cart: used by the line that carries it, and returned with the refund', async () => {
    const cem = await arrive('cem');
    const before = await cem.counters();
    const { claim, redemption } = await putInCart(cem, 'cart-of-cem');
    const purchase = { merchant_id: 'order-4', price: 45, redemption };
    const paid = await cem.buy(purchase);
    const used = await cem.claimed(claim);
    expect(used.redeemable).toMatchObject({ usage_status: 'used', active_cart_redemption: null });
    expect(used.state).toBe('approved');
    // A day later nothing is left in the cart that could lapse.
    await cem.shopper.turnClock('2d');
    expect((await cem.claimed(claim)).state).toBe('approved');
    expect((await cem.counters()).points_approved).toBe(before.points_approved - 400);

    await cem.refund(purchase, paid);
    expect((await cem.claimed(claim)).state).toBe('void');
    expect(await cem.counters()).toEqual(before);
    expect(await cem.moved('claimed_reward')).toEqual({ count: 2, ...NOTHING });
    await expectCountersOfLedger(cem);
  });

  it('is all three on one order, and its cancellation returns them at once', async () => {
    const dora = await arrive('dora');
    const before = await dora.counters();
    const { voucher_code } = await dora.redeemVoucher();
    const card = await dora.shopper.redeemGiftCard();
    const { claim, redemption } = await putInCart(dora, 'cart-of-dora');
    const purchase = {
      merchant_id: 'order-5',
      price: 60,
      codes: [
        { code: voucher_code, amount: 5 },
        { code: card, amount: 25 },
      ],
      redemption,
    };
    const paid = await dora.buy(purchase);
    expect(paid).toBe(30);
    expect((await dora.counters()).points_spent - before.points_spent).toBe(500 + 2_500 + 400);
    const { claimed_rewards } = await dora.shopper.customer();
    expect(claimed_rewards.map(({ redeemable }) => redeemable.usage_status)).toEqual([
      'used',
      'used',
      'used',
    ]);

    await dora.cancel(purchase, paid);
    expect((await dora.orderState('order-5')).cancellation_status).toBe('cancelled');
    for (const code of [voucher_code, card]) expect((await dora.lookUp(code)).state).toBe('refunded');
    expect((await dora.claimed(claim)).state).toBe('void');
    expect(await dora.counters()).toEqual(before);
    expect(await dora.moved('claimed_reward')).toEqual({ count: 6, ...NOTHING });
    await expectCountersOfLedger(dora);
  });
});
