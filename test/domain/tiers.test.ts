import { describe, expect, it } from 'vitest';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { TierMembership } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const begin = (tier_membership: TierMembership = { mode: 'rolling', duration_months: 12 }) =>
  shop.begin({ tier_membership });

describe('a year in the tiers', () => {
  it('goes up at once, and comes down where the membership ends', async () => {
    const { id } = await begin();
    expect(await shop.tierOf(id)).toBe('base');

    domain.turnTo('2026-02-01T12:00:00Z');
    await shop.spend(49_999);
    expect(await shop.tierOf(id)).toBe('base');
    domain.turnTo('2026-03-01T12:00:00Z');
    await shop.spend(1);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-03-01T12:00:00Z'),
      tier_expires_at: Date.parse('2027-03-01T12:00:00Z'),
    });
    expect(await shop.tierOf(id)).toBe('silver');

    domain.turnTo('2026-06-01T12:00:00Z');
    await shop.spend(60_000);
    const gold = await shop.read(id);
    expect(shop.keyOf(gold.tier_id)).toBe('gold');
    expect(gold).toMatchObject({
      started_at: Date.parse('2026-06-01T12:00:00Z'),
      expires_at: Date.parse('2027-06-01T12:00:00Z'),
      progress: {
        now: 110_000,
        at_expiration: 0,
        // 12:00Z was 7 in New York in February, and is a year later.
        valid_until: Date.parse('2027-02-01T12:00:00Z'),
        needed_for_renewal: 100_000,
        needed_for_upgrade: null,
        upgrade_tier_id: null,
      },
    });

    // Not enough for another year of gold, enough for one of silver.
    domain.turnTo('2027-01-01T12:00:00Z');
    await shop.spend(55_000);
    domain.turnTo('2027-05-31T12:00:00Z');
    const before = await shop.read(id);
    expect(before.progress).toMatchObject({ now: 115_000, at_expiration: 55_000 });
    expect(shop.keyOf(before.progress.forecasted_tier_id)).toBe('silver');
    expect(shop.keyOf((await domain.settle(id)).tier_id)).toBe('gold');

    domain.turnTo('2027-06-01T12:00:00Z');
    const silver = await domain.settle(id);
    expect(shop.keyOf(silver.tier_id)).toBe('silver');
    expect(silver).toMatchObject({
      tier_started_at: Date.parse('2027-06-01T12:00:00Z'),
      tier_expires_at: Date.parse('2028-06-01T12:00:00Z'),
      next_due_at: Date.parse('2028-06-01T12:00:00Z'),
    });
    expect(await shop.entered()).toEqual([
      ['base', '2026-01-14T12:00:00.000Z'],
      ['silver', '2026-03-01T12:00:00.000Z'],
      ['gold', '2026-06-01T12:00:00.000Z'],
      ['silver', '2027-06-01T12:00:00.000Z'],
    ]);
    const shown = { program: domain.program, customer_id: id, channel: 'web', country: null } as const;
    const { history } = await loadStorefrontCustomer(domain.deps, shown);
    const moves = history.flatMap((entry) =>
      entry.kind === 'entered_tier' ? [[shop.keyOf(entry.from_tier_id), shop.keyOf(entry.tier_id)]] : [],
    );
    expect(moves).toEqual([
      ['gold', 'silver'],
      ['silver', 'gold'],
      ['base', 'silver'],
      [null, 'base'],
    ]);
  });

  it('renews a tier that is earned again, without entering it again', async () => {
    const { id } = await begin();
    await shop.spend(20_000);
    domain.turnTo('2026-02-14T12:00:00Z');
    await shop.spend(30_000);
    domain.turnTo('2026-12-01T12:00:00Z');
    await shop.spend(45_000);
    domain.turnTo('2027-01-20T12:00:00Z');
    await shop.spend(5_000);
    expect((await shop.read(id)).progress).toMatchObject({
      now: 80_000,
      at_expiration: 50_000,
      needed_for_renewal: 0,
    });
    domain.turnTo('2027-02-14T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      tier_started_at: Date.parse('2027-02-14T12:00:00Z'),
      tier_expires_at: Date.parse('2028-02-14T12:00:00Z'),
    });
    expect((await shop.entered()).map(([name]) => name)).toEqual(['base', 'silver']);
  });

  it('keeps the tier of a membership that has not ended, however little was spent of late', async () => {
    const { id } = await begin();
    await shop.spend(50_000, { date: Date.parse('2025-03-01T12:00:00Z') });
    domain.turnTo('2026-06-01T12:00:00Z');
    await shop.spend(1);
    expect((await shop.read(id)).progress).toMatchObject({
      now: 1,
      needed_for_renewal: 49_999,
    });
    expect(shop.keyOf((await domain.settle(id)).tier_id)).toBe('silver');
  });

  it('that nobody looked at is made up for: several periods at once, each at its own time', async () => {
    const { id } = await begin();
    await shop.spend(100_000);
    domain.turnTo('2026-12-01T12:00:00Z');
    await shop.spend(50_000);
    domain.turnTo('2031-06-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2031-01-14T12:00:00Z'),
      tier_expires_at: Date.parse('2032-01-14T12:00:00Z'),
    });
    expect(await shop.entered()).toEqual([
      ['base', '2026-01-14T12:00:00.000Z'],
      ['gold', '2026-01-14T12:00:00.000Z'],
      ['silver', '2027-01-14T12:00:00.000Z'],
      ['base', '2028-01-14T12:00:00.000Z'],
    ]);
    const moments = (await domain.rows('tier_entries')).map((entry) => entry.created_at);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
  });

  it('keeps to the local hour across a change of clocks, and to the last day of a short month', async () => {
    const { id } = await begin({ mode: 'rolling', duration_months: 1 });
    domain.turnTo('2026-01-31T17:00:00Z');
    await shop.spend(50_000);
    expect((await domain.row(id)).tier_expires_at).toBe(Date.parse('2026-02-28T17:00:00Z'));
    domain.turnTo('2026-03-28T16:00:00Z');
    expect(await domain.settle(id)).toMatchObject({
      tier_started_at: Date.parse('2026-03-28T16:00:00Z'),
      tier_expires_at: Date.parse('2026-04-28T16:00:00Z'),
    });
  });
});

