import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { getActivity, resolveActivity } from '../../src/domain/ledger/activities.ts';
import { entryMoment, lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { TierMembership } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { testDomain } from '../support/test-domain.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const YEAR: TierMembership = { mode: 'rolling', duration_months: 12 };
const CALENDAR: TierMembership = {
  mode: 'calendar',
  starts_on: { month: 1, day: 1 },
  window_months: 12,
  windows: 1,
};
const at = (text: string) => Date.parse(text);

describe('tiers by points', () => {
  /** `follow` gives 60 points at once, `review` 50 after two weeks. */
  const begin = (tier_membership: TierMembership = YEAR) =>
    shop.begin(
      { tier_boundary_mode: 'points', tier_membership },
      {
        tiers: threeTiers(100, 200),
        rules: [
          {
            key: 'follow',
            definition: ruleDefinition({
              result: { kind: 'points', points: 60, per_currency_unit_minor: null },
            }),
          },
          { key: 'slow', definition: ruleDefinition({ approval_period_seconds: 14 * 86_400 }) },
        ],
        rewards: [{ key: 'gift', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) }],
      },
    );

  it('count what was approved, at once where it is approved at once', async () => {
    const { id } = await begin();
    await domain.complete('follow');
    expect(await shop.tierOf(id)).toBe('base');
    await domain.complete('follow');
    expect(await shop.tierOf(id)).toBe('silver');
    expect((await shop.read(id)).progress).toEqual({
      kind: 'points',
      now: 120,
      at_expiration: 0,
      valid_until: at('2027-01-14T12:00:00Z'),
      upgrade_tier_id: domain.program.tiers[2]!.id,
      needed_for_renewal: 100,
      needed_for_upgrade: 80,
      forecasted_tier_id: domain.program.tiers[0]!.id,
    });
  });

  it('wait for an approval, and take it as of the moment at which it was due', async () => {
    const { id } = await begin();
    await domain.complete('follow');
    await domain.complete('slow');
    expect((await shop.read(id)).progress.now).toBe(60);
    // Nobody looks for a year and a half: the tier was reached after two weeks, and left a year after that.
    domain.turnTo('2027-07-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await shop.entered()).toEqual([
      ['base', '2026-01-14T12:00:00.000Z'],
      ['silver', '2026-01-28T12:00:00.000Z'],
      ['base', '2027-01-28T12:00:00.000Z'],
    ]);
    expect(await domain.row(id)).toMatchObject({ tier_expires_at: at('2028-01-28T12:00:00Z') });
  });

  it('play approvals and ends of memberships in their order', async () => {
    const { id } = await begin({ mode: 'rolling', duration_months: 1 });
    await domain.complete('slow');
    await domain.complete('slow');
    domain.turnTo('2026-02-20T12:00:00Z');
    await domain.complete('slow');
    await domain.complete('slow');
    // Silver from 28 January to 28 February, and again from 6 March to 6 April.
    domain.turnTo('2026-06-01T12:00:00Z');
    await domain.settle(id);
    expect((await shop.entered()).map(([key, date]) => `${key} ${date.slice(0, 10)}`)).toEqual([
      'base 2026-01-14',
      'silver 2026-01-28',
      'base 2026-02-28',
      'silver 2026-03-06',
      'base 2026-04-06',
    ]);
  });

  it('are not lowered by spending points, nor raised by points given by hand or back', async () => {
    await begin();
    const { id } = await domain.customer({ merchant_id: '2', points: 5_000 });
    expect(await shop.tierOf(id)).toBe('base');
    await domain.complete('follow', { customer: '2' });
    await domain.complete('follow', { customer: '2' });
    await domain.claim('gift', {}, { customer: '2' });
    expect((await shop.read(id)).progress.now).toBe(120);
    expect(await shop.tierOf(id)).toBe('silver');
  });

  it('count no longer what was voided, which lowers the tier where the membership ends', async () => {
    const { id } = await begin(CALENDAR);
    await domain.complete('follow');
    const { actions } = await domain.complete('follow');
    await runInTransaction(domain.deps, undefined, async (tx) => {
      const customer = await lockCustomer(tx, domain.program.id, id);
      const activity = await getActivity(tx, customer, actions[0]!.id);
      const now = entryMoment(domain.clock.real(), customer);
      await resolveActivity(tx, domain.program, customer, activity, { wanted: 'void', at: now });
    });
    expect((await shop.read(id)).progress).toMatchObject({
      now: 60,
      at_expiration: 60,
      needed_for_renewal: 40,
    });
    expect(await shop.tierOf(id)).toBe('silver');
    domain.turnTo('2027-01-01T05:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('base');
  });

  it('for life add up everything', async () => {
    const { id } = await begin({ mode: 'lifetime' });
    for (let year = 2027; year < 2031; year += 1) {
      await domain.complete('follow');
      domain.turnTo(`${year}-06-01T12:00:00Z`);
    }
    expect(await shop.read(id)).toMatchObject({
      tier_id: domain.program.tiers[2]!.id,
      expires_at: null,
      progress: { now: 240, at_expiration: null, valid_until: null, forecasted_tier_id: null },
    });
  });
});

