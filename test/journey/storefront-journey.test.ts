import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { rewardDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { Journey } from './storefront-journey.ts';
import { openStore, type Store } from './typed-store.ts';

const DEMO = readFileSync('src/demo/program.yaml', 'utf8');
const SUBSCRIPTION_REWARDS = [
  rewardDefinition({
    properties: {
      kind: 'active_subscription_discount_voucher',
      discount: { discount_type: 'percentage', percentage: 20 },
      recurring_cycle_limit: 3,
    },
  }),
  rewardDefinition({
    properties: {
      kind: 'active_subscription_product',
      product: {
        id: '8020',
        handle: null,
        title: 'A jar in your next box',
        url: null,
        image_url: null,
        variants: [{ id: '8021', title: null, inventory_count: null, sku: null }],
      },
    },
  }),
];

let test: TestApp;
let store: Store;

/** The demo's program, its points for a year only, and rewards of the kinds that need an integration. */
beforeAll(async () => {
  const { definition } = parseProgramFile(
    DEMO.replace('duration_months: 24', 'duration_months: 11'),
    'src/demo',
  );
  const subscription = SUBSCRIPTION_REWARDS.map((reward, index) => ({
    key: `box-${index}`,
    definition: reward,
  }));
  test = await buildTestApp({
    program: { ...definition, rewards: [...definition.rewards, ...subscription] },
  });
  const document = await test.document();
  async function* codes() {
    yield* ['MILL-1', 'MILL-2'];
  }
  await importCodes(test.deps, {
    program_key: definition.key,
    reward_key: 'coffee',
    lines: codes(),
    by: TESTER,
  });
  store = openStore(test, document);
});
afterAll(() => test.close());

const shopper = async (merchant_id: string) =>
  new Journey(store, (await test.program()).sites[0]!.id, merchant_id);

describe('a shopper of a store that speaks through it', () => {
  it('joins by visiting, earns by every rule that a storefront completes, and once a day only', async () => {
    const ada = await shopper('ada');
    const { customer } = await ada.visit('https://meadow-and-vine.example/');
    expect(customer).toMatchObject({ state: 'enrolled', points_approved: 103, points_pending: 0 });
    expect(await ada.completeRules()).toEqual({
      clickthrough: 10,
      social_like: 15,
      social_follow: 25,
      custom: 120,
    });
    expect(await ada.completeAgain('social_like')).toBe('rule_limit_reached');
    const again = await ada.visit('https://meadow-and-vine.example/tea');
    expect(again.customer).toMatchObject({ points_approved: 273 });
  });

  it('is given points for what its store reports, its subscription and its birthday', async () => {
    const ben = await shopper('ben');
    await ben.visit('https://meadow-and-vine.example/');
    const { updated, actions, customer } = await ben.introduce({ day: 14, month: 1, year: 1990 });
    expect(updated).toBe(true);
    expect(actions).toMatchObject([{ kind: 'earned_points_from_rule', points: 50 }]);
    expect(customer).toMatchObject({
      points_approved: 103 + 150 + 50,
      birthday: { day: 14, month: 1, year: 1990 },
      next_birthday: '2026-01-14',
      email_marketing_consent: { state: 'subscribed' },
    });
    for (const name of ['$review', '$social_mention', '$loyalty_pass_install']) await ben.report(name);
    const { points_pending, points_approved } = await ben.customer();
    expect([points_approved, points_pending]).toEqual([353, 80]);
  });

  it('redeems a reward of each kind, and each of them shows what it was', async () => {
    const cem = await shopper('cem');
    await cem.visit('https://meadow-and-vine.example/');
    await cem.buy('order-1', 2000);
    await cem.turnClock('14d');
    const before = await cem.customer();
    const codes = await cem.redeemVouchers();
    expect(codes.free_shipping_voucher).toMatch(/^DELIVERY-[A-Z]{4}-[A-Z]{4}-\d\d$/);
    const card = await cem.redeemGiftCard();
    const custom = await cem.redeemCustomRewards();
    expect(custom).toMatchObject([
      { fulfillment_type: 'store_fulfillment', redeemable: { fulfilled_at: null } },
      { fulfillment_type: 'voucher', redeemable: { code: 'MILL-1' } },
    ]);
    expect(await cem.redeemForSubscription()).toEqual([
      'no_subscription_integration_configured',
      'no_subscription_integration_configured',
    ]);
    const after = await cem.customer();
    const given = after.claimed_rewards.map(({ redeemable }) =>
      'code' in redeemable ? redeemable.code : null,
    );
    expect(given).toEqual(expect.arrayContaining(Object.values(codes)));
    expect(JSON.stringify(after)).not.toContain(card);
    expect(before.points_approved - after.points_approved).toBe(after.points_spent - before.points_spent);
    await cem.buy('order-2', 30, { codes: [codes.cart_discount_voucher!] });
    const used = (await cem.customer()).claimed_rewards.filter(
      ({ redeemable }) => redeemable.usage_status === 'used',
    );
    expect(used.map(({ redeemable }) => redeemable.kind)).toEqual(['cart_discount_voucher']);
  });

  it('has products in its cart as long as the cart keeps what they ask for', async () => {
    const dora = await shopper('dora');
    await dora.visit('https://meadow-and-vine.example/');
    await dora.buy('order-3', 400);
    await dora.turnClock('14d');
    const { points_approved } = await dora.customer();
    const tin = await dora.redeemProduct('A tin of tea', 'cart-1');
    const refunded = await dora.refundProduct(tin.claimed_reward.id);
    expect(refunded.claimed_reward.state).toBe('void');
    expect(refunded.customer.points_approved).toBe(points_approved);
    const honey = await dora.redeemProduct('A jar of honey', 'cart-1');
    const redemption = honey.active_cart_redemption.id;
    expect(honey.active_cart_redemption.current_cart_state).toMatchObject({ in_cart: false });
    const full = await dora.visit('https://meadow-and-vine.example/cart', {
      id: 'cart-1',
      total: '45.00',
      items: 2,
      redeemed: honey.active_cart_redemption,
    });
    expect(full.requested_cart_actions).toEqual([]);
    expect(full.customer).toMatchObject({
      active_cart_redemptions: [
        { id: redemption, current_cart_state: { in_cart: true, cart_requirements_met: true } },
      ],
    });
    const poor = await dora.visit('https://meadow-and-vine.example/cart', {
      id: 'cart-1',
      total: '12.50',
      items: 1,
      redeemed: honey.active_cart_redemption,
    });
    expect(poor.requested_cart_actions).toMatchObject([
      {
        kind: 'remove_cart_line',
        reason: 'redemption_cart_requirements_not_met',
        cart_line_to_remove: { id: 'redeemed' },
        cart_redemption: { id: redemption },
      },
    ]);
    // And the visit of that day.
    expect(poor.customer).toMatchObject({
      points_approved: points_approved + 3,
      active_cart_redemptions: [],
    });
  });

  it('brings a friend, and both gain', async () => {
    const [eva, friend] = [await shopper('eva'), await shopper('friend')];
    await eva.visit('https://meadow-and-vine.example/');
    const [code, same] = await eva.bringFriend('friend@shopper.example');
    expect(code).toMatch(/^FRIEND-/);
    expect(same).toBe(code);
    const { points_approved } = await eva.customer();
    await friend.buy('order-4', 50, { codes: [code!] });
    expect((await eva.customer()).points_approved).toBe(points_approved + 500);
  });

  it('moves up a tier by what it buys, and a year later down, with what it did not spend gone', async () => {
    const flora = await shopper('flora');
    await flora.visit('https://meadow-and-vine.example/');
    const tiers = (await flora.configuration()).tier_configuration!.tiers;
    await flora.buy('order-5', 350);
    const risen = await flora.customer();
    expect(risen.tier_membership).toMatchObject({
      tier_id: tiers[1]!.id,
      progress: { kind: 'spend', tier_spend: { now: { formatted: '$350' } } },
    });
    expect(risen.claimed_rewards).toMatchObject([
      { source: { kind: 'tier_entry', tier_id: tiers[1]!.id }, redeemable: { kind: 'custom' } },
    ]);
    await flora.turnClock('366d');
    const later = await flora.customer();
    expect(later.tier_membership!.tier_id).toBe(tiers[0]!.id);
    expect([later.points_approved, later.points_pending]).toEqual([0, 0]);
    expect(later.history.map(({ kind }) => kind)).toEqual([
      'entered_tier',
      'points_expired',
      'received_reward',
      'entered_tier',
      'earned_points_from_rule',
      'earned_points_from_rule',
      'earned_points_from_rule',
      'earned_points_from_rule',
      'entered_tier',
    ]);
    const transactions = await flora.transactions();
    const sum = transactions.reduce((total, { points_approved }) => total + points_approved, 0);
    expect(sum).toBe(0);
    expect(transactions.at(-1)).toMatchObject({ resource: 'expiry', expiry: { reason: 'age' } });
    await expectLedgerBalanced(test.deps);
  });
});
