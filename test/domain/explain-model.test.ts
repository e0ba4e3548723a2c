import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Explained } from '../../src/domain/explain/explained.ts';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { ClaimInput } from '../../src/domain/rewards/claim-input.ts';
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
import { orderInput } from '../support/orders.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { Step } from '../support/step.ts';
import { type TestDomain, testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEQUENCES = 30;
const MOST_STEPS = 30;

const rule = (key: string, rest: RuleSketch = {}) => ({ key, definition: ruleDefinition(rest) });
const cost = (points: number) => ({ kind: 'fixed', points }) as const;
const reward = (key: string, points: number, rest: Partial<RewardDefinition> = {}) => ({
  key,
  definition: rewardDefinition({ cost: cost(points), ...rest }),
});
const mugProperties = () => {
  const { properties } = productRewardDefinition();
  if (properties.kind !== 'product_cart') throw new Error('the mug is no product');
  properties.product.variants[0]!.inventory_count = 2;
  return { ...properties, max_redemptions_per_cart: 2 };
};

const RULES = [
  rule('often', { limit: { count: 2, interval: 'day' } }),
  rule('waits', { limit: { count: 3, interval: 'week' }, approval_period_seconds: (5 * DAY) / 1000 }),
  rule('once', { limit: { count: 1, interval: null } }),
  rule('for_gold', { enabled: false, variants: { gold: { enabled: true } } }),
  rule('off', { enabled: false }),
  rule('gives_rare', {
    result: { kind: 'reward', reward_key: 'rare' },
    limit: { count: 2, interval: 'year' },
  }),
  rule('gives_code', { result: { kind: 'reward', reward_key: 'pooled' } }),
];
const REWARDS = [
  reward('card', 25, { limit: { count: 2, interval: 'month' } }),
  reward('rare', 10, { stock: 2 }),
  { key: 'pooled', definition: voucherDefinition({ cost: cost(15), codes: { kind: 'pool' } }) },
  { key: 'mug', definition: productRewardDefinition({ cost: cost(40), properties: mugProperties() }) },
  {
    key: 'open',
    definition: rewardOfKind('cart_variable_discount_voucher', {
      cost: { kind: 'variable', points_per_unit: 9 },
    }),
  },
  {
    key: 'many',
    definition: rewardOfKind('custom', { cost: cost(7), stock: 9, limit: { count: 4, interval: 'day' } }),
  },
  reward('in_shops', 5, { channels: ['pos'] }),
  reward('in_germany', 5, { countries: ['DE'], channels: ['web', 'pos'] }),
  reward('for_gold', 5, { enabled: false, variants: { gold: { enabled: true } }, stock: 1 }),
  { key: 'subscription', definition: rewardOfKind('active_subscription_product') },
];

async function begin(domain: TestDomain, expiry: PointsExpiry | null) {
  await domain.begin({
    settings: programSettings({
      enrol_on_sight: false,
      points_expiry: expiry,
      tier_membership: { mode: 'lifetime' },
    }),
    tiers: [
      { key: 'base', definition: tierDefinition() },
      { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 30_000 }) },
    ],
    rules: RULES,
    rewards: REWARDS,
  });
  async function* lines() {
    yield* ['CODE-ONE', 'CODE-TWO'];
  }
  const program_key = domain.program.key;
  await importCodes(domain.deps, { program_key, reward_key: 'pooled', lines: lines(), by: TESTER });
}

type Request = Pick<ClaimInput, 'channel' | 'country' | 'variant_id' | 'cart_id' | 'multiplier' | 'discount'>;

interface World {
  domain: TestDomain;
  id: number;
  orders: number;
}

/** With which code an operation is to answer, by what was said to stand in its way. */
async function predicted(why: Promise<readonly Explained[]>): Promise<string> {
  let first = 'done';
  const refusal = await outcomeOf(
    why.then((obstacles) => {
      first = codesOf(obstacles)[0] ?? first;
    }),
  );
  return refusal === 'done' ? first : refusal;
}

const completing = fc
  .record({ key: fc.constantFrom('often', 'waits', ...RULES.map(({ key }) => key)), ordinary: fc.boolean() })
  .map(
    ({ key, ordinary }) =>
      new Step<World>(`complete ${key}`, async ({ domain }) => {
        const expected = await predicted(whyNotComplete(domain, key));
        expect(await outcomeOf(domain.complete(key, ordinary ? { hooks: ORDINARY } : {}))).toBe(expected);
      }),
  );

const request: fc.Arbitrary<Request> = fc.record({
  channel: fc.constantFrom('web', 'web', 'web', 'pos', 'mobile'),
  country: fc.constantFrom('US', 'US', 'DE'),
  variant_id: fc.constantFrom('901', '901', '902', '902', '999', undefined),
  cart_id: fc.constantFrom('cart', 'cart', 'cart', null),
  multiplier: fc.constantFrom(...Array(20).fill(undefined), 3, 8),
  discount: fc.constantFrom(
    { amount_minor: 700, currency: 'USD' },
    { amount_minor: 2_000, currency: 'USD' },
    ...Array(4).fill(undefined),
    { amount_minor: 1, currency: 'USD' },
  ),
});

