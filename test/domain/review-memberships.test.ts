import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { processDueIn } from '../../src/domain/due/process-due-in.ts';
import { lockOwner } from '../../src/domain/ledger/lock-customer.ts';
import { processDue } from '../../src/domain/operations/process-due.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { reviewMemberships } from '../../src/domain/operations/review-memberships.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { setTier } from '../../src/domain/operations/set-tier.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ProgramSettings, TierMembership } from '../../src/domain/programs/program-settings.ts';
import {
  productRewardDefinition,
  programSettings,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const YEAR: TierMembership = { mode: 'rolling', duration_months: 12 };
const calendar = (windows: number): TierMembership => ({
  mode: 'calendar',
  starts_on: { month: 1, day: 1 },
  window_months: 12,
  windows,
});

/** Applies the program with other settings, and does what is due then. */
async function change(settings: Partial<ProgramSettings>, rest = {}): Promise<void> {
  await domain.change({ settings: programSettings(settings), ...rest });
  await sweepOnce(domain.deps);
}
const end = async (id: number) => {
  const ends = (await domain.row(id)).tier_expires_at;
  return ends && new Date(ends).toISOString();
};

describe('memberships under other terms', () => {
  it.each([
    ['for life', YEAR, { mode: 'lifetime' }, null],
    ['of the calendar', YEAR, calendar(1), '2027-01-01T05:00:00.000Z'],
    ['of several windows', YEAR, calendar(3), '2028-01-01T05:00:00.000Z'],
    ['of the calendar, from life', { mode: 'lifetime' }, calendar(2), '2028-01-01T05:00:00.000Z'],
    [
      'by anniversary',
      calendar(2),
      { mode: 'enrollment_anniversary', windows: 1 },
      '2027-01-14T12:00:00.000Z',
    ],
    [
      'by anniversary, from life',
      { mode: 'lifetime' },
      { mode: 'enrollment_anniversary', windows: 2 },
      '2028-01-14T12:00:00.000Z',
    ],
    ['rolling, as promised before', calendar(1), YEAR, '2027-01-01T05:00:00.000Z'],
    ['rolling, at most as long as one begun now', calendar(3), YEAR, '2027-03-01T12:00:00.000Z'],
    [
      'rolling, shorter than before',
      YEAR,
      { mode: 'rolling', duration_months: 6 },
      '2026-09-01T11:00:00.000Z',
    ],
  ] as [string, TierMembership, TierMembership, string | null][])(
    'are %s from then on',
    async (_, before, after, ends) => {
      const { id } = await shop.begin({ tier_membership: before });
      domain.turnTo('2026-02-01T12:00:00Z');
      await shop.spend(60_000);
      domain.turnTo('2026-03-01T12:00:00Z');
      await change({ tier_membership: after });
      expect(await end(id)).toBe(ends);
      expect(await domain.row(id)).toMatchObject({
        tier_id: domain.program.tiers[1]!.id,
        tier_started_at: Date.parse('2026-02-01T12:00:00Z'),
        next_due_at: ends && Date.parse(ends),
      });
      const { version } = await domain.row(id);
      await domain.change({});
      expect((await domain.row(id)).version).toBe(version);
    },
  );

  it('end with the windows of the site’s new time zone', async () => {
    const { id } = await shop.begin({ tier_membership: calendar(2) });
    expect(await end(id)).toBe('2028-01-01T05:00:00.000Z');
    const sites = [{ key: 'main', definition: siteDefinition({ time_zone: 'Asia/Tokyo' }) }];
    await domain.change({ sites });
    expect(await end(id)).toBe('2027-12-31T15:00:00.000Z');
  });
});

describe('bounds that change', () => {
  it('raise at once whom they let rise, and lower nobody before the membership ends', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR });
    await shop.spend(60_000);
    await change({ tier_membership: YEAR }, { tiers: threeTiers(50_000, 60_000) });
    expect(await shop.tierOf(id)).toBe('gold');
    await change({ tier_membership: YEAR }, { tiers: threeTiers(70_000, 80_000) });
    expect(await shop.tierOf(id)).toBe('gold');
    domain.turnTo('2027-01-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('base');
  });

  it.each([
    ['were due before', '2026-01-24T12:00:00Z', '2026-01-24T12:00:00Z'],
    ['fall due then', '2026-01-20T12:00:00Z', '2026-01-20T12:00:00Z'],
    ['fall due before the sweep', '2026-01-19T12:00:00Z', '2026-01-24T12:00:00Z'],
  ])('raise also whose points %s, which many customers’ approvals pass by', async (_, changed, swept) => {
    const waits = ruleDefinition({ approval_period_seconds: 6 * 24 * 3600 });
    const rules = [{ key: 'follow', definition: waits }];
    const { id } = await shop.begin({ tier_membership: YEAR }, { rules });
    await shop.spend(60_000);
    await domain.complete('follow');
    domain.turnTo(changed);
    await domain.change({ tiers: threeTiers(50_000, 60_000) });
    // A review that was cut short and begins anew marks nobody twice.
    const { version } = await domain.row(id);
    await reviewMemberships(domain.deps, domain.program, { facts_may_give_more: true });
    expect((await domain.row(id)).version).toBe(version);
    domain.turnTo(swept);
    await sweepOnce(domain.deps);
    expect([await shop.tierOf(id), (await domain.row(id)).points_approved]).toEqual(['gold', 50]);
  });

  it('count by another measure from then on', async () => {
    const rules = [{ key: 'follow', definition: ruleDefinition() }];
    const { id } = await shop.begin({ tier_membership: YEAR }, { rules });
    const { id: other } = await domain.customer({ merchant_id: 'follower' });
    await shop.spend(60_000);
    await domain.complete('follow', { customer: 'follower' });
    await change({ tier_membership: YEAR, tier_boundary_mode: 'points' }, { tiers: threeTiers(50, 100) });
    // Held to its end, though it was earned by spending.
    expect(await shop.tierOf(id)).toBe('silver');
    expect(await end(id)).toBe('2027-01-14T12:00:00.000Z');
    expect(await shop.tierOf(other)).toBe('silver');
    expect((await shop.read(id)).progress).toMatchObject({ kind: 'points', now: 0 });
    domain.turnTo('2027-01-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('base');
  });
});