describe('the amount that counts towards a tier', () => {
  it.each([
    ['what is paid', { total_minor: 60_000, paid_minor: 49_999 }, 'base'],
    ['not the shipping', { total_minor: 50_500, shipping_minor: 600 }, 'base'],
    [
      'also of an order not wholly paid',
      { total_minor: 90_000, paid_minor: 50_000, payment_status: 'partially_paid' },
      'silver',
    ],
    [
      'by the order’s date, not its arrival',
      { total_minor: 50_000, date: Date.parse('2025-01-14T12:00:00Z') },
      'base',
    ],
    [
      'an order of just less than a year ago',
      { total_minor: 50_000, date: Date.parse('2025-01-14T12:00:00.001Z') },
      'silver',
    ],
  ] as [string, Partial<OrderInput>, string][])('is %s', async (_, order, name) => {
    const { id } = await begin();
    await shop.spend(order.total_minor!, order);
    expect(await shop.tierOf(id)).toBe(name);
  });

  it('for life is everything, and no tier ends', async () => {
    const { id } = await begin({ mode: 'lifetime' });
    await shop.spend(50_000, { date: Date.parse('1999-01-01T00:00:00Z') });
    domain.turnTo('2099-01-01T00:00:00Z');
    await shop.spend(50_000);
    expect(await domain.row(id)).toMatchObject({ tier_expires_at: null, next_due_at: null });
    expect(shop.keyOf((await domain.settle(id)).tier_id)).toBe('gold');
    expect((await shop.read(id)).progress).toMatchObject({ now: 100_000, valid_until: null });
  });

  it('does so at once also when the clock has stepped back', async () => {
    const { id } = await begin();
    domain.clock.advance(-3_600_000);
    await shop.spend(50_000);
    const tier = await shop.read(id);
    expect(shop.keyOf(tier.tier_id)).toBe('silver');
    expect(tier.progress.now).toBe(50_000);
  });
});

