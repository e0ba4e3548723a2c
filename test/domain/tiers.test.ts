import { describe, expect, it } from 'vitest';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { recordOrder } from '../../src/domain/orders/record-order.ts';
import { settleCustomer } from '../../src/domain/settlement/settle-customer.ts';
import { sweepOnce } from '../../src/domain/settlement/sweep.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { programDefinition, tierDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const TIERS = [
  { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
  { key: 'silver', definition: tierDefinition({ name: 'Silver', lower_bound: 50_000 }) },
  { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 100_000 }) },
];

async function begin(tier_membership: object = { mode: 'rolling', duration_months: 12 }) {
  const settings = { ...programDefinition().settings, tier_membership: tier_membership as never };
  await domain.begin({ settings, tiers: TIERS, rules: [], rewards: [] });
  return domain.customer();
}

let orders = 0;
const spend = (total_minor: number, rest: Partial<OrderInput> = {}) => {
  orders += 1;
  return recordOrder(
    domain.deps,
    orderInput(domain.program, { merchant_id: `o-${orders}`, total_minor, ...rest }),
  );
};
const nameOf = (id: number | null) => domain.program.tiers.find((tier) => tier.id === id)?.name;
const settle = async (id: number) => settleCustomer(domain.deps, domain.program, await domain.row(id));
const read = async (customer_id: number) => {
  const question = { program: domain.program, customer_id, channel: 'web', country: null } as const;
  return (await loadStorefrontCustomer(domain.deps, question)).tier!;
};
const entered = async () =>
  (await domain.rows('tier_entries')).map((entry) => [
    nameOf(entry.tier_id),
    new Date(entry.date).toISOString(),
  ]);

describe('a year in the tiers', () => {
  it('goes up at once, and comes down where the membership ends', async () => {
    const { id } = await begin();
    expect(nameOf((await domain.row(id)).tier_id)).toBe('Base');

    domain.turnTo('2026-02-01T12:00:00Z');
    await spend(49_999);
    expect(nameOf((await domain.row(id)).tier_id)).toBe('Base');
    domain.turnTo('2026-03-01T12:00:00Z');
    await spend(1);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-03-01T12:00:00Z'),
      tier_expires_at: Date.parse('2027-03-01T12:00:00Z'),
    });
    expect(nameOf((await domain.row(id)).tier_id)).toBe('Silver');

    domain.turnTo('2026-06-01T12:00:00Z');
    await spend(60_000);
    const gold = await read(id);
    expect(nameOf(gold.tier_id)).toBe('Gold');
    expect(gold).toMatchObject({
      started_at: Date.parse('2026-06-01T12:00:00Z'),
      expires_at: Date.parse('2027-06-01T12:00:00Z'),
      progress: {
        spend_now_minor: 110_000,
        spend_at_expiration_minor: 0,
        // 12:00Z was 7 in New York in February, and is a year later.
        valid_until: Date.parse('2027-02-01T12:00:00Z'),
        spend_needed_for_renewal_minor: 100_000,
        spend_needed_for_upgrade_minor: null,
        upgrade_tier_id: null,
      },
    });

    // Not enough for another year of gold, enough for one of silver.
    domain.turnTo('2027-01-01T12:00:00Z');
    await spend(55_000);
    domain.turnTo('2027-05-31T12:00:00Z');
    const before = await read(id);
    expect(before.progress).toMatchObject({ spend_now_minor: 115_000, spend_at_expiration_minor: 55_000 });
    expect(nameOf(before.progress.forecasted_tier_id)).toBe('Silver');
    expect(nameOf((await settle(id)).tier_id)).toBe('Gold');

    domain.turnTo('2027-06-01T12:00:00Z');
    const silver = await settle(id);
    expect(nameOf(silver.tier_id)).toBe('Silver');
    expect(silver).toMatchObject({
      tier_started_at: Date.parse('2027-06-01T12:00:00Z'),
      tier_expires_at: Date.parse('2028-06-01T12:00:00Z'),
      next_due_at: Date.parse('2028-06-01T12:00:00Z'),
    });
    expect(await entered()).toEqual([
      ['Base', '2026-01-14T12:00:00.000Z'],
      ['Silver', '2026-03-01T12:00:00.000Z'],
      ['Gold', '2026-06-01T12:00:00.000Z'],
      ['Silver', '2027-06-01T12:00:00.000Z'],
    ]);
  });

  it('renews a tier that is earned again, without entering it again', async () => {
    const { id } = await begin();
    await spend(20_000);
    domain.turnTo('2026-02-14T12:00:00Z');
    await spend(30_000);
    domain.turnTo('2026-12-01T12:00:00Z');
    await spend(45_000);
    domain.turnTo('2027-01-20T12:00:00Z');
    await spend(5_000);
    expect((await read(id)).progress).toMatchObject({
      spend_now_minor: 80_000,
      spend_at_expiration_minor: 50_000,
      spend_needed_for_renewal_minor: 0,
    });
    domain.turnTo('2027-02-14T12:00:00Z');
    expect(await settle(id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      tier_started_at: Date.parse('2027-02-14T12:00:00Z'),
      tier_expires_at: Date.parse('2028-02-14T12:00:00Z'),
    });
    expect((await entered()).map(([name]) => name)).toEqual(['Base', 'Silver']);
  });

  it('keeps the tier of a membership that has not ended, however little was spent of late', async () => {
    const { id } = await begin();
    await spend(50_000, { date: Date.parse('2025-03-01T12:00:00Z') });
    domain.turnTo('2026-06-01T12:00:00Z');
    await spend(1);
    expect((await read(id)).progress).toMatchObject({
      spend_now_minor: 1,
      spend_needed_for_renewal_minor: 49_999,
    });
    expect(nameOf((await settle(id)).tier_id)).toBe('Silver');
  });

  it('that nobody looked at is made up for: several periods at once, each at its own time', async () => {
    const { id } = await begin();
    await spend(100_000);
    domain.turnTo('2026-12-01T12:00:00Z');
    await spend(50_000);
    domain.turnTo('2031-06-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2031-01-14T12:00:00Z'),
      tier_expires_at: Date.parse('2032-01-14T12:00:00Z'),
    });
    expect(await entered()).toEqual([
      ['Base', '2026-01-14T12:00:00.000Z'],
      ['Gold', '2026-01-14T12:00:00.000Z'],
      ['Silver', '2027-01-14T12:00:00.000Z'],
      ['Base', '2028-01-14T12:00:00.000Z'],
    ]);
    const moments = (await domain.rows('tier_entries')).map((entry) => entry.created_at);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
  });

  it('keeps to the local hour across a change of clocks, and to the last day of a short month', async () => {
    const { id } = await begin({ mode: 'rolling', duration_months: 1 });
    domain.turnTo('2026-01-31T17:00:00Z');
    await spend(50_000);
    expect((await domain.row(id)).tier_expires_at).toBe(Date.parse('2026-02-28T17:00:00Z'));
    domain.turnTo('2026-03-28T16:00:00Z');
    expect(await settle(id)).toMatchObject({
      tier_started_at: Date.parse('2026-03-28T16:00:00Z'),
      tier_expires_at: Date.parse('2026-04-28T16:00:00Z'),
    });
  });
});

