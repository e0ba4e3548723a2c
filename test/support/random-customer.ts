import fc from 'fast-check';
import type { ClaimRecord, ClaimView } from '../../src/domain/claims/claim-record.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import type { ClaimTerms } from '../../src/domain/programs/reward-kinds.ts';
import type { CustomerParts } from '../../src/domain/storefront/statement.ts';
import { titles, words } from './random-program.ts';
import { PROPERTIES } from './reward-kinds.ts';
import { claimRecord, NOON } from './sample-customer.ts';
import { claimFields, claimTuples, redemptionFields, tuplesOf } from './tuples.ts';

const DAY = 24 * 3_600_000;

const moment = fc.integer({ min: NOON - 400 * DAY, max: NOON });
const anyMoment = fc.integer({ min: NOON - 400 * DAY, max: NOON + 400 * DAY });
const points = fc.integer({ min: -3_000, max: 3_000 });
const amount = fc.integer({ min: 0, max: 5_000 });
const tierId = fc.constantFrom(null, 11, 12, 13);
const ruleId = fc.integer({ min: 21, max: 27 });
const rewardId = fc.integer({ min: 31, max: 37 });

/** The row of any customer of a random program: member, guest or blocked. */
export const randomRow: fc.Arbitrary<Partial<CustomerRow>> = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 40 }),
  merchant_id: words,
  email: fc.option(words),
  first_name: fc.option(words),
  last_name: fc.option(words),
  site_id: fc.integer({ min: 1, max: 3 }),
  birthday_month: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 2 }),
  birthday_day: fc.integer({ min: 1, max: 28 }),
  birthday_year: fc.option(fc.integer({ min: 1950, max: 2010 })),
  email_marketing: fc.constantFrom('subscribed', 'not_subscribed', 'unknown'),
  enrolled_at: fc.option(moment, { freq: 8 }),
  blocked_at: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, moment),
  points_approved: points,
  points_pending: amount,
  points_spent: amount,
  tier_id: tierId,
  tier_started_at: fc.option(moment, { freq: 8 }),
  tier_expires_at: fc.option(anyMoment),
  last_entry_at: moment,
  last_purchase_at: fc.option(moment),
  balance_changed_at: fc.option(moment),
});

/** Rows of the statement's history, of every source. */
const history: fc.Arbitrary<(string | number | null)[]> = fc
  .record({
    source: fc.constantFrom('activity', 'claim', 'adjustment', 'expiry', 'tier'),
    id: fc.nat(),
    date: moment,
    points,
    earned: amount,
    at: fc.option(anyMoment),
    lot: fc.option(fc.record({ at: fc.option(anyMoment), expired: fc.nat(1) })),
    state: fc.constantFrom('pending', 'approved', 'declined', 'void', 'expired'),
    title: titles,
    rule: fc.option(ruleId, { freq: 5 }),
    reward: rewardId,
    tier: fc.constantFrom(11, 12, 13),
    from: fc.option(fc.constantFrom(11, 12, 13)),
  })
  .map(({ source, id, date, points, earned, at, state, title, rule, reward, tier, from, ...rest }) => {
    const lot = rest.lot && `${rest.lot.at ?? ''}:${rest.lot.expired}`;
    switch (source) {
      case 'activity':
        return [source, id, date, rule, earned, state, at, lot, null, null];
      case 'claim':
        return [source, id, date, reward, earned, state, null, null, rule, title];
      case 'adjustment':
        return [source, id, date, null, points, null, null, lot, null, null];
      case 'expiry':
        return [source, id, date, null, earned, null, null, null, null, null];
      default:
        return [source, id, date, tier, 0, null, null, null, from, null];
    }
  });

const PRODUCT_TERMS: ClaimTerms = {
  kind: 'product_cart',
  product: { id: '900', handle: 'mug', title: 'Mug "of ours"', url: null, image_url: null },
  variant: { id: '901', title: 'Small' },
  cart_requirements: { minimum_cart_total_minor: 2_000, minimum_line_item_count: 2 },
};

