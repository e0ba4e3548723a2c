import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tier, TierMembership } from '../../src/domain/programs/configuration.ts';
import {
  earliestFact,
  membershipEnd,
  type SpendFact,
  spendAt,
  spendStanding,
  tierBySpend,
} from '../../src/domain/tiers/spend-progress.ts';

const ZONE = 'America/New_York';
const YEAR: TierMembership = { mode: 'rolling', duration_months: 12 };
const LIFETIME: TierMembership = { mode: 'lifetime' };

const tier = (id: number, lower_bound_minor: number): Tier => ({
  id,
  key: `t${id}`,
  position: id,
  enabled: true,
  name: `Tier ${id}`,
  lower_bound_minor,
});
const TIERS = [tier(1, 0), tier(2, 50_000), tier(3, 100_000)];
const at = (text: string) => Date.parse(text);
const order = (date: string, spend_minor: number): SpendFact => ({ date: at(date), spend_minor });

describe('the tier that spend gives', () => {
  it.each([
    [0, 1],
    [49_999, 1],
    [50_000, 2],
    [99_999, 2],
    [100_000, 3],
    [1e12, 3],
  ])('for %i is tier %i: bounds are inclusive', (spend, id) => {
    expect(tierBySpend(TIERS, spend)?.id).toBe(id);
  });

  it('is none where there are no tiers', () => {
    expect(tierBySpend([], 5)).toBeUndefined();
  });
});

describe('the evaluation window', () => {
  const facts = [order('2024-03-10T15:00Z', 100)];
  it.each([
    ['before the order', '2024-03-10T14:59:59.999Z', 0],
    ['at the order', '2024-03-10T15:00Z', 100],
    // 15:00Z is 11:00 in New York then; a year on, 11:00 is again 15:00Z.
    ['just short of a year later', '2025-03-10T14:59:59.999Z', 100],
    ['a year later', '2025-03-10T15:00Z', 0],
  ])('of a year counts, %s, %s: %i', (_, moment, spend) => {
    expect(spendAt(YEAR, facts, at(moment), ZONE)).toBe(spend);
  });

  it('keeps the local hour across a change of clocks', () => {
    const months: TierMembership = { mode: 'rolling', duration_months: 1 };
    const spring = [order('2025-02-20T17:00Z', 100)];
    expect(spendAt(months, spring, at('2025-03-20T15:59:59.999Z'), ZONE)).toBe(100);
    expect(spendAt(months, spring, at('2025-03-20T16:00Z'), ZONE)).toBe(0);
  });

  it('counts for life without end', () => {
    expect(spendAt(LIFETIME, facts, at('2099-01-01T00:00Z'), ZONE)).toBe(100);
    expect(spendAt(LIFETIME, facts, at('2024-03-10T14:59Z'), ZONE)).toBe(0);
  });

  it('never reaches behind what is read for it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2000-01-01T00:00Z'), max: at('2040-01-01T00:00Z') }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 0, max: 5 * 86_400_000 }),
        (now, months, before) => {
          const rules: TierMembership = { mode: 'rolling', duration_months: months };
          const fact = { date: earliestFact(rules, now) - 1 - before, spend_minor: 1 };
          expect(spendAt(rules, [fact], now, ZONE)).toBe(0);
        },
      ),
    );
  });

  it('ends a membership as many months after it began, or never', () => {
    expect(membershipEnd(YEAR, at('2024-02-29T12:00Z'), ZONE)).toBe(at('2025-02-28T12:00Z'));
    expect(membershipEnd(LIFETIME, at('2024-02-29T12:00Z'), ZONE)).toBeNull();
  });
});