/** The sweep of a process that read the program before it was applied anew. */
async function sweepUnder(former: Program): Promise<void> {
  const deps = depsOn(domain.database, domain.clock);
  vi.spyOn(deps.programs, 'get').mockResolvedValueOnce(former);
  await sweepOnce(deps);
}

const SIX_DAYS = 6 * 24 * 3600;
const FOLLOWING = [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: SIX_DAYS }) }];

const ONCE = [{ key: 'follow', definition: ruleDefinition() }];
/** They cannot be left out, so the customer is locked. */
const LOCKING = { begin: async () => {}, beforeCommit: async () => {} };

describe('a process that still has the former program in memory', () => {
  it('does what is due, and leaves whom the new one lets rise due for it', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR });
    await shop.spend(60_000);
    const former = domain.program;
    await domain.change({ tiers: threeTiers(50_000, 60_000) });
    const { next_due_at } = await domain.row(id);
    expect(await processDue(domain.deps, former, await domain.row(id))).toMatchObject({ next_due_at });
    expect(await shop.tierOf(id)).toBe('silver');
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('gold');
    expect((await domain.row(id)).next_due_at).toBe((await domain.row(id)).tier_expires_at);
  });

  it('awaits a birthday that only the new one celebrates', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR });
    await setBirthday(domain.deps, {
      program: domain.program,
      customer_id: id,
      birthday: { month: 3, day: 4, year: 1990 },
    });
    await domain.block(id);
    const former = domain.program;
    const definition = ruleDefinition({ kind: 'birthday', properties: {} });
    await domain.change({ rules: [{ key: 'birthday', definition }] });
    const changes = { blocked: false } as const;
    await updateCustomer(domain.deps, { program: former, customer_id: id, changes, by: TESTER });
    const { next_birthday_at } = await domain.row(id);
    expect(next_birthday_at).not.toBeNull();
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({ next_due_at: next_birthday_at, next_birthday_at });
  });

  it.each<[string, Partial<ProgramSettings>, (former: Program) => Promise<unknown>]>([
    [
      'an order',
      {},
      (former) => recordOrder(domain.deps, orderInput(former, { total_minor: 60_000 }), LOCKING),
    ],
    [
      'a payment',
      {},
      async (former) => {
        const order = { merchant_id: 'o-1', total_minor: 60_000 };
        await recordOrder(domain.deps, orderInput(former, { ...order, payment_status: 'not_paid' }), LOCKING);
        return updateOrder(domain.deps, orderUpdate(former, { paid_minor: 60_000 }, 'o-1'), LOCKING);
      },
    ],
    [
      'a completion',
      { tier_boundary_mode: 'points' },
      (former) => {
        domain.program = former;
        return domain.complete('follow');
      },
    ],
  ])('leaves whom the new one has reviewed due for it again by %s', async (_, settings, deed) => {
    const { id } = await shop.begin({ tier_membership: YEAR, ...settings }, { rules: ONCE });
    const former = domain.program;
    await change({ tier_membership: YEAR, ...settings }, { tiers: threeTiers(20, 50) });
    await deed(former);
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('gold');
  });

  it('goes on with a sweep under the new one', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR }, { rules: FOLLOWING });
    await shop.spend(60_000);
    await domain.complete('follow');
    domain.turnTo('2026-01-24T12:00:00Z');
    const former = domain.program;
    await domain.change({ tiers: threeTiers(50_000, 60_000) });
    await sweepUnder(former);
    expect([await shop.tierOf(id), (await domain.row(id)).points_approved]).toEqual(['gold', 50]);
  });

  it('approves no points of many customers that make the tier under the new one', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR }, { rules: FOLLOWING });
    await domain.complete('follow');
    const former = domain.program;
    const settings = { tier_membership: YEAR, tier_boundary_mode: 'points' } as const;
    await change(settings, { tiers: threeTiers(50, 100) });
    domain.turnTo('2026-01-24T12:00:00Z');
    await sweepUnder(former);
    expect([await shop.tierOf(id), (await domain.row(id)).points_approved]).toEqual(['silver', 50]);
  });

  it('keeps nobody from the review whom it holds while the new one is applied', async () => {
    const mug = productRewardDefinition({ auto_refund_seconds: 3600 });
    const { id } = await shop.begin(
      { tier_membership: YEAR },
      { rewards: [{ key: 'mug', definition: mug }] },
    );
    await shop.spend(60_000);
    await adjust(domain, id, 200);
    await domain.claim('mug', { variant_id: '902' });
    domain.clock.advance(3_600_000);
    const { deps, program } = domain;
    let isApplied = false;
    const isAwaited = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db);
      return rows.length > 0;
    };
    const { applied } = await runInTransaction(deps, undefined, async (tx) => {
      await processDueIn(tx, deps, program, await lockOwner(tx, program.id, id), domain.clock.real());
      const applied = domain.change({ tiers: threeTiers(50_000, 60_000) }).finally(() => {
        isApplied = true;
      });
      for (let isHeld = false; !isApplied && !isHeld; ) isHeld = await isAwaited();
      return { applied };
    });
    await applied;
    await sweepOnce(deps);
    expect(await shop.tierOf(id)).toBe('gold');
  });
});