describe('tiers by orders', () => {
  const begin = (tier_membership: TierMembership = YEAR) =>
    shop.begin({ tier_boundary_mode: 'orders', tier_membership }, { tiers: threeTiers(2, 3) });

  it('count each order that is paid, whatever it comes to', async () => {
    const { id } = await begin();
    await shop.spend(1, { date: at('2025-06-01T12:00:00Z') });
    await shop.spend(90_000, { payment_status: 'not_paid' });
    await shop.spend(90_000, { payment_status: 'partially_paid', paid_minor: 80_000 });
    await shop.spend(1, { date: at('2025-01-01T12:00:00Z') });
    expect((await shop.read(id)).progress).toMatchObject({ kind: 'orders', now: 1 });
    expect(await shop.tierOf(id)).toBe('base');
    await shop.spend(0);
    expect(await shop.read(id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      progress: { now: 2, at_expiration: 0, valid_until: at('2026-06-01T12:00:00Z'), needed_for_upgrade: 1 },
    });
  });

  it.each([
    ['cancelled', { cancelled_at: new Date(0) }],
    ['refunded', { refund_status: 'refunded' }],
  ])('do not count one that was %s', async (_, change) => {
    const { id } = await begin();
    const { order_id } = await shop.spend(1);
    await shop.spend(1);
    await domain.deps.db
      .updateTable('orders')
      .set(change as never)
      .where('program_id', '=', domain.program.id)
      .where('id', '=', order_id)
      .execute();
    expect((await shop.read(id)).progress).toMatchObject({ now: 1, needed_for_upgrade: 2 });
    expect(await shop.tierOf(id)).toBe('silver');
  });
});

