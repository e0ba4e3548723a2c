import { describe, expect, it } from 'vitest';
import type { BoundedTier, Tier } from '../../src/domain/programs/configuration.ts';
import type { BoundaryMode, TierMembership } from '../../src/domain/programs/program-settings.ts';
import type { TierFact } from '../../src/domain/tiers/evaluation-window.ts';
import { isHigher, tierByAmount, tierProgress } from '../../src/domain/tiers/tier-progress.ts';
import { programSettings } from '../support/factories.ts';

const YEAR: TierMembership = { mode: 'rolling', duration_months: 12 };
const CALENDAR: TierMembership = {
  mode: 'calendar',
  starts_on: { month: 1, day: 1 },
  window_months: 12,
  windows: 2,
};
const LIFETIME: TierMembership = { mode: 'lifetime' };

function tier(id: number, lower_bound: number, rest: Partial<Tier> = {}): BoundedTier {
  return {
    id,
    key: `t${id}`,
    position: id,
    enabled: true,
    name: `Tier ${id}`,
    lower_bound,
    hidden: false,
    benefit_ids: [],
    entry_reward_ids: [],
    ...rest,
  } as BoundedTier;
}
const conditional = (id: number): Tier => ({ ...tier(id, 0), lower_bound: null });

const TIERS = [tier(1, 0), tier(2, 50_000), tier(3, 100_000)];
const at = (text: string) => Date.parse(text);
const fact = (date: string, amount: number): TierFact => ({ date: at(date), amount });

interface Case {
  tiers?: BoundedTier[];
  rules?: TierMembership;
  kind?: BoundaryMode;
  held?: Tier;
  expires_at?: string | null;
  facts?: TierFact[];
  now?: string;
}

const FACTS = [
  fact('2024-06-01T12:00Z', 30_000),
  fact('2025-01-10T12:00Z', 25_000),
  fact('2025-03-01T12:00Z', 10_000),
];

function progress({
  tiers = TIERS,
  rules = YEAR,
  kind = 'spend',
  held = TIERS[1]!,
  expires_at = '2026-01-10T12:00Z',
  facts = FACTS,
  now = '2025-04-01T12:00Z',
}: Case = {}) {
  const settings = programSettings({ tier_boundary_mode: kind, tier_membership: rules });
  const terms = { rules, zone: 'America/New_York', enrolled_at: at('2024-01-01T12:00Z') };
  const membership = { tier: held, expires_at: expires_at === null ? null : at(expires_at) };
  return tierProgress({ tiers, settings }, terms, membership, facts, at(now));
}

describe('the tier that an amount gives', () => {
  it.each([
    [0, 1],
    [49_999, 1],
    [50_000, 2],
    [99_999, 2],
    [100_000, 3],
    [1e12, 3],
  ])('for %i is tier %i: bounds are inclusive', (amount, id) => {
    expect(tierByAmount(TIERS, amount)?.id).toBe(id);
  });

  it('is none where there are no tiers', () => {
    expect(tierByAmount([], 5)).toBeUndefined();
  });
});

describe('which tier is the higher one', () => {
  it.each([
    ['by bound', TIERS[1]!, TIERS[0]!, true],
    ['not the lower one', TIERS[0]!, TIERS[1]!, false],
    ['not the same', TIERS[1]!, TIERS[1]!, false],
    ['not one of the same bound', tier(9, 50_000), TIERS[1]!, false],
    ['a conditional one above all that are earned', conditional(9), TIERS[2]!, true],
    ['no earned one above a conditional one', TIERS[2]!, conditional(9), false],
    ['conditional ones in their order', conditional(9), conditional(8), true],
    ['conditional ones not against their order', conditional(8), conditional(9), false],
  ])('is told %s', (_, one, than, higher) => {
    expect(isHigher(one, than)).toBe(higher);
  });
});

describe('progress', () => {
  it.each(['spend', 'points', 'orders'] as const)('by %s tells what counts and what is needed', (kind) => {
    expect(progress({ kind })).toEqual({
      kind,
      now: 65_000,
      // The fact of the very start has left the window when the membership ends.
      at_expiration: 10_000,
      valid_until: at('2025-06-01T12:00Z'),
      upgrade_tier_id: 3,
      needed_for_renewal: 40_000,
      needed_for_upgrade: 35_000,
      forecasted_tier_id: 1,
    });
  });

  it('needs nothing more for a renewal that is earned, and forecasts what will be', () => {
    expect(progress({ facts: [...FACTS, fact('2025-03-30T12:00Z', 90_000)] })).toMatchObject({
      needed_for_renewal: 0,
      needed_for_upgrade: 0,
      forecasted_tier_id: 3,
    });
  });

  it('takes no account of what is still to come', () => {
    const facts = [...FACTS, fact('2025-04-02T12:00Z', 90_000)];
    expect(progress({ facts })).toEqual(progress());
  });

  it('has no renewal in the lowest tier and no upgrade in the highest', () => {
    expect(progress({ held: TIERS[0]! })).toMatchObject({ needed_for_renewal: null, upgrade_tier_id: 2 });
    expect(progress({ held: TIERS[2]! })).toMatchObject({ upgrade_tier_id: null, needed_for_upgrade: null });
  });

  it('for life knows no end', () => {
    expect(progress({ rules: LIFETIME, expires_at: null })).toEqual({
      kind: 'spend',
      now: 65_000,
      at_expiration: null,
      valid_until: null,
      upgrade_tier_id: 3,
      needed_for_renewal: null,
      needed_for_upgrade: 35_000,
      forecasted_tier_id: null,
    });
  });

  it.each([
    // In the last of its windows a membership is renewed by what is done now, before by nothing yet.
    ['2026-01-01T05:00Z', 35_000, 2, 15_000, 1],
    ['2027-01-01T05:00Z', 0, 2, 50_000, 1],
  ])(
    'by the calendar, to the end at %s, comes to %i',
    (expires_at, at_expiration, upgrade, needed, forecast) => {
      expect(progress({ rules: CALENDAR, expires_at })).toEqual({
        kind: 'spend',
        now: 35_000,
        at_expiration,
        valid_until: at('2026-01-01T05:00Z'),
        upgrade_tier_id: upgrade + 1,
        needed_for_renewal: needed,
        needed_for_upgrade: 65_000,
        forecasted_tier_id: forecast,
      });
    },
  );

  it('without a fact is valid for as long as there is none', () => {
    expect(progress({ facts: [] })).toMatchObject({ now: 0, valid_until: null, needed_for_upgrade: 100_000 });
  });

  it('of a tier that left the program goes on to the next above it', () => {
    expect(progress({ held: tier(9, 70_000) })).toMatchObject({ upgrade_tier_id: 3 });
  });

  it.each([
    ['the next is hidden', [TIERS[0]!, TIERS[1]!, tier(3, 100_000, { hidden: true })], TIERS[1]!],
    ['the tier itself is', TIERS, tier(2, 50_000, { hidden: true })],
  ])('says nothing of a next tier where %s', (_, tiers, held) => {
    expect(progress({ tiers, held })).toMatchObject({
      upgrade_tier_id: null,
      needed_for_upgrade: null,
      needed_for_renewal: 40_000,
    });
  });

  it('of a conditional tier is what counts, and nothing that could move it', () => {
    expect(progress({ held: conditional(9), expires_at: null })).toEqual({
      kind: 'spend',
      now: 65_000,
      at_expiration: null,
      valid_until: at('2025-06-01T12:00Z'),
      upgrade_tier_id: null,
      needed_for_renewal: null,
      needed_for_upgrade: null,
      forecasted_tier_id: null,
    });
  });
});