describe('tiers given by hand', () => {
  const vip = (lower_bound: number | null) => [
    ...threeTiers(),
    { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound }) },
  ];

  it('that were earned before are held without end', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR }, { tiers: vip(200_000) });
    await shop.spend(200_000);
    expect(await shop.tierOf(id)).toBe('vip');
    await change({ tier_membership: YEAR }, { tiers: vip(null) });
    expect(await end(id)).toBeNull();
    expect(await shop.tierOf(id)).toBe('vip');
  });

  it('that are earned from then on begin their term', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR }, { tiers: vip(null) });
    const customer = { program: domain.program, customer_merchant_id: '1001', tier_key: 'vip', by: TESTER };
    await setTier(domain.deps, customer);
    await change({ tier_membership: YEAR }, { tiers: vip(200_000) });
    expect(await end(id)).toBe('2027-01-14T12:00:00.000Z');
    expect(await shop.tierOf(id)).toBe('vip');
  });

  it('that leave the program give way to what the facts give', async () => {
    const { id } = await shop.begin({ tier_membership: YEAR }, { tiers: vip(null) });
    const customer = { program: domain.program, customer_merchant_id: '1001', tier_key: 'vip', by: TESTER };
    await setTier(domain.deps, customer);
    await shop.spend(50_000);
    await change({ tier_membership: YEAR }, { tiers: threeTiers() });
    expect(await shop.tierOf(id)).toBe('silver');
    expect(await end(id)).toBe('2027-01-14T12:00:00.000Z');
  });
});