describe('a customer who is blocked and then no more', () => {
  const setBlocked = (customer_id: number, blocked: boolean) =>
    updateCustomer(domain.deps, { program: domain.program, customer_id, changes: { blocked }, by: TESTER });

  it('is at once in the tier of what it bought before and paid meanwhile, with what entering it gives', async () => {
    const tiers = threeTiers();
    tiers[1]!.definition.entry_reward_keys = ['card'];
    const { id } = await shop.begin(
      { tier_membership: { mode: 'rolling', duration_months: 12 } },
      { tiers, rewards: [{ key: 'card', definition: rewardDefinition() }] },
    );
    await shop.spend(60_000, { merchant_id: 'before', payment_status: 'not_paid' });
    await setBlocked(id, true);
    domain.turnTo('2026-02-14T12:00:00Z');
    await updateOrder(
      domain.deps,
      orderUpdate(domain.program, { payment_status: 'paid', paid_minor: 60_000 }, 'before'),
    );
    expect(await shop.tierOf(id)).toBe('base');
    domain.turnTo('2026-03-14T12:00:00Z');
    await setBlocked(id, false);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-03-14T12:00:00Z'),
      next_due_at: Date.parse('2027-03-14T12:00:00Z'),
    });
    const standing = await shop.read(id);
    expect(shop.keyOf(standing.tier_id)).toBe('silver');
    expect(standing.progress).toMatchObject({ now: 60_000, needed_for_upgrade: 40_000 });
    expect(await domain.claims()).toHaveLength(1);
    await setBlocked(id, true);
    await setBlocked(id, false);
    expect(await domain.claims()).toHaveLength(1);
  });

  it.each(['spend', 'orders'] as const)(
    'has no progress by %s for what it bought while it was blocked, nor by what became of that later',
    async (tier_boundary_mode) => {
      const [silver, gold] = tier_boundary_mode === 'orders' ? [2, 4] : [50_000, 100_000];
      const { id } = await shop.begin(
        { tier_membership: { mode: 'rolling', duration_months: 12 }, tier_boundary_mode },
        { tiers: threeTiers(silver, gold) },
      );
      await shop.spend(1000);
      await setBlocked(id, true);
      for (let i = 0; i < 3; i += 1) await shop.spend(60_000);
      await shop.spend(60_000, { merchant_id: 'meanwhile', payment_status: 'not_paid' });
      await setBlocked(id, false);
      const paid = orderUpdate(domain.program, { payment_status: 'paid', paid_minor: 60_000 }, 'meanwhile');
      await updateOrder(domain.deps, paid);
      const counted = tier_boundary_mode === 'orders' ? 1 : 1000;
      const standing = await shop.read(id);
      expect(shop.keyOf(standing.tier_id)).toBe('base');
      expect(standing.progress).toMatchObject({ now: counted, needed_for_upgrade: silver! - counted });
    },
  );

  it('rises by points that were approved meanwhile, and by those that are only due', async () => {
    const rules = [
      {
        key: 'follow',
        definition: ruleDefinition({
          result: { kind: 'points', points: 60_000, per_currency_unit_minor: null },
          approval_period_seconds: 86_400,
        }),
      },
    ];
    const { id } = await shop.begin(
      { tier_membership: { mode: 'rolling', duration_months: 12 }, tier_boundary_mode: 'points' },
      { rules },
    );
    await domain.complete('follow');
    await setBlocked(id, true);
    domain.turnTo('2026-02-14T12:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('base');
    await setBlocked(id, false);
    expect(await shop.tierOf(id)).toBe('silver');
    await domain.complete('follow');
    await setBlocked(id, true);
    domain.turnTo('2026-03-14T12:00:00Z');
    await setBlocked(id, false);
    expect(await shop.tierOf(id)).toBe('gold');
  });
});