describe('what counts towards a tier', () => {
  it.each([
    ['what is paid', { total_minor: 60_000, paid_minor: 49_999 }, 'Base'],
    ['not the shipping', { total_minor: 50_500, shipping_minor: 600 }, 'Base'],
    [
      'also of an order not wholly paid',
      { total_minor: 90_000, paid_minor: 50_000, payment_status: 'partially_paid' },
      'Silver',
    ],
    [
      'by the order’s date, not its arrival',
      { total_minor: 50_000, date: Date.parse('2025-01-14T12:00:00Z') },
      'Base',
    ],
    [
      'an order of just less than a year ago',
      { total_minor: 50_000, date: Date.parse('2025-01-14T12:00:00.001Z') },
      'Silver',
    ],
  ] as [string, Partial<OrderInput>, string][])('is %s', async (_, order, name) => {
    const { id } = await begin();
    await spend(order.total_minor!, order);
    expect(nameOf((await domain.row(id)).tier_id)).toBe(name);
  });

  it('for life is everything, and no tier ends', async () => {
    const { id } = await begin({ mode: 'lifetime' });
    await spend(50_000, { date: Date.parse('1999-01-01T00:00:00Z') });
    domain.turnTo('2099-01-01T00:00:00Z');
    await spend(50_000);
    expect(await domain.row(id)).toMatchObject({ tier_expires_at: null, next_due_at: null });
    expect(nameOf((await settle(id)).tier_id)).toBe('Gold');
    expect((await read(id)).progress).toMatchObject({ spend_now_minor: 100_000, valid_until: null });
  });

  it('does so at once also when the clock has stepped back', async () => {
    const { id } = await begin();
    domain.clock.advance(-3_600_000);
    await spend(50_000);
    const tier = await read(id);
    expect(nameOf(tier.tier_id)).toBe('Silver');
    expect(tier.progress.spend_now_minor).toBe(50_000);
  });
});