describe('memberships of the calendar', () => {
  it('are held to the end of the window, which alone then counts', async () => {
    const { id } = await shop.begin({ tier_membership: CALENDAR });
    await shop.spend(99_999, { date: at('2026-01-01T04:59:59.999Z') });
    expect(await shop.tierOf(id)).toBe('base');
    await shop.spend(60_000);
    expect(await shop.read(id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      expires_at: at('2027-01-01T05:00:00Z'),
      progress: { now: 60_000, at_expiration: 60_000, valid_until: at('2027-01-01T05:00:00Z') },
    });
    domain.turnTo('2027-01-01T05:00:00Z');
    expect(await domain.settle(id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      tier_started_at: at('2027-01-01T05:00:00Z'),
      tier_expires_at: at('2028-01-01T05:00:00Z'),
    });
    expect((await shop.read(id)).progress).toMatchObject({ now: 0, at_expiration: 0, valid_until: null });
    // An order of the year that is over comes too late for it and is no fact of this one.
    await shop.spend(99_000, { date: at('2026-12-31T12:00:00Z') });
    expect((await shop.read(id)).progress.now).toBe(0);
    domain.turnTo('2028-01-01T05:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('base');
  });

  it('of two windows are renewed by what is done in the second', async () => {
    const { id } = await shop.begin({ tier_membership: { ...CALENDAR, windows: 2 } });
    await shop.spend(100_000);
    expect(await shop.read(id)).toMatchObject({
      expires_at: at('2028-01-01T05:00:00Z'),
      progress: { now: 100_000, at_expiration: 0, needed_for_renewal: 100_000 },
    });
    domain.turnTo('2027-05-01T12:00:00Z');
    await domain.settle(id);
    await shop.spend(50_000);
    expect((await shop.read(id)).progress).toMatchObject({
      now: 50_000,
      at_expiration: 50_000,
      needed_for_renewal: 50_000,
      forecasted_tier_id: domain.program.tiers[1]!.id,
    });
    domain.turnTo('2028-01-01T05:00:00Z');
    await domain.settle(id);
    expect(await shop.tierOf(id)).toBe('silver');
    expect(await domain.row(id)).toMatchObject({ tier_expires_at: at('2030-01-01T05:00:00Z') });
  });
});

describe('memberships by the anniversary of the enrolment', () => {
  const ANNIVERSARY: TierMembership = { mode: 'enrollment_anniversary', windows: 1 };

  it('are held to the next one, at the hour of the enrolment', async () => {
    const { id } = await shop.begin({ tier_membership: ANNIVERSARY });
    domain.turnTo('2026-11-01T12:00:00Z');
    await shop.spend(50_000);
    expect(await shop.read(id)).toMatchObject({
      expires_at: at('2027-01-14T12:00:00Z'),
      progress: { now: 50_000, at_expiration: 50_000, valid_until: at('2027-01-14T12:00:00Z') },
    });
    domain.turnTo('2028-03-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await shop.entered()).toEqual([
      ['base', '2026-01-14T12:00:00.000Z'],
      ['silver', '2026-11-01T12:00:00.000Z'],
      ['base', '2028-01-14T12:00:00.000Z'],
    ]);
  });

  it('count in the first year what the guest had done before', async () => {
    await shop.begin({ tier_membership: ANNIVERSARY });
    const customer_id = 'late';
    await shop.spend(50_000, { customer_id, date: at('2023-06-01T12:00:00Z') });
    const row = await domain.deps.db
      .selectFrom('customers')
      .selectAll()
      .where('program_id', '=', domain.program.id)
      .where('merchant_id', '=', customer_id)
      .executeTakeFirstOrThrow();
    expect(await shop.read(row.id)).toMatchObject({
      tier_id: domain.program.tiers[1]!.id,
      progress: { now: 50_000 },
    });
    domain.turnTo('2027-01-14T12:00:00Z');
    await domain.settle(row.id);
    expect((await shop.read(row.id)).progress.now).toBe(0);
    expect(await shop.tierOf(row.id)).toBe('silver');
    domain.turnTo('2028-01-14T12:00:00Z');
    await domain.settle(row.id);
    expect(await shop.tierOf(row.id)).toBe('base');
  });
});

describe('the read of a customer', () => {
  it('of every mode is the same inside a transaction', async () => {
    for (const tier_boundary_mode of ['spend', 'points', 'orders'] as const) {
      for (const tier_membership of [YEAR, { mode: 'lifetime' } as const]) {
        const { id } = await shop.begin({ tier_boundary_mode, tier_membership });
        await shop.spend(7_000);
        const question = { program: domain.program, customer_id: id, channel: 'web', country: null } as const;
        const inside = await runInTransaction(domain.deps, undefined, (tx) =>
          loadStorefrontCustomer(domain.deps, question, tx),
        );
        expect(inside.tier).toEqual(await shop.read(id));
        expect(inside.tier!.progress.kind).toBe(tier_boundary_mode);
      }
    }
  });
});