/** The claim that suits best, where the question leaves something open that a claim must say. */
function whole(key: string, asked: Request): Request {
  const discount = asked.discount ?? { amount_minor: 500, currency: 'USD' };
  return { ...asked, variant_id: asked.variant_id ?? (key === 'mug' ? '902' : undefined), discount };
}

const claiming = fc
  .record({
    key: fc.constantFrom('mug', 'mug', 'card', 'many', ...REWARDS.map(({ key }) => key)),
    asked: request,
    ordinary: fc.boolean(),
  })
  .map(
    ({ key, asked, ordinary }) =>
      new Step<World>(`claim ${key} ${JSON.stringify(asked)}`, async ({ domain }) => {
        const expected = await predicted(whyNotClaim(domain, key, asked));
        const by = ordinary ? { hooks: ORDINARY } : {};
        expect(await outcomeOf(domain.claim(key, whole(key, asked), by))).toBe(expected);
      }),
  );

const changing = fc.oneof(
  fc
    .oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: -60, max: -1 }))
    .map(
      (points) =>
        new Step<World>(`adjust by ${points}`, ({ domain, id }) => outcomeOf(adjust(domain, id, points))),
    ),
  fc.integer({ min: 1, max: 4 }).map(
    (hundreds) =>
      new Step<World>(`buy for ${hundreds}00`, (world) => {
        const { domain } = world;
        world.orders += 1;
        const order = { merchant_id: `o-${world.orders}`, total_minor: hundreds * 10_000 };
        return recordOrder(domain.deps, orderInput(domain.program, order));
      }),
  ),
  fc.constantFrom(
    new Step<World>('enrol', ({ domain, id }) => outcomeOf(domain.enrol(id))),
    new Step<World>('block', ({ domain, id }) => domain.block(id)),
    ...Array(3).fill(new Step<World>('unblock', ({ domain, id }) => domain.unblock(id))),
    new Step<World>('give the last claim back', async ({ domain }) => {
      const claim = (await domain.claims()).at(-1);
      const input = { program: domain.program, claimed_reward_id: claim?.id ?? 0 };
      await outcomeOf(refundReward(domain.deps, input));
    }),
  ),
);

const passing = fc
  .constantFrom(HOUR, 11 * HOUR, DAY, 5 * DAY, 32 * DAY, 100 * DAY)
  .map((ms) => new Step<World>(`${ms / HOUR} hours pass`, async ({ domain }) => domain.clock.advance(ms)));

const step = fc.oneof(
  { weight: 5, arbitrary: completing },
  { weight: 8, arbitrary: claiming },
  { weight: 4, arbitrary: changing },
  { weight: 1, arbitrary: passing },
);

interface Lifting {
  at: number;
  code: string;
  why: () => Promise<readonly Explained[]>;
}

/** Everything in the way of anything that is said to lift by itself, what lifts first at first. */
async function allLifting(domain: TestDomain): Promise<Lifting[]> {
  const subjects = [
    ...RULES.map(
      ({ key }) =>
        () =>
          whyNotComplete(domain, key),
    ),
    ...REWARDS.map(
      ({ key }) =>
        () =>
          whyNotClaim(domain, key),
    ),
  ];
  const lifting: Lifting[] = [];
  for (const why of subjects) {
    for (const { lifts_at, obstacle } of await why()) {
      if (lifts_at !== null) lifting.push({ at: lifts_at, code: obstacle.code, why });
    }
  }
  return lifting.sort((a, b) => a.at - b.at);
}

/** Each is there until the moment that was named, and no longer. */
async function expectLifting(domain: TestDomain): Promise<void> {
  // A claim that is returned meanwhile brings points that nobody could foretell.
  const mayLapse = (await domain.claims()).some(
    (claim) => claim.state === 'approved' && claim.auto_refund_at,
  );
  const lifting = await allLifting(domain);
  for (const moment of new Set(lifting.map(({ at }) => at))) {
    const together = lifting.filter(({ at }) => at === moment);
    domain.turnTo(moment - 1);
    for (const { code, why } of together) {
      if (code === 'insufficient_points' && mayLapse) continue;
      expect(codesOf(await why()), `${code} a moment before it lifts`).toContain(code);
    }
    domain.turnTo(moment);
    for (const { code, why } of together)
      expect(codesOf(await why()), `${code} as it lifts`).not.toContain(code);
  }
}

describe.each<[string, PointsExpiry | null]>([
  ['points never expire', null],
  ['points expire four months after earning', { mode: 'after_earning', duration_months: 4 }],
  [
    'points go after two months without a change',
    { mode: 'inactivity_since_balance_change', duration_months: 2 },
  ],
])('where %s', (_, expiry) => {
  const domain = testDomain();

  it('what is said to stand in the way is what an operation then answers, until it is said to lift', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 16, maxLength: MOST_STEPS, size: 'max' }),
      fc.constantFrom(false, false, false, false, true),
      fc.nat(400),
      async (steps, isGuest, points) => {
        await begin(domain, expiry);
        const { id } = await domain.customer();
        if (!isGuest) await domain.enrol(id);
        if (!isGuest && points > 0) await adjust(domain, id, points);
        const world = { domain, id, orders: 0 };
        for (const { act } of steps) {
          await act(world);
          domain.clock.advance(1);
        }
        await domain.unblock(id);
        await expectLifting(domain);
      },
    );
    await fc.assert(property, { numRuns: SEQUENCES });
  }, 300_000);
});
