import { describe, expect, it } from 'vitest';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { REWARD_KINDS, type RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { CanRedeem } from '../../src/domain/storefront/customer.ts';
import { pageContext } from '../../src/http/page/page-context.ts';
import { RewardSection } from '../../src/http/page/reward-section.tsx';
import { htmlOf, linesOf as shownLines } from '../support/page-html.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { SAMPLE_ACTIONS } from '../support/sample-actions.ts';
import { sampleProgram } from '../support/sample-program.ts';

const NOON = Date.UTC(2025, 5, 30, 12);

/** The page's lines about a reward; without `can_redeem`: for a visitor who has not joined. */
function linesOf(definition: Partial<RewardDefinition>, can_redeem?: CanRedeem, currency = 'USD'): string[] {
  const program = sampleProgram({
    settings: { currency_rates: { EUR: 0.8 } },
    rewards: [definition],
  });
  const [site, reward] = [program.sites.at(-1)!, program.rewards[0]!];
  const page = pageContext({ program, site, language: 'en', currency }, NOON, SAMPLE_ACTIONS);
  const offer = { reward, variant: reward.variants.get(null)!, ...(can_redeem && { can_redeem }) };
  return shownLines(htmlOf(page, RewardSection({ page, rewards: [offer] })));
}

describe('the page', () => {
  it.each<[RewardKind, string[]]>([
    ['gift_card', ['A gift_card', '500 points']],
    ['cart_discount_voucher', ['A cart_discount_voucher', 'On carts of $20 or more', '500 points']],
    [
      'cart_variable_discount_voucher',
      ['A cart_variable_discount_voucher', 'From $5 to $20 · On carts of $30 or more', '100 points per $1'],
    ],
    ['free_shipping_voucher', ['A free_shipping_voucher', 'Shipping up to $15', '500 points']],
    ['product_discount_voucher', ['A product_discount_voucher', '500 points']],
    [
      'collection_discount_voucher',
      ['A collection_discount_voucher', 'On carts of $25 or more · Teas', '500 points'],
    ],
    ['product_cart', ['A product_cart', '500 points']],
    [
      'active_subscription_discount_voucher',
      ['A active_subscription_discount_voucher', '500 points', 'Not available at the moment'],
    ],
    [
      'active_subscription_product',
      ['A active_subscription_product', '500 points', 'Not available at the moment'],
    ],
    ['custom', ['A custom', '500 points']],
  ])('shows a %s', (kind, lines) => {
    expect(linesOf(rewardOfKind(kind)).slice(-lines.length)).toEqual(lines);
  });

  it('shows every kind to a member too', () => {
    for (const kind of REWARD_KINDS)
      expect(linesOf(rewardOfKind(kind), { state: 'redeemable' })).toContain(`A ${kind}`);
  });

  it.each([
    ['10% off all teas', true],
    ['10% off all teapots', false],
  ])('names the goods of a reward once, if %j does not name them: %s', (en, isNamed) => {
    const title = { en, de: '10 % auf alle Tees' };
    const lines = linesOf(rewardOfKind('collection_discount_voucher', { title }));
    expect(lines).toContain(isNamed ? 'On carts of $25 or more' : 'On carts of $25 or more · Teas');
  });

  it('counts what must be left of a cart after the discount', () => {
    const properties = {
      ...PROPERTIES.cart_variable_discount_voucher,
      minimum_spend_before_discount_minor: null,
      minimum_spend_after_discount_minor: 4000,
    };
    expect(linesOf({ properties })).toContain('From $5 to $20 · On carts of $45 or more');
  });

  it('has the amount in the title, and the cost, in the currency of the reader', () => {
    const title = { en: '{amount} off' };
    const lines = linesOf(rewardOfKind('cart_variable_discount_voucher', { title }), undefined, 'EUR');
    expect(lines).toContain('€4 – €16 off');
    expect(lines).toContain('100 points per €0.80');
  });

  it('says how far it is to the smallest discount', () => {
    const can_redeem = { state: 'insufficient_points', additional_points_required: 120 } as const;
    expect(linesOf(rewardOfKind('cart_variable_discount_voucher'), can_redeem)).toContain('120 points to go');
  });

  it('says that a product depends on the cart', () => {
    expect(linesOf(rewardOfKind('product_cart'), { state: 'unknown' })).toContain('Depends on your cart');
  });

  it.each<CanRedeem>([
    { state: 'unknown' },
    { state: 'insufficient_points', additional_points_required: 120 },
  ])('never offers a reward for a subscription, which nobody can redeem: %o', (can_redeem) => {
    expect(linesOf(rewardOfKind('active_subscription_product'), can_redeem).slice(2)).toEqual([
      'Not available at the moment (1)',
      'A active_subscription_product',
      '500 points',
      'Not available at the moment',
    ]);
  });
});
