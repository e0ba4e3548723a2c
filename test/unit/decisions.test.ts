import { describe, expect, it } from 'vitest';
import type { ClaimRecord } from '../../src/domain/claims/claim-record.ts';
import { DomainError } from '../../src/domain/core/errors.ts';
import type { Reward, Rule } from '../../src/domain/programs/configuration.ts';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { type ClaimQuestion, decideClaim, getReward } from '../../src/domain/rewards/decide-claim.ts';
import { decideRefund } from '../../src/domain/rewards/decide-refund.ts';
import { decideCompletion, getRule } from '../../src/domain/rules/decide-completion.ts';
import {
  productRewardDefinition,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { claimRecord, customerRow } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

const ZONE = 'America/New_York';
const NOON = Date.parse('2025-06-15T16:00:00Z');
const USED_UP = { total: 1, window_start: 0, window_count: 1, last_at: NOON - 1 };

function refusal(decide: () => unknown): string {
  try {
    decide();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
}

/** Refusals in the order in which they come, each with what it takes to get past it. */
function refusalsInOrder<T extends object>(
  everythingWrong: T,
  decide: (state: T) => unknown,
  mended: Partial<T>[],
): string[] {
  let state = everythingWrong;
  const codes = [refusal(() => decide(state))];
  for (const mend of mended) {
    state = { ...state, ...mend };
    codes.push(refusal(() => decide(state)));
  }
  return codes;
}

describe('completing a rule', () => {
  const rules = (definition = {}) =>
    sampleProgram({ rules: [ruleDefinition({ limit: { count: 1, interval: null }, ...definition })] })
      .rules[0]!;
  const open: Rule = rules();
  const closed: Rule = rules({ enabled: false });

  it('is refused with the first reason that holds', () => {
    const everythingWrong = {
      rule: closed,
      kind: 'pageview' as Rule['kind'],
      customer: customerRow({ blocked_at: 1, enrolled_at: null }),
      usage: USED_UP as typeof USED_UP | undefined,
    };
    const codes = refusalsInOrder(
      everythingWrong,
      ({ rule, kind, customer, usage }) => decideCompletion(rule, kind, customer, usage, ZONE, NOON),
      [
        { customer: customerRow({ enrolled_at: null }) },
        { customer: customerRow() },
        { kind: 'social_follow' },
        { rule: open },
        { usage: undefined },
      ],
    );
    expect(codes).toEqual([
      'customer_blocked',
      'customer_not_enrolled',
      'rule_kind_mismatch',
      'rule_not_enabled_for_customer',
      'rule_limit_reached',
      'none',
    ]);
  });

  it('gives points at once, or after the approval period', () => {
    const waiting = rules({ approval_period_seconds: 3600 });
    const decide = (rule: Rule) =>
      decideCompletion(rule, 'social_follow', customerRow(), undefined, ZONE, NOON);
    expect(decide(open)).toMatchObject({ points: 50, state: 'approved', approves_at: null });
    expect(decide(waiting)).toMatchObject({ points: 50, state: 'pending', approves_at: NOON + 3_600_000 });
  });

  it('gives a reward at once, whatever the approval period', () => {
    const rule = rules({ result: { kind: 'reward', reward_key: 'reward-1' }, approval_period_seconds: 3600 });
    expect(decideCompletion(rule, 'social_follow', customerRow(), undefined, ZONE, NOON)).toMatchObject({
      points: 0,
      state: 'approved',
      approves_at: null,
    });
  });

  it("goes by the variant of the customer's tier, and without one by the rule's own", () => {
    const program = sampleProgram({
      tiers: [
        tierDefinition({ name: 'Base', lower_bound: 0 }),
        tierDefinition({ name: 'Gold', lower_bound: 500 }),
      ],
      rules: [
        ruleDefinition({
          variants: {
            'tier-1': { enabled: false },
            'tier-2': { result: { kind: 'points', points: 99, per_currency_unit_minor: null } },
          },
        }),
      ],
    });
    const decide = (tier_id: number | null) =>
      decideCompletion(program.rules[0]!, 'social_follow', customerRow({ tier_id }), undefined, ZONE, NOON);
    expect(refusal(() => decide(11))).toBe('rule_not_enabled_for_customer');
    expect(decide(12).points).toBe(99);
    expect(decide(null).points).toBe(50);
    expect(decide(999).points).toBe(50);
  });

  it('of a rule that the program does not have is not found', () => {
    expect(refusal(() => getRule(sampleProgram(), 999))).toBe('not_found');
  });
});

describe('claiming a reward', () => {
  const limit = { count: 1, interval: null };
  const mug = (definition = {}): Reward => {
    const product = productRewardDefinition();
    if (product.properties.kind === 'product_cart') product.properties.max_redemptions_per_cart = 2;
    return sampleProgram({ rewards: [{ ...product, limit, channels: ['web'], ...definition }] }).rewards[0]!;
  };
  const question: ClaimQuestion = {
    reward: mug(),
    kind: 'product_cart',
    variant_id: '901',
    quantity: 1,
    discount: null,
    channel: 'web',
    country: 'US',
    usage: undefined,
    stock: [3],
    pool_is_dry: false,
    in_cart: 1,
    zone: ZONE,
    at: NOON,
  };
  const rich = customerRow({ points_approved: 200 });

  it('is refused with the first reason that holds', () => {
    const codes = refusalsInOrder(
      {
        ...question,
        customer: customerRow({ blocked_at: 1, enrolled_at: null, points_approved: 199 }),
        kind: 'gift_card' as ClaimQuestion['kind'],
        channel: 'pos' as ClaimQuestion['channel'],
        usage: USED_UP as ClaimQuestion['usage'],
        variant_id: '999' as string | null,
        stock: [0] as readonly number[],
        pool_is_dry: true,
        in_cart: 2 as number | null,
      },
      ({ customer, ...asked }) => decideClaim(customer, asked),
      [
        { customer: customerRow({ enrolled_at: null, points_approved: 199 }) },
        { customer: customerRow({ points_approved: 199 }) },
        { kind: undefined },
        { channel: 'web' },
        { usage: undefined },
        { variant_id: '901' },
        { stock: [1] },
        { pool_is_dry: false },
        { in_cart: 1 },
        { customer: rich },
      ],
    );
    expect(codes).toEqual([
      'customer_blocked',
      'customer_not_enrolled',
      'reward_kind_mismatch',
      'reward_not_enabled_for_customer',
      'reward_limit_reached',
      'invalid_variant_id',
      'reward_out_of_stock',
      'reward_out_of_stock',
      'max_cart_redemptions_reached',
      'insufficient_points',
      'none',
    ]);
  });

  it('costs what the variant of the tier says', () => {
    expect(decideClaim(rich, question).points_cost).toBe(200);
    const program = sampleProgram({
      tiers: [tierDefinition({ name: 'Base', lower_bound: 0 })],
      rewards: [
        rewardDefinition({
          cost: { kind: 'fixed', points: 300 },
          variants: { 'tier-1': { cost: { kind: 'fixed', points: 120 } } },
        }),
      ],
    });
    const asked = { ...question, reward: program.rewards[0]!, kind: undefined, variant_id: null };
    expect(decideClaim({ ...rich, tier_id: 11 }, asked).points_cost).toBe(120);
    expect(refusal(() => decideClaim(rich, asked))).toBe('insufficient_points');
  });

  it.each(['active_subscription_discount_voucher', 'active_subscription_product'] as const)(
    'of the kind %s needs an integration, which is said of what is enabled only, and before all else',
    (kind) => {
      const reward = (enabled: boolean) =>
        sampleProgram({ rewards: [rewardOfKind(kind, { enabled, limit })] }).rewards[0]!;
      const asked = { ...question, kind: undefined, usage: USED_UP, stock: [0], pool_is_dry: true };
      const decide = (enabled: boolean) =>
        refusal(() =>
          decideClaim(customerRow({ points_approved: 0 }), { ...asked, reward: reward(enabled) }),
        );
      expect(decide(false)).toBe('reward_not_enabled_for_customer');
      expect(decide(true)).toBe('no_subscription_integration_configured');
    },
  );

  it('of many of it costs as much as they all, and takes as many from stock', () => {
    const reward = sampleProgram({ rewards: [rewardOfKind('custom')] }).rewards[0]!;
    const asked = { ...question, kind: undefined, variant_id: null, reward, quantity: 3, stock: [3] };
    const with_ = (points_approved: number) => customerRow({ points_approved });
    expect(decideClaim(with_(1500), asked).points_cost).toBe(1500);
    expect(refusal(() => decideClaim(with_(1499), asked))).toBe('insufficient_points');
    expect(refusal(() => decideClaim(with_(1500), { ...asked, stock: [2] }))).toBe('reward_out_of_stock');
  });

  const usd = (minor: number) => ({
    discount_minor: minor,
    asked: { minor, currency: 'USD' },
    priced: { minor, currency: 'USD', rate: 1 },
  });

  it('of a discount left open costs what the discount does', () => {
    const reward = sampleProgram({ rewards: [rewardOfKind('cart_variable_discount_voucher')] }).rewards[0]!;
    const asked = { ...question, kind: undefined, variant_id: null, reward, discount: usd(1234) };
    expect(decideClaim(customerRow({ points_approved: 1234 }), asked).points_cost).toBe(1234);
    expect(refusal(() => decideClaim(customerRow({ points_approved: 1233 }), asked))).toBe(
      'insufficient_points',
    );
  });

  it.each([
    ['a country that it is for', ['US', 'CA'], 'US', 'none'],
    ['another country', ['CA'], 'US', 'reward_not_enabled_for_customer'],
    ['an unknown country, for some', ['CA'], null, 'reward_not_enabled_for_customer'],
    ['an unknown country, for all', [], null, 'none'],
  ])('from %s', (_, countries, country, code) => {
    expect(refusal(() => decideClaim(rich, { ...question, reward: mug({ countries }), country }))).toBe(code);
  });

  it('needs something of every stock that it takes from', () => {
    expect(refusal(() => decideClaim(rich, { ...question, stock: [5, 0] }))).toBe('reward_out_of_stock');
    expect(refusal(() => decideClaim(rich, { ...question, stock: [] }))).toBe('none');
  });

  it('knows a variant in any form of its id, and has no maximum without a cart', () => {
    expect(
      refusal(() => decideClaim(rich, { ...question, variant_id: 'gid://shop/ProductVariant/901' })),
    ).toBe('none');
    expect(refusal(() => decideClaim(rich, { ...question, variant_id: null }))).toBe('invalid_variant_id');
    expect(refusal(() => decideClaim(rich, { ...question, in_cart: null }))).toBe('none');
  });

  it('tells the maximum of a cart and how many points are lacking', () => {
    expect(() => decideClaim(rich, { ...question, in_cart: 2 })).toThrow(
      expect.objectContaining({ extra: { limit: 2 } }),
    );
    expect(() => decideClaim(customerRow({ points_approved: 150 }), question)).toThrow('lacks 50 points');
  });

  it('of a reward that the program does not have is not found', () => {
    expect(refusal(() => getReward(sampleProgram(), 999))).toBe('not_found');
  });
});

describe('giving a claim back', () => {
  const claim = claimRecord({ terms: PROPERTIES.gift_card });

  it('is refused with the first reason that holds', () => {
    const codes = refusalsInOrder(
      {
        customer: customerRow({ blocked_at: 1, enrolled_at: null }),
        kind: 'product_cart' as RewardKind,
        claim: { ...claim, state: 'void', usage_status: 'used', expires_at: NOON } as ClaimRecord,
      },
      (state) => decideRefund(state.customer, state.claim, state.kind, NOON),
      [
        { customer: customerRow({ enrolled_at: null }) },
        { customer: customerRow() },
        { kind: 'gift_card' },
        { claim: { ...claim, usage_status: 'used', expires_at: NOON } },
        { claim: { ...claim, expires_at: NOON } },
        { claim },
      ],
    );
    expect(codes).toEqual([
      'customer_blocked',
      'customer_not_enrolled',
      'reward_kind_mismatch',
      'reward_already_refunded',
      'reward_already_used',
      'reward_already_used',
      'none',
    ]);
  });

  it.each([
    [{ state: 'declined' as const }, 'reward_already_refunded'],
    [{ state: 'expired' as const }, 'reward_already_used'],
    [{ usage_status: 'partially_used' as const }, 'reward_already_used'],
    [{ expires_at: NOON + 1 }, 'none'],
  ])('of %o: %s', (rest, code) => {
    expect(refusal(() => decideRefund(customerRow(), { ...claim, ...rest }, undefined, NOON))).toBe(code);
  });
});