const TERMS: ClaimTerms[] = [
  PRODUCT_TERMS,
  PROPERTIES.gift_card,
  PROPERTIES.cart_discount_voucher,
  { ...PROPERTIES.cart_variable_discount_voucher, discount_minor: 700 },
  { ...PROPERTIES.cart_variable_discount_voucher, discount_minor: 700, asked_minor: 650 },
  PROPERTIES.free_shipping_voucher,
  PROPERTIES.product_discount_voucher,
  PROPERTIES.collection_discount_voucher,
  PROPERTIES.custom,
];

const contents = fc.record({
  total_minor: amount,
  item_count: fc.nat(3),
  redemption_ids: fc.subarray(['R1', 'R2']),
});

const claim: fc.Arbitrary<ClaimRecord & Pick<ClaimView, 'cart'>> = fc
  .record({
    id: fc.nat(),
    reward_id: rewardId,
    terms: fc.constantFrom(...TERMS),
    title: fc.oneof(
      titles,
      fc.constantFrom('{amount:500 EUR 460} off', '{amount:10%}', '{points:20} {expires_in:86400}'),
    ),
    state: fc.constantFrom('pending', 'approved', 'declined', 'void', 'expired'),
    source_kind: fc.constantFrom('points_redemption', 'rule_completion', 'tier_entry'),
    source_id: ruleId,
    points_cost: amount,
    quantity: fc.integer({ min: 1, max: 3 }),
    claimed_at: moment,
    auto_refund_at: anyMoment,
    expires_at: fc.option(anyMoment),
    used_at: fc.option(moment),
    fulfilled_at: fc.option(moment),
    usage_status: fc.constantFrom('not_used', 'partially_used', 'used'),
    fulfilment_explanation: fc.option(words),
    code: fc.option(words),
    balance: amount,
    redemption_id: fc.constantFrom('R1', 'R2', 'R3'),
    cart_id: fc.option(fc.constantFrom('c1', 'c"2')),
    currency: fc.constantFrom(null, 'USD', 'EUR', 'JPY'),
    cart: fc.option(contents),
  })
  .map(({ balance, cart, ...rest }) => {
    const isProduct = rest.terms.kind === 'product_cart';
    const record = claimRecord({
      ...(rest as Partial<ClaimView> & { terms: ClaimTerms }),
      code_last_characters: '2345',
      initial_balance_minor: 1_000,
      current_balance_minor: balance,
      currency_rate: rest.currency === null ? null : 0.9,
      redemption_id: isProduct ? rest.redemption_id : null,
      cart_id: isProduct ? rest.cart_id : null,
    });
    return { ...record, cart };
  });

const usage = fc.uniqueArray(
  fc.tuple(
    fc.oneof(ruleId, rewardId),
    fc.nat(9),
    fc.constantFrom(0, Date.UTC(2025, 5, 1, 4), Date.UTC(2025, 5, 15, 4)),
    fc.nat(4),
    fc.option(moment),
  ),
  { maxLength: 8, selector: ([subject]) => subject },
);

export type RandomParts = Omit<CustomerParts, 'own'>;

/** Whatever else is read of a customer. Some of it refers to entries that the program does not have. */
export const randomParts: fc.Arbitrary<RandomParts> = fc.record({
  history: fc.array(history, { maxLength: 12 }).map(tuplesOf),
  claims: fc.array(claim, { maxLength: 5 }).map((claims) => claimTuples(claims, claimFields)),
  redemptions: fc.array(claim, { maxLength: 4 }).map((claims) =>
    claimTuples(
      claims.filter(({ terms }) => terms.kind === 'product_cart'),
      redemptionFields,
    ),
  ),
  stored_cart: fc.constant(null),
  usage: fc.option(usage),
  stock: fc.option(
    fc
      .array(fc.tuple(rewardId, fc.constantFrom('', '901', '902'), fc.nat(3)), { maxLength: 8 })
      .map((stock) => JSON.stringify(stock)),
  ),
  mark: fc.constant('1 1'),
  stock_hash: fc.constant(null),
  facts: fc.option(fc.array(fc.tuple(moment, amount), { maxLength: 6 })),
  next_lots: fc.option(fc.tuple(anyMoment, amount)),
});
