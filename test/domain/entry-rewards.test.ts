import { describe, expect, it } from 'vitest';
import { mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { setTier, unsetTier } from '../../src/domain/operations/set-tier.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { programSettings, rewardDefinition, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const YEAR = { mode: 'rolling', duration_months: 12 } as const;

/** Silver gives a welcome, Gold a gift and the welcome again, VIP, which is given by hand, a thank-you. */
const REWARDS = ['welcome', 'gift', 'thanks'];
function tiers() {
  const [base, silver, gold] = threeTiers();
  const giving = (tier: typeof base, keys: string[]) => ({
    key: tier!.key,
    definition: { ...tier!.definition, entry_reward_keys: keys },
  });
  return [
    base!,
    giving(silver, ['welcome']),
    giving(gold, ['gift', 'welcome']),
    {
      key: 'vip',
      definition: tierDefinition({ name: 'VIP', lower_bound: null, entry_reward_keys: ['thanks'] }),
    },
  ];
}

const rewards = (reward: Partial<RewardDefinition> = {}) =>
  REWARDS.map((key) => ({ key, definition: rewardDefinition({ title: key, enabled: false, ...reward }) }));

const begin = (rest: Partial<ProgramDefinition> = {}) =>
  shop.begin({ tier_membership: YEAR }, { tiers: tiers(), rewards: rewards(), ...rest });

const given = async () => (await domain.claims()).map((claim) => claim.title);

describe('entering a tier', () => {
  it('gives its rewards, free of charge, and says whence they come', async () => {
    const { id } = await begin();
    expect(await given()).toEqual([]);
    await shop.spend(50_000);
    const [claim] = await domain.claims();
    expect(claim).toMatchObject({
      title: 'welcome',
      state: 'approved',
      points_cost: 0,
      source_kind: 'tier_entry',
      source_id: domain.program.tiers[1]!.id,
      activity_id: null,
    });
    expect((await domain.row(id)).points_spent).toBe(0);
    await shop.spend(50_000);
    expect((await given()).sort()).toEqual(['gift', 'welcome', 'welcome']);
  });

  it('gives those of the tier entered alone, not of those passed over', async () => {
    await begin();
    await shop.spend(100_000);
    expect((await given()).sort()).toEqual(['gift', 'welcome']);
  });

  it('gives none where a tier is renewed, or entered from above', async () => {
    const { id } = await begin();
    await shop.spend(100_000);
    domain.turnTo('2026-12-01T12:00:00Z');
    await shop.spend(60_000);
    // Silver by what remains, and Silver once more a year later.
    domain.turnTo('2027-01-14T12:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('silver');
    await shop.spend(1);
    domain.turnTo('2027-11-30T12:00:00Z');
    await shop.spend(1);
    expect(await given()).toHaveLength(2);
    domain.turnTo('2028-06-01T12:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('base');
    expect(await given()).toHaveLength(2);
    // From below it is entered anew.
    await shop.spend(50_000);
    expect(await given()).toHaveLength(3);
  });

  it('gives none to a customer that is blocked, who does not rise either', async () => {
    const { id } = await begin();
    await domain.block(id);
    await shop.spend(100_000);
    expect(await shop.tierOf(id)).toBe('base');
    expect(await given()).toEqual([]);
  });

  it('goes on without a reward that is out of stock', async () => {
    const { id } = await begin({ rewards: rewards({ stock: 1 }) });
    await shop.spend(50_000);
    await shop.spend(50_000);
    expect(await shop.tierOf(id)).toBe('gold');
    expect(await given()).toEqual(['welcome', 'gift']);
  });

  it('goes on without a voucher whose pool of codes is dry', async () => {
    const properties = {
      kind: 'cart_discount_voucher',
      discount: { discount_type: 'fixed', amount_minor: 500 },
      applies_to_order_type: 'all',
      recurring_cycle_limit: null,
      supports_active_subscriptions: false,
      minimum_spend_minor: null,
      target_collections: [],
    } as const;
    const { id } = await begin({
      rewards: rewards({ codes: { kind: 'pool' }, properties: { ...properties, target_collections: [] } }),
    });
    await shop.spend(50_000);
    expect(await shop.tierOf(id)).toBe('silver');
    expect(await given()).toEqual([]);
  });

  it('with points gives rewards in the midst of a completion', async () => {
    const result = { kind: 'points', points: 60_000, per_currency_unit_minor: null } as const;
    const rules = [{ key: 'follow', definition: ruleDefinition({ result }) }];
    await begin({
      rules,
      settings: programSettings({ tier_boundary_mode: 'points', tier_membership: YEAR }),
    });
    const { actions } = await domain.complete('follow');
    expect(actions).toMatchObject([{ kind: 'earned_points_from_rule', points: 60_000 }]);
    expect(await given()).toEqual(['welcome']);
  });
});

describe('tiers that leave the program file and come back', () => {
  const without = (...keys: string[]) => tiers().filter(({ key }) => !keys.includes(key));
  /** Without tiers there is no membership either. */
  const leave = (...keys: string[]) =>
    keys.length > 0
      ? domain.change({ tiers: without(...keys) })
      : domain.change({ tiers: [], settings: programSettings() });
  const comeBack = () =>
    domain.change({ tiers: tiers(), settings: programSettings({ tier_membership: YEAR }) });

  it.each([[[]], [['silver']], [['gold', 'silver']]])(
    'give their rewards to nobody again: %j',
    async (keys: string[]) => {
      const { id } = await begin();
      await shop.spend(50_000);
      for (let round = 0; round < 3; round += 1) {
        await leave(...keys);
        if (round < 2) await domain.settle(id);
        await comeBack();
        await domain.settle(id);
        expect(await shop.tierOf(id)).toBe('silver');
      }
      expect(await given()).toEqual(['welcome']);
      // The next above is another thing.
      await shop.spend(50_000);
      expect((await given()).sort()).toEqual(['gift', 'welcome', 'welcome']);
      await leave(...keys);
      await domain.settle(id);
      await comeBack();
      await domain.settle(id);
      expect(await shop.tierOf(id)).toBe('gold');
      expect(await given()).toHaveLength(3);
    },
  );

  it('give them again to whoever enters after its membership would have ended', async () => {
    const { id } = await begin();
    await shop.spend(50_000);
    await leave();
    await domain.settle(id);
    domain.turnTo('2027-01-14T11:59:59Z');
    await comeBack();
    await domain.settle(id);
    expect(await given()).toEqual(['welcome']);
    await leave();
    await domain.settle(id);
    domain.turnTo('2028-01-14T12:00:00Z');
    await comeBack();
    await shop.spend(50_000);
    expect(await given()).toEqual(['welcome', 'welcome']);
  });

  it('give them once where they are given by hand again', async () => {
    const { id } = await begin();
    const set = () =>
      setTier(domain.deps, {
        program: domain.program,
        customer_merchant_id: '1001',
        tier_key: 'vip',
        by: TESTER,
      });
    await set();
    await leave('vip');
    expect(await shop.tierOf((await domain.settle(id)).id)).toBe('base');
    await comeBack();
    await set();
    expect(await given()).toEqual(['thanks']);
  });

  it('give nothing of what a merged customer was in', async () => {
    await begin();
    await shop.spend(50_000);
    const other = await domain.customer({ merchant_id: 'other' });
    await leave();
    await mergeCustomers(domain.deps, {
      program: domain.program,
      merchant_id: '1001',
      into: 'other',
      by: TESTER,
    });
    await comeBack();
    await domain.settle(other.id);
    expect(await shop.tierOf(other.id)).toBe('silver');
    expect(await given()).toEqual(['welcome']);
  });

  it('give them once, and leave nobody lower, where processes apply both files at once', async () => {
    const { id } = await begin();
    await shop.spend(50_000);
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(atOnce(4, (index) => (index % 2 ? leave() : comeBack())));
      await comeBack();
      await domain.settle(id);
      expect(await shop.tierOf(id)).toBe('silver');
    }
    expect(await given()).toEqual(['welcome']);
  });
});

describe('entry rewards under races', () => {
  it('are given once where many orders reach a tier at once', async () => {
    const { id } = await begin();
    const orders = atOnce(8, (index) =>
      recordOrder(
        domain.deps,
        orderInput(domain.program, { merchant_id: `race-${index}`, total_minor: 10_000 }),
      ),
    );
    expect(await tally(orders)).toEqual({ done: 8 });
    expect(await shop.tierOf(id)).toBe('silver');
    expect(await given()).toEqual(['welcome']);
    expect((await shop.entered()).map(([key]) => key)).toEqual(['base', 'silver']);
  });

  it('are given once where sweeps and an order meet at the end of a membership', async () => {
    const { id } = await begin();
    await shop.spend(50_000);
    // The membership ends in Base, and the order lifts it to Silver again.
    domain.turnTo('2027-01-14T12:00:00Z');
    const order = orderInput(domain.program, { merchant_id: 'again', total_minor: 50_000 });
    const calls = [...atOnce(4, () => sweepOnce(domain.deps)), recordOrder(domain.deps, order)];
    expect(await tally(calls)).toEqual({ done: 5 });
    expect(await shop.tierOf(id)).toBe('silver');
    expect((await shop.entered()).map(([key]) => key)).toEqual(['base', 'silver', 'base', 'silver']);
    expect(await given()).toEqual(['welcome', 'welcome']);
  });

  it('are never more than the stock, and every tier is entered all the same', async () => {
    await begin({ rewards: rewards({ stock: 3 }) });
    const customers = await Promise.all(
      atOnce(6, (index) => domain.customer({ merchant_id: `many-${index}` })),
    );
    const orders = customers.map((customer, index) =>
      recordOrder(
        domain.deps,
        orderInput(domain.program, {
          merchant_id: `stock-${index}`,
          customer_id: customer.merchant_id,
          total_minor: 100_000,
        }),
      ),
    );
    expect(await tally(orders)).toEqual({ done: 6 });
    for (const { id } of customers) expect(await shop.tierOf(id)).toBe('gold');
    expect((await given()).sort()).toEqual(['gift', 'gift', 'gift', 'welcome', 'welcome', 'welcome']);
  });

  it('by hand are given once to many hands, and leave no claim at the price of another tier', async () => {
    const { id } = await begin({
      rewards: [
        ...rewards(),
        {
          key: 'card',
          definition: rewardDefinition({
            title: 'card',
            variants: { vip: { cost: { kind: 'fixed', points: 400 } } },
          }),
        },
      ],
    });
    const { id: other } = await domain.customer({ merchant_id: 'rich', points: 3_000 });
    const { deps, program } = domain;
    const hand = { program, customer_merchant_id: 'rich', tier_key: 'vip', by: TESTER };
    const calls: Promise<unknown>[] = [
      ...atOnce(3, () => domain.claim('card', {}, { customer: 'rich' })),
      ...atOnce(3, () => setTier(deps, hand)),
      ...atOnce(2, () => domain.claim('card', {}, { customer: 'rich' })),
    ];
    expect(await tally(calls)).toEqual({ done: 8 });
    expect(await shop.tierOf(other)).toBe('vip');
    expect(await shop.tierOf(id)).toBe('base');
    const claims = await domain.claims();
    expect(claims.filter((claim) => claim.title === 'thanks')).toHaveLength(1);
    const entry = (await domain.rows('tier_entries')).at(-1)!;
    for (const claim of claims.filter(({ title }) => title === 'card')) {
      expect(claim.points_cost).toBe(claim.id > entry.id ? 400 : 500);
    }
  });

  it('of hands that take and give back in turn are one for each time the tier was entered', async () => {
    await begin();
    const { deps, program } = domain;
    const of = { program, customer_merchant_id: '1001', by: TESTER };
    const calls = atOnce(10, (index) =>
      index % 2 === 0 ? setTier(deps, { ...of, tier_key: 'vip' }) : unsetTier(deps, of),
    );
    expect(await tally(calls)).toEqual({ done: 10 });
    const entered = (await shop.entered()).filter(([key]) => key === 'vip').length;
    expect(await given()).toHaveLength(entered);
    expect(entered).toBeGreaterThan(0);
  });
});
