import { describe, expect, it } from 'vitest';
import { giftCardHash } from '../../src/domain/claims/codes.ts';
import { DomainError } from '../../src/domain/core/errors.ts';
import { productRewardDefinition, rewardDefinition } from '../support/factories.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

const VOUCHER = {
  kind: 'cart_discount_voucher',
  discount: { discount_type: 'fixed', amount_minor: 500 },
  applies_to_order_type: 'all',
  recurring_cycle_limit: null,
  supports_active_subscriptions: false,
  minimum_spend_minor: 2000,
  target_collections: [],
} as const;
const REWARDS = [
  { key: 'gift_card', definition: rewardDefinition() },
  { key: 'mug', definition: productRewardDefinition() },
  {
    key: 'voucher',
    definition: rewardDefinition({
      title: { en: 'Five off', de: 'Fünf weniger' },
      cost: { kind: 'fixed', points: 300 },
      properties: { ...VOUCHER, target_collections: [] },
      expires_after_seconds: 7200,
    }),
  },
];

async function begin(points = 1000) {
  await domain.begin({ rewards: REWARDS });
  return domain.customer({ points });
}

describe.each([
  ['in one guarded statement', undefined],
  ['under the lock', ORDINARY],
])('claiming a reward %s', (_, hooks) => {
  it('spends its cost, and the transaction shows it', async () => {
    const { id } = await begin();
    const { claimed_reward_id, replayed } = await domain.claim('voucher', {}, { hooks });
    expect(replayed).toBe(false);
    expect(await domain.row(id)).toMatchObject({ points_approved: 700, points_spent: 300 });
    expect((await domain.rows('transactions')).at(-1)).toMatchObject({
      points_approved: -300,
      points_pending: 0,
      points_spent: 300,
      resource: 'claimed_reward',
      claimed_reward_id,
    });
  });

  it('gives a voucher its code and its terms, which a later change of the reward leaves alone', async () => {
    await begin();
    const { full_code } = await domain.claim(
      'voucher',
      { session: { kind: 'checkout', token: 'tok' } },
      { hooks },
    );
    expect(full_code).toBeNull();
    await domain.change({
      rewards: [
        ...REWARDS.slice(0, 2),
        {
          key: 'voucher',
          definition: rewardDefinition({
            title: 'Ten off',
            cost: { kind: 'fixed', points: 400 },
            properties: {
              ...VOUCHER,
              discount: { discount_type: 'percentage', percentage: 10 },
              target_collections: [],
            },
          }),
        },
      ],
    });
    const now = domain.clock.real();
    const [first] = await domain.claims();
    expect(first).toMatchObject({
      kind: 'cart_discount_voucher',
      title: 'Five off',
      state: 'approved',
      source_kind: 'points_redemption',
      points_cost: 300,
      claimed_at: now,
      expires_at: now + 2 * HOUR,
      auto_refund_at: null,
      fulfilled_at: now,
      usage_status: 'not_used',
      terms: VOUCHER,
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
      session_kind: 'checkout',
      session_token: 'tok',
    });
    await domain.claim('voucher', {}, { hooks });
    expect((await domain.claims())[1]).toMatchObject({
      title: 'Ten off',
      points_cost: 400,
      expires_at: null,
      terms: { discount: { discount_type: 'percentage', percentage: 10 } },
    });
    expect((await domain.row(first!.customer_id)).points_approved).toBe(300);
  });

  it('tells a gift card its code once, and keeps only its hash and its end', async () => {
    await begin();
    const { full_code } = await domain.claim('gift_card', {}, { hooks });
    expect(full_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    const [card] = await domain.claims();
    expect(card).toMatchObject({
      code: null,
      code_last_characters: full_code!.slice(-4),
      code_hash: giftCardHash(domain.deps.secret, full_code!),
      initial_balance_minor: 1000,
      current_balance_minor: 1000,
      auto_refund_at: null,
      expires_at: null,
    });
    expect(JSON.stringify(card)).not.toContain(full_code);
  });

  it('reserves a product for a cart, for a day', async () => {
    const { id } = await begin();
    await domain.claim('mug', { variant_id: 'gid://shop/ProductVariant/901', cart_id: 'cart-1' }, { hooks });
    const now = domain.clock.real();
    const [mug] = await domain.claims();
    expect(mug).toMatchObject({
      variant_id: '901',
      cart_id: 'cart-1',
      redemption_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      auto_refund_at: now + 24 * HOUR,
      expires_at: null,
      fulfilled_at: null,
      code: null,
      terms: {
        kind: 'product_cart',
        product: { id: '900', title: 'Mug' },
        variant: { id: '901', title: 'Small' },
      },
    });
    expect(await domain.stock()).toEqual({ '901': 9 });
    expect((await domain.row(id)).next_due_at).toBe(now + 24 * HOUR);
  });

  it('never takes the balance below zero', async () => {
    const { id } = await begin(599);
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('voucher', {}, { hooks }))).toBe('insufficient_points');
    expect(await domain.row(id)).toMatchObject({ points_approved: 299, points_spent: 300 });
  });

  it('needs a variant of a product, and takes no multiplier', async () => {
    await begin();
    const details = async (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: DomainError) => ({ code: error.code, ...error.extra.details }),
      );
    expect(await details(domain.claim('mug', {}, { hooks }))).toEqual({
      code: 'invalid_request',
      variant_id: 'is required for a product reward',
    });
    expect(await details(domain.claim('mug', { multiplier: 2 }, { hooks }))).toMatchObject({
      variant_id: expect.any(String),
      multiplier: expect.any(String),
    });
    expect(await outcomeOf(domain.claim('mug', { variant_id: '999' }, { hooks }))).toBe('invalid_variant_id');
    expect(await outcomeOf(domain.claim('voucher', { kind: 'product_cart' }, { hooks }))).toBe(
      'reward_kind_mismatch',
    );
    expect(await outcomeOf(domain.claim('voucher', { reward_id: 999 }, { hooks }))).toBe('not_found');
    expect(await outcomeOf(domain.claim('voucher', { customer_merchant_id: '2' }, { hooks }))).toBe(
      'not_found',
    );
    expect(await domain.claims()).toEqual([]);
  });

  it('settles first what is due: points that a lapse returns pay for it', async () => {
    const { id } = await begin(200);
    await domain.claim('mug', { variant_id: '901' }, { hooks });
    domain.clock.advance(24 * HOUR - 1);
    expect(await outcomeOf(domain.claim('mug', { variant_id: '901' }, { hooks }))).toBe(
      'insufficient_points',
    );
    domain.clock.advance(1);
    expect(await outcomeOf(domain.claim('mug', { variant_id: '901' }, { hooks }))).toBe('done');
    expect((await domain.claims()).map((claimed) => claimed.state)).toEqual(['void', 'approved']);
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: 200 });
  });

  it('writes nothing when what a caller does with it fails', async () => {
    const { id } = await begin();
    const before = await domain.row(id);
    const failing = {
      begin: async () => {},
      beforeCommit: async () => {
        throw new DomainError('unavailable', 'no answer could be stored');
      },
    };
    expect(await outcomeOf(domain.claim('mug', { variant_id: '901' }, { hooks: failing }))).toBe(
      'unavailable',
    );
    expect(await domain.row(id)).toEqual(before);
    expect(await domain.stock()).toEqual({ '901': 10 });
  });
});