describe('progress', () => {
  const STARTED = at('2025-01-10T12:00Z');
  const silver = { tier: TIERS[1]!, started_at: STARTED, expires_at: at('2026-01-10T12:00Z') };
  const facts = [
    order('2024-06-01T12:00Z', 30_000),
    order('2025-01-10T12:00Z', 25_000),
    order('2025-03-01T12:00Z', 10_000),
  ];
  const now = at('2025-04-01T12:00Z');

  it('tells spend now and at the end of the membership, and what either still needs', () => {
    expect(spendStanding(TIERS, YEAR, silver, facts, ZONE, now)).toEqual({
      tier_id: 2,
      started_at: STARTED,
      expires_at: at('2026-01-10T12:00Z'),
      progress: {
        kind: 'spend',
        spend_now_minor: 65_000,
        // The order of the very start has left the window when the membership ends.
        spend_at_expiration_minor: 10_000,
        valid_until: at('2025-06-01T12:00Z'),
        upgrade_tier_id: 3,
        spend_needed_for_renewal_minor: 40_000,
        spend_needed_for_upgrade_minor: 35_000,
        forecasted_tier_id: 1,
      },
    });
  });

  it('needs nothing more for a renewal that is earned, and forecasts what will be', () => {
    const more = [...facts, order('2025-03-30T12:00Z', 90_000)];
    expect(spendStanding(TIERS, YEAR, silver, more, ZONE, now).progress).toMatchObject({
      spend_needed_for_renewal_minor: 0,
      spend_needed_for_upgrade_minor: 0,
      forecasted_tier_id: 3,
    });
  });

  it('has no renewal in the lowest tier and no upgrade in the highest', () => {
    const lowest = { ...silver, tier: TIERS[0]! };
    const highest = { ...silver, tier: TIERS[2]! };
    expect(spendStanding(TIERS, YEAR, lowest, facts, ZONE, now).progress).toMatchObject({
      spend_needed_for_renewal_minor: null,
      upgrade_tier_id: 2,
    });
    expect(spendStanding(TIERS, YEAR, highest, facts, ZONE, now).progress).toMatchObject({
      upgrade_tier_id: null,
      spend_needed_for_upgrade_minor: null,
    });
  });

  it('for life knows no end', () => {
    const membership = { tier: TIERS[1]!, started_at: STARTED, expires_at: null };
    expect(spendStanding(TIERS, LIFETIME, membership, facts, ZONE, now).progress).toEqual({
      kind: 'spend',
      spend_now_minor: 65_000,
      spend_at_expiration_minor: null,
      valid_until: null,
      upgrade_tier_id: 3,
      spend_needed_for_renewal_minor: null,
      spend_needed_for_upgrade_minor: 35_000,
      forecasted_tier_id: null,
    });
  });

  it('without an order is valid for as long as there is none', () => {
    expect(spendStanding(TIERS, YEAR, silver, [], ZONE, now).progress).toMatchObject({
      spend_now_minor: 0,
      valid_until: null,
      spend_needed_for_upgrade_minor: 100_000,
    });
  });

  it('of a tier that left the program goes on to the next above it', () => {
    const gone = { ...silver, tier: tier(9, 70_000) };
    expect(spendStanding(TIERS, YEAR, gone, facts, ZONE, now).progress).toMatchObject({ upgrade_tier_id: 3 });
  });
});

describe('valid_until', () => {
  /** Dates crowd around ends of months, where days are clamped and clocks change. */
  const dates = fc.oneof(
    fc.integer({ min: at('2024-01-27T00:00Z'), max: at('2024-02-02T00:00Z') }),
    fc.integer({ min: at('2024-08-29T00:00Z'), max: at('2024-09-01T12:00Z') }),
    fc.integer({ min: at('2024-10-28T00:00Z'), max: at('2024-11-05T00:00Z') }),
    fc.integer({ min: at('2023-01-01T00:00Z'), max: at('2025-03-01T00:00Z') }),
  );
  const orders = fc.array(fc.record({ date: dates, spend_minor: fc.integer({ min: 1, max: 1000 }) }), {
    maxLength: 12,
  });

  it('is exactly when spend_now next falls, as long as nothing else happens', () => {
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
        (all, duration_months, zone) => {
          const now = at('2025-03-01T00:00Z');
          const rules: TierMembership = { mode: 'rolling', duration_months };
          const membership = {
            tier: TIERS[0]!,
            started_at: now,
            expires_at: membershipEnd(rules, now, zone),
          };
          const { progress } = spendStanding(TIERS, rules, membership, all, zone, now);
          const { spend_now_minor, valid_until } = progress;
          if (valid_until === null) {
            expect(spend_now_minor).toBe(0);
            return;
          }
          expect(valid_until).toBeGreaterThan(now);
          expect(spendAt(rules, all, valid_until - 1, zone)).toBe(spend_now_minor);
          expect(spendAt(rules, all, valid_until, zone)).toBeLessThan(spend_now_minor);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is that of the later order where a short month clamps both to its last day', () => {
    const rules: TierMembership = { mode: 'rolling', duration_months: 1 };
    const facts = [order('2025-01-29T23:00Z', 100), order('2025-01-31T06:00Z', 100)];
    const now = at('2025-02-01T00:00Z');
    const membership = { tier: TIERS[0]!, started_at: now, expires_at: null };
    const { progress } = spendStanding(TIERS, rules, membership, facts, 'UTC', now);
    expect(progress.valid_until).toBe(at('2025-02-28T06:00Z'));
  });
});
