import { describe, expect, it } from 'vitest';
import type { BoundaryMode, TierMembership } from '../../src/domain/programs/program-settings.ts';
import type { TierProgress } from '../../src/domain/tiers/tier-status.ts';
import { presentTierConfiguration } from '../../src/http/headless/present-tier-configuration.ts';
import { presentTierMembership } from '../../src/http/headless/present-tier-membership.ts';
import { TierConfigurationSchema, TierMembershipSchema } from '../../src/http/headless/tier-schemas.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { tierDefinition } from '../support/factories.ts';
import { type SampleProgram, sampleProgram } from '../support/sample-program.ts';

const YEAR: TierMembership = { mode: 'rolling', duration_months: 12 };
const NOON = Date.UTC(2025, 5, 15, 16);

function viewOf(sample: SampleProgram, language = 'en') {
  const program = sampleProgram({
    ...sample,
    settings: { tier_membership: YEAR, currency_rates: { EUR: 0.9 }, ...sample.settings },
  });
  return storefrontView(program, program.sites.at(-1)!, language);
}

function configuration(sample: SampleProgram, language?: string) {
  const body = presentTierConfiguration(viewOf(sample, language));
  if (body) expectSchema(TierConfigurationSchema, body);
  return body;
}

describe("a customer's membership", () => {
  const PROGRESS: TierProgress = {
    kind: 'spend',
    now: 10_000,
    at_expiration: 2_500,
    valid_until: NOON + 5000,
    upgrade_tier_id: 13,
    needed_for_renewal: 47_500,
    needed_for_upgrade: 90_000,
    forecasted_tier_id: 11,
  };
  const progress = (rest: Partial<TierProgress>) => {
    const standing = {
      tier_id: 12,
      started_at: NOON - 5000,
      expires_at: NOON + 9000,
      progress: { ...PROGRESS, ...rest },
    };
    const body = presentTierMembership(viewOf({}), standing);
    expectSchema(TierMembershipSchema, body);
    expect(body).toMatchObject({
      tier_id: 12,
      started_at: '2025-06-15T15:59:55.000Z',
      expires_at: '2025-06-15T16:00:09.000Z',
    });
    return body.progress;
  };
  const common = {
    valid_until: '2025-06-15T16:00:05.000Z',
    upgrade_tier_id: 13,
    forecasted_tier_id: 11,
  };

  it('by spend tells amounts', () => {
    expect(progress({})).toEqual({
      kind: 'spend',
      tier_spend: {
        now: { amount: 100, formatted: '$100' },
        at_expiration: { amount: 25, formatted: '$25' },
      },
      ...common,
      spend_needed_for_renewal: { amount: 475, formatted: '$475' },
      spend_needed_for_upgrade: { amount: 900, formatted: '$900' },
    });
  });

  it('by points tells points', () => {
    expect(progress({ kind: 'points' })).toEqual({
      kind: 'points',
      tier_points: { now: 10_000, at_expiration: 2_500 },
      ...common,
      points_needed_for_renewal: 47_500,
      points_needed_for_upgrade: 90_000,
    });
  });

  it('by orders tells orders', () => {
    expect(progress({ kind: 'orders' })).toEqual({
      kind: 'orders',
      tier_orders: { now: 10_000, at_expiration: 2_500 },
      ...common,
      orders_needed_for_renewal: 47_500,
      orders_needed_for_upgrade: 90_000,
    });
  });

  it.each(['spend', 'points', 'orders'] as const)('by %s may lack all but what counts now', (kind) => {
    const body = progress({
      kind,
      at_expiration: null,
      valid_until: null,
      upgrade_tier_id: null,
      needed_for_renewal: null,
      needed_for_upgrade: null,
      forecasted_tier_id: null,
    });
    expect(body).toMatchObject({
      [`tier_${kind}`]: { now: expect.anything(), at_expiration: null },
      [`${kind}_needed_for_renewal`]: null,
      [`${kind}_needed_for_upgrade`]: null,
    });
  });
});

