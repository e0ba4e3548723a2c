import fc from 'fast-check';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import {
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from './factories.ts';
import { voucherDefinition } from './vouchers.ts';

const DAY_SECONDS = 86_400;
const month = { duration_months: 1 } as const;
const flat = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: null }) as const;
const reward = (reward_key: string) => ({ kind: 'reward', reward_key }) as const;

/** What differs between two versions of the program of a shop. */
const terms = fc.record({
  points_expiry: fc.constantFrom(
    null,
    null,
    { mode: 'after_earning', ...month } as const,
    { mode: 'inactivity_since_balance_change', ...month } as const,
    { mode: 'inactivity_since_purchase', ...month } as const,
  ),
  negative_balance: fc.constantFrom('allow', 'within_balance'),
  /** Bounds of tiers, by a factor. */
  bounds: fc.constantFrom(1, 1, 2),
  counts: fc.constantFrom('spend', 'spend', 'orders', 'points'),
  stock: fc.constantFrom(0, 1, 3, 6),
  /** Whether the first purchase of a month gives points, and not a reward. */
  flat: fc.boolean(),
  /** Whether a product gives a reward, and not points. */
  gift: fc.boolean(),
  limit: fc.constantFrom(
    null,
    { count: 2, interval: 'day' } as const,
    { count: 3, interval: 'week' } as const,
    { count: 1, interval: 'month' } as const,
    { count: 3, interval: null },
  ),
});

type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** The entries of a program in four currencies, with tiers that give rewards and all ways to earn from an order. */
function entries({ points_expiry, negative_balance, bounds, counts, stock, ...terms }: Terms) {
  const week = { count: 2, interval: 'week' } as const;
  return {
    settings: programSettings({
      points_expiry,
      negative_balance,
      enrol_on_sight: false,
      tier_boundary_mode: counts,
      currency_rates: { JPY: 141.3, EUR: 0.92, KWD: 0.307 },
      referrals: {
        incentive_reward_key: null,
        requires_email: false,
        cap: null,
        daily_friends_per_address: 3,
      },
      tier_membership: { mode: 'rolling', duration_months: 2 },
    }),
    tiers: [
      { key: 't0', definition: tierDefinition() },
      {
        key: 't1',
        definition: tierDefinition({
          lower_bound: counts === 'orders' ? 2 : 5_000 * bounds,
          entry_reward_keys: ['entry'],
        }),
      },
      {
        key: 't2',
        definition: tierDefinition({ lower_bound: counts === 'orders' ? 3 + bounds : 20_000 * bounds }),
      },
    ],
    rules: [
      { key: 'now', definition: ruleDefinition({ limit: terms.limit, result: flat(40) }) },
      { key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {}, result: flat(33) }) },
      {
        key: 'join',
        definition: ruleDefinition({ kind: 'join_program', properties: {}, result: flat(100) }),
      },
      {
        key: 'refer',
        definition: ruleDefinition({
          kind: 'referral',
          properties: { trigger: 'any_purchase', minimum_spend_minor: null },
          approval_period_seconds: terms.flat ? DAY_SECONDS : 0,
          result: terms.gift ? reward('entry') : flat(200),
        }),
      },
      {
        key: 'visit',
        definition: ruleDefinition({
          kind: 'custom',
          properties: { name: 'visit' },
          limit: week,
          approval_period_seconds: 3 * DAY_SECONDS,
          result: flat(30),
        }),
      },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          approval_period_seconds: 3 * DAY_SECONDS,
          result: { kind: 'points', points: 2, per_currency_unit_minor: 100 },
        }),
      },
      {
        key: 'first',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          limit: { count: 1, interval: 'month' },
          result: terms.flat ? flat(55) : reward('entry'),
        }),
      },
      {
        key: 'gift',
        definition: ruleDefinition({
          kind: 'product_purchase',
          properties: { product_ids: ['900'] },
          limit: { count: 3, interval: null },
          result: terms.gift ? reward('thing') : flat(20),
        }),
      },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 60 },
          auto_refund_seconds: DAY_SECONDS,
        }),
      },
      {
        key: 'card',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 70 },
          stock,
          expires_after_seconds: 40 * DAY_SECONDS,
        }),
      },
      {
        key: 'voucher',
        definition: voucherDefinition({
          cost: { kind: 'fixed', points: 30 },
          limit: week,
          expires_after_seconds: 9 * DAY_SECONDS,
        }),
      },
      { key: 'entry', definition: voucherDefinition({ stock: 4, cost: { kind: 'fixed', points: 10 } }) },
      {
        key: 'thing',
        definition: voucherDefinition({
          stock: stock + 1,
          cost: { kind: 'fixed', points: 25 },
          auto_refund_seconds: 5 * DAY_SECONDS,
        }),
      },
    ],
  } satisfies Partial<ProgramDefinition>;
}

/** The entries of a program by chance. */
export const shopTerms = terms.map(entries);
