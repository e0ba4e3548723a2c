import { describe, expect, it } from 'vitest';
import type { Interval } from '../../src/domain/core/calendar.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { productRewardDefinition, rewardDefinition, siteDefinition } from '../support/factories.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

async function begin(reward: RewardDefinition, time_zone = 'America/New_York') {
  const sites = [{ key: 'main', definition: siteDefinition({ time_zone }) }];
  await domain.begin({ sites, rewards: [{ key: 'reward', definition: reward }], rules: [] });
  return domain.customer({ points: 100_000 });
}

const PATHS: [string, Hooks<unknown> | undefined][] = [
  ['in one guarded statement', undefined],
  ['under the lock', ORDINARY],
];

describe.each(PATHS)('a limit of claims, %s', (_, hooks) => {
  it.each<[Interval, string, string, string]>([
    // Clocks go forward on 9 March: the day ends 23 hours after it began.
    ['day', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['day', 'America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['day', 'Asia/Kolkata', '2026-06-14T18:30:00Z', '2026-06-15T18:30:00Z'],
    ['day', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
    ['week', 'America/New_York', '2026-03-02T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['month', 'America/New_York', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
    ['year', 'America/New_York', '2027-01-01T05:00:00Z', '2028-01-01T05:00:00Z'],
  ])('of a %s in %s holds from %s to %s', async (interval, zone, start, end) => {
    const reward = rewardDefinition({ cost: { kind: 'fixed', points: 1 }, limit: { count: 1, interval } });
    await begin(reward, zone);
    domain.turnTo(start);
    domain.clock.advance(-1);
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    domain.turnTo(start);
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('reward_limit_reached');
    domain.turnTo(end);
    domain.clock.advance(-1);
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('reward_limit_reached');
    domain.clock.advance(1);
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    expect(await domain.rows('usage_counters')).toEqual([
      expect.objectContaining({ total: 3, window_start: Date.parse(end), window_count: 1 }),
    ]);
  });

  it('for ever is reached for ever', async () => {
    await begin(
      rewardDefinition({ cost: { kind: 'fixed', points: 1 }, limit: { count: 2, interval: null } }),
    );
    await domain.claim('reward', {}, { hooks });
    await domain.claim('reward', {}, { hooks });
    domain.turnTo('2099-01-01T00:00:00Z');
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('reward_limit_reached');
  });

  it('counts each customer apart', async () => {
    await begin(
      rewardDefinition({ cost: { kind: 'fixed', points: 1 }, limit: { count: 1, interval: 'day' } }),
    );
    await domain.customer({ merchant_id: '1002', points: 10 });
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', { customer_merchant_id: '1002' }, { hooks }))).toBe('done');
  });
});

describe.each(PATHS)('a stock, %s', (_, hooks) => {
  it('gives what it has and then nothing more', async () => {
    await begin(rewardDefinition({ cost: { kind: 'fixed', points: 1 }, stock: 2 }));
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', {}, { hooks }))).toBe('reward_out_of_stock');
    expect(await domain.stock()).toEqual({ '': 0 });
  });

  it('is counted by variant, and as a whole beside', async () => {
    const product = productRewardDefinition({ cost: { kind: 'fixed', points: 1 }, stock: 3 });
    if (product.properties.kind === 'product_cart')
      product.properties.product.variants[0]!.inventory_count = 1;
    await begin(product);
    expect(await outcomeOf(domain.claim('reward', { variant_id: '901' }, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', { variant_id: '901' }, { hooks }))).toBe(
      'reward_out_of_stock',
    );
    expect(await outcomeOf(domain.claim('reward', { variant_id: '902' }, { hooks }))).toBe('done');
    expect(await domain.stock()).toEqual({ '': 1, '901': 0 });
    expect(await outcomeOf(domain.claim('reward', { variant_id: '902' }, { hooks }))).toBe('done');
    expect(await outcomeOf(domain.claim('reward', { variant_id: '902' }, { hooks }))).toBe(
      'reward_out_of_stock',
    );
  });
});

describe.each(PATHS)('a maximum per cart, %s', (_, hooks) => {
  it('holds for each cart of each customer', async () => {
    const product = productRewardDefinition({ cost: { kind: 'fixed', points: 1 } });
    if (product.properties.kind === 'product_cart') product.properties.max_redemptions_per_cart = 2;
    await begin(product);
    await domain.customer({ merchant_id: '1002', points: 10 });
    const into = (cart_id: string | null, customer_merchant_id = '1001') =>
      outcomeOf(domain.claim('reward', { variant_id: '902', cart_id, customer_merchant_id }, { hooks }));
    expect(await into('a')).toBe('done');
    expect(await into('a')).toBe('done');
    expect(await into('a')).toBe('max_cart_redemptions_reached');
    expect(await into('b')).toBe('done');
    expect(await into('a', '1002')).toBe('done');
    // Without a cart there is nothing to hold it against.
    expect(await into(null)).toBe('done');
  });
});