describe("a program's tiers", () => {
  const tiers = (silver: number, gold: number) => [
    tierDefinition({ name: { en: 'Base', de: 'Basis' } }),
    tierDefinition({ name: 'Friends', lower_bound: null, hidden: true }),
    tierDefinition({ name: 'Silver', lower_bound: silver, benefit_keys: ['benefit-2', 'benefit-1'] }),
    tierDefinition({ name: 'Gold', lower_bound: gold, hidden: true, benefit_keys: ['benefit-1'] }),
  ];

  it('are told lowest first, the conditional ones last, with their benefits', () => {
    const body = configuration(
      {
        tiers: tiers(50_000, 100_000),
        benefits: [
          {
            label: { en: 'Free returns', de: 'Gratis zurück' },
            details: { plaintext: { en: 'Always', de: 'Immer' }, html: '<b>!</b>' },
          },
          { label: 'Surprise', secret: true },
        ],
      },
      'de',
    );
    expect(body).toEqual({
      boundary_mode: 'spend',
      tiers: [
        {
          id: 11,
          name: 'Basis',
          position: 1,
          hidden: false,
          benefit_ids: [],
          kind: 'spend',
          lower_bound: { amount: 0, formatted: '0\u00a0$' },
          upper_bound: { amount: 499.99, formatted: '499,99\u00a0$' },
        },
        {
          id: 13,
          name: 'Silver',
          position: 2,
          hidden: false,
          benefit_ids: [42, 41],
          kind: 'spend',
          lower_bound: { amount: 500, formatted: '500\u00a0$' },
          upper_bound: { amount: 999.99, formatted: '999,99\u00a0$' },
        },
        {
          id: 14,
          name: 'Gold',
          position: 3,
          hidden: true,
          benefit_ids: [41],
          kind: 'spend',
          lower_bound: { amount: 1000, formatted: '1.000\u00a0$' },
          upper_bound: null,
        },
        { id: 12, name: 'Friends', position: 4, hidden: true, benefit_ids: [], kind: 'conditional' },
      ],
      tier_benefits: [
        {
          id: 41,
          label: 'Gratis zurück',
          secret: false,
          details: { plaintext: 'Immer', html: '<b>!</b>' },
        },
        { id: 42, label: 'Surprise', secret: true, details: null },
      ],
      membership: { mode: 'rolling', duration_months: 12 },
    });
  });

  it.each(['points', 'orders'] as const)('by %s have whole bounds, inclusive', (mode: BoundaryMode) => {
    const body = configuration({
      settings: { tier_boundary_mode: mode, tier_membership: YEAR },
      tiers: tiers(2, 10),
      benefits: [{}, {}],
    });
    expect(body).toMatchObject({
      boundary_mode: mode,
      tiers: [
        { kind: mode, lower_bound: 0, upper_bound: 1 },
        { kind: mode, lower_bound: 2, upper_bound: 9 },
        { kind: mode, lower_bound: 10, upper_bound: null },
        { kind: 'conditional' },
      ],
    });
  });

  it('are told in the currency of the site that asks', () => {
    const body = configuration({
      sites: [{ currency: 'EUR' }],
      tiers: [tierDefinition(), tierDefinition({ lower_bound: 50_000 })],
    });
    expect(body?.tiers).toMatchObject([
      { lower_bound: { amount: 0 }, upper_bound: { amount: 449.99 } },
      { lower_bound: { amount: 450 } },
    ]);
  });

  it.each([
    ['EUR', 0.01],
    ['JPY', 1],
    ['KWD', 0.001],
  ])('follow each other without a gap in %s, whatever its rate', (currency, coin) => {
    for (const rate of [0.307, 0.9, 1.37, 151.3]) {
      const bounds = [0, 10_747, 50_001, 99_999].map((lower_bound) => tierDefinition({ lower_bound }));
      const settings = { currency_rates: { [currency]: rate } };
      const shown = configuration({ sites: [{ currency }], settings, tiers: bounds })!.tiers as {
        lower_bound: { amount: number };
        upper_bound: { amount: number } | null;
      }[];
      shown.slice(1).forEach(({ lower_bound }, index) => {
        expect(lower_bound.amount - shown[index]!.upper_bound!.amount).toBeCloseTo(coin, 6);
      });
    }
  });

  it.each([
    [YEAR, { mode: 'rolling', duration_months: 12 }],
    [
      { mode: 'calendar', starts_on: { month: 4, day: 6 }, window_months: 6, windows: 2 },
      {
        mode: 'calendar',
        evaluation_period: { starts_on: { month: 4, day: 6 }, duration: { months: 6 } },
        duration: { windows: 2 },
      },
    ],
    [{ mode: 'lifetime' }, { mode: 'lifetime' }],
    [
      { mode: 'enrollment_anniversary', windows: 3 },
      { mode: 'enrollment_anniversary', duration: { windows: 3 } },
    ],
  ] as [TierMembership, object][])('are held by %j', (tier_membership, membership) => {
    const body = configuration({ settings: { tier_membership }, tiers: [tierDefinition()] });
    expect(body?.membership).toEqual(membership);
  });

  it('are null where there are none', () => {
    expect(configuration({})).toBeNull();
    expect(configuration({ settings: { tier_membership: null } })).toBeNull();
  });
});
