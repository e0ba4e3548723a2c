import { describe, expect, it } from 'vitest';
import { reviewMemberships } from '../../src/domain/operations/review-memberships.ts';
import { setTier } from '../../src/domain/operations/set-tier.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { ProgramSettings, TierMembership } from '../../src/domain/programs/program-settings.ts';
import { programSettings, ruleDefinition, siteDefinition, tierDefinition } from '../support/factories.ts';
import { testDomain } from '../support/test-domain.ts';
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
