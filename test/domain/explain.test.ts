import { beforeEach, describe, expect, it } from 'vitest';
import type { Explained } from '../../src/domain/explain/explained.ts';
import {
  explainReward,
  explainRewards,
  type RewardExplanation,
} from '../../src/domain/operations/explain-reward.ts';
import { codesOf, whyNotClaim, whyNotComplete } from '../support/explanations.ts';
import {
  productRewardDefinition,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';
import { threeTiers } from '../support/tier-shop.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const at = (moment: string) => Date.parse(moment);
const rule = (key: string, rest: RuleSketch) => ({ key, definition: ruleDefinition(rest) });
const mug = productRewardDefinition();

const rewards = () => [
  { key: 'mug', definition: mug },
  { key: 'rare', definition: rewardDefinition({ stock: 1, cost: { kind: 'fixed', points: 10 } }) },
  {
    key: 'picky',
    definition: rewardDefinition({
      enabled: false,
      variants: { gold: { enabled: true } },
      channels: ['pos'],
      countries: ['DE', 'CH'],
      cost: { kind: 'fixed', points: 120 },
    }),
  },
  {
    key: 'monthly',
    definition: rewardDefinition({
      limit: { count: 1, interval: 'month' },
      cost: { kind: 'fixed', points: 1 },
    }),
  },
  { key: 'open', definition: rewardOfKind('cart_variable_discount_voucher') },
];

beforeEach(async () => {
  if (mug.properties.kind === 'product_cart') {
    mug.properties.max_redemptions_per_cart = 1;
    mug.properties.product.variants[0]!.inventory_count = 1;
  }
  await domain.begin({
    settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    tiers: [
      ...threeTiers(),
      { key: 'secret', definition: tierDefinition({ name: 'Secret', lower_bound: 900_000, hidden: true }) },
    ],
    rules: [
      rule('daily', { limit: { count: 2, interval: 'day' } }),
      rule('once', { limit: { count: 1, interval: null } }),
      rule('later', { approval_period_seconds: 3600, limit: null }),
      rule('from_silver', {
        enabled: false,
        variants: { silver: { enabled: true }, gold: { enabled: true } },
      }),
      rule('for_secret', { enabled: false, variants: { secret: { enabled: true } } }),
      rule('off', { enabled: false, limit: { count: 1, interval: null } }),
      rule('gives', { result: { kind: 'reward', reward_key: 'rare' } }),
      rule('refer', { kind: 'referral', properties: { trigger: 'any_purchase', minimum_spend_minor: null } }),
    ],
    rewards: rewards(),
  });
});

const seen = (entries: readonly Explained[]) =>
  entries.map(({ obstacle: { message: _, ...obstacle }, lifts_at, tier, variants_out_of_stock }) => ({
    ...obstacle,
    ...(lifts_at !== null && { lifts_at }),
    ...(tier && { tier: tier.key }),
    ...(variants_out_of_stock.length > 0 && { variants_out_of_stock }),
  }));

describe('why a customer cannot complete a rule', () => {
  it('is the limit, how much of it is used and when it begins anew at home', async () => {
    await domain.customer();
    expect(await whyNotComplete(domain, 'daily')).toEqual([]);
    for (const key of ['daily', 'daily', 'once']) await domain.complete(key);
    const midnight = at('2026-01-15T05:00:00Z');
    expect(seen(await whyNotComplete(domain, 'daily'))).toEqual([
      {
        code: 'rule_limit_reached',
        limit: { count: 2, interval: 'day' },
        used: 2,
        resets_at: midnight,
        lifts_at: midnight,
      },
    ]);
    expect(seen(await whyNotComplete(domain, 'once'))).toEqual([
      { code: 'rule_limit_reached', limit: { count: 1, interval: null }, used: 1, resets_at: null },
    ]);
  });

  it('is the tier, and the lowest that would do which customers may know of', async () => {
    await domain.customer();
    const code = 'rule_not_enabled_for_customer';
    expect(seen(await whyNotComplete(domain, 'from_silver'))).toEqual([
      { code, cause: 'tier', tier: 'silver' },
    ]);
    expect(seen(await whyNotComplete(domain, 'for_secret'))).toEqual([{ code, cause: 'tier' }]);
    expect(seen(await whyNotComplete(domain, 'off'))).toEqual([{ code, cause: 'disabled' }]);
  });

  it('is the reward that the rule gives, once there is none left', async () => {
    await domain.customer();
    await domain.complete('gives');
    expect(seen(await whyNotComplete(domain, 'gives'))).toEqual([{ code: 'rule_requirements_not_met' }]);
  });

  it('is everything at once, in the order of refusal', async () => {
    await domain.begin({
      settings: programSettings({ enrol_on_sight: false }),
      rules: [rule('off', { enabled: false })],
    });
    const { id } = await domain.customer();
    await domain.block(id);
    expect(codesOf(await whyNotComplete(domain, 'off'))).toEqual([
      'customer_blocked',
      'customer_not_enrolled',
      'rule_not_enabled_for_customer',
    ]);
  });

  it('is that the program has no referrals, of a rule about them', async () => {
    await domain.customer();
    expect(codesOf(await whyNotComplete(domain, 'refer'))).toEqual(['referrals_not_enabled']);
  });

  it('is asked of customers and rules that there are', async () => {
    await domain.customer();
    expect(await outcomeOf(whyNotComplete(domain, 'once', 'nobody'))).toBe('not_found');
  });
});

describe('why a customer cannot claim a reward', () => {
  it('is tier, channel, country and balance, each by itself', async () => {
    await domain.customer({ points: 20 });
    const code = 'reward_not_enabled_for_customer';
    expect(seen(await whyNotClaim(domain, 'picky'))).toEqual([
      { code, cause: 'tier', tier: 'gold' },
      { code, cause: 'channel' },
      { code, cause: 'country' },
      { code: 'insufficient_points', points_missing: 100 },
    ]);
    const better = { channel: 'pos', country: 'CH' } as const;
    expect(codesOf(await whyNotClaim(domain, 'picky', better))).toEqual([code, 'insufficient_points']);
  });

  it('takes the country of the home site where none is said', async () => {
    await domain.customer({ points: 20 });
    const causes = await whyNotClaim(domain, 'picky', { country: null });
    expect(causes.map(({ obstacle }) => obstacle.message)).toContain('The reward is not for the country US.');
  });

  it('is the balance, and when what waits for approval is enough', async () => {
    const { id } = await domain.customer({ points: 60 });
    await domain.complete('later');
    domain.clock.advance(60_000);
    await domain.complete('later');
    await domain.complete('later');
    const missing = async () => seen(await whyNotClaim(domain, 'mug', { variant_id: '902' }));
    expect(await missing()).toEqual([
      { code: 'insufficient_points', points_missing: 140, lifts_at: at('2026-01-14T13:01:00Z') },
    ]);
    await adjust(domain, id, -11);
    expect(await missing()).toEqual([{ code: 'insufficient_points', points_missing: 151 }]);
  });

  it('is the stock: of the variant that is asked about, or of all', async () => {
    await domain.customer({ points: 10_000 });
    await domain.claim('mug', { variant_id: '901' });
    await domain.claim('rare');
    const code = 'reward_out_of_stock';
    expect(await whyNotClaim(domain, 'mug')).toEqual([]);
    expect(await whyNotClaim(domain, 'mug', { variant_id: '902' })).toEqual([]);
    expect(seen(await whyNotClaim(domain, 'mug', { variant_id: 'gid://shop/ProductVariant/901' }))).toEqual([
      { code, variants_out_of_stock: ['901'] },
    ]);
    expect(codesOf(await whyNotClaim(domain, 'mug', { variant_id: '7' }))).toEqual(['invalid_variant_id']);
    expect(seen(await whyNotClaim(domain, 'rare'))).toEqual([{ code }]);
  });

  it('is the cart, where one is named', async () => {
    await domain.customer({ points: 10_000 });
    await domain.claim('mug', { variant_id: '902', cart_id: 'full' });
    expect(await whyNotClaim(domain, 'mug')).toEqual([]);
    expect(await whyNotClaim(domain, 'mug', { cart_id: 'other' })).toEqual([]);
    expect(seen(await whyNotClaim(domain, 'mug', { cart_id: 'full' }))).toEqual([
      { code: 'max_cart_redemptions_reached', max_redemptions_per_cart: 1 },
    ]);
  });

  it('is the limit until its interval is over', async () => {
    await domain.customer({ points: 10_000 });
    await domain.claim('monthly');
    const resets = at('2026-02-01T05:00:00Z');
    const limit = { count: 1, interval: 'month' };
    expect(seen(await whyNotClaim(domain, 'monthly'))).toEqual([
      { code: 'reward_limit_reached', limit, used: 1, resets_at: resets, lifts_at: resets },
    ]);
    domain.turnTo(resets);
    expect(await whyNotClaim(domain, 'monthly')).toEqual([]);
  });

  it('is asked of the least discount where none is said, and of no other than the reward allows', async () => {
    await domain.customer({ points: 499 });
    const wanted = (amount_minor: number) => ({ discount: { amount_minor, currency: 'USD' } });
    expect(seen(await whyNotClaim(domain, 'open'))).toEqual([
      { code: 'insufficient_points', points_missing: 1 },
    ]);
    expect(seen(await whyNotClaim(domain, 'open', wanted(600)))).toEqual([
      { code: 'insufficient_points', points_missing: 101 },
    ]);
    expect(await outcomeOf(whyNotClaim(domain, 'open', wanted(400)))).toBe('invalid_request');
    expect(await outcomeOf(whyNotClaim(domain, 'open', { multiplier: 2 }))).toBe('invalid_request');
  });

  it('is said of what is due as done, and writes nothing else', async () => {
    const { id } = await domain.customer({ points: 150 });
    await domain.complete('later');
    expect(codesOf(await whyNotClaim(domain, 'mug'))).toEqual(['insufficient_points']);
    domain.clock.advance(3_600_000);
    expect(await whyNotClaim(domain, 'mug')).toEqual([]);
    const before = await domain.row(id);
    await whyNotClaim(domain, 'mug');
    await whyNotComplete(domain, 'daily');
    expect(await domain.row(id)).toEqual(before);
  });

  it('is said of all rewards at once as of each, in as many statements for many as for one', async () => {
    const pooled = (points: number) =>
      voucherDefinition({ cost: { kind: 'fixed', points }, codes: { kind: 'pool' } });
    const many = Array.from({ length: 20 }, (_, n) => ({ key: `pooled-${n}`, definition: pooled(500 + n) }));
    await domain.change({ rewards: [...rewards(), ...many] });
    await domain.customer({ points: 150 });
    for (const key of ['monthly', 'rare']) await domain.claim(key);
    await domain.complete('later');
    const { deps, program } = domain;
    const asked = { program, merchant_id: '1001', channel: 'web', country: null } as const;
    const each: RewardExplanation[] = [];
    for (const { id: reward_id } of program.rewards)
      each.push(await explainReward(deps, { ...asked, reward_id }));
    const codes = each.flatMap(({ obstacles }) => codesOf(obstacles));
    expect(new Set(codes)).toEqual(
      new Set([
        'reward_not_enabled_for_customer',
        'reward_limit_reached',
        'reward_out_of_stock',
        'insufficient_points',
      ]),
    );
    const sent = new SentStatements(domain.database.pool);
    const last = program.rewards.at(-1)!.id;
    const ofOne = await sent.during(() => explainReward(deps, { ...asked, reward_id: last }));
    const ofAll = await sent.during(async () => expect(await explainRewards(deps, asked)).toEqual(each));
    expect(ofAll).toHaveLength(ofOne.length);
  });
});
