import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { ledgerCommands } from '../support/ledger-commands.ts';
import {
  LedgerModel,
  PURCHASE_WAITS,
  REWARDS,
  RULES,
  type Terms,
  TIER_MONTHS,
  TIERS,
} from '../support/ledger-model.ts';
import { type TestDomain, testDomain } from '../support/test-domain.ts';

const SEQUENCES = 60;
const MOST_COMMANDS = 24;

/** With daylight saving, a leap day, a year's end or the end of a month ahead. */
const BEGINNINGS = fc.constantFrom(
  '2026-01-14T12:00:00Z',
  '2026-03-07T23:30:00Z',
  '2026-10-31T12:00:00Z',
  '2026-12-30T17:00:00Z',
  '2028-01-31T04:00:00Z',
);

async function begin(domain: TestDomain, expiry: PointsExpiry | null, negative: Terms['negative']) {
  const { now, later } = RULES;
  const flat = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: null }) as const;
  await domain.begin({
    settings: programSettings({
      points_expiry: expiry,
      negative_balance: negative,
      tier_membership: { mode: 'rolling', duration_months: TIER_MONTHS },
    }),
    tiers: TIERS.map((lower_bound, index) => ({
      key: `t${index}`,
      definition: tierDefinition({ lower_bound }),
    })),
    rules: [
      { key: 'now', definition: ruleDefinition({ limit: now.limit, result: flat(now.points) }) },
      {
        key: 'later',
        definition: ruleDefinition({
          limit: later.limit,
          result: flat(later.points),
          approval_period_seconds: later.waits / 1000,
        }),
      },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
          approval_period_seconds: PURCHASE_WAITS / 1000,
        }),
      },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: REWARDS.mug.cost },
          auto_refund_seconds: REWARDS.mug.lapses / 1000,
        }),
      },
      {
        key: 'card',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: REWARDS.card.cost },
          expires_after_seconds: REWARDS.card.expires / 1000,
          limit: REWARDS.card.limit,
        }),
      },
    ],
  });
  return { expiry, negative, since: domain.clock.real() };
}

describe.each<[string, PointsExpiry | null, Terms['negative']]>([
  ['points never expire', null, 'allow'],
  ['points expire four months after earning', { mode: 'after_earning', duration_months: 4 }, 'allow'],
  ["points expire at the year's end", { mode: 'calendar_date', month: 12, day: 31 }, 'within_balance'],
  [
    'points go after three months without a purchase',
    { mode: 'inactivity_since_purchase', duration_months: 3 },
    'allow',
  ],
  [
    'points go after two months without a change',
    { mode: 'inactivity_since_balance_change', duration_months: 2 },
    'within_balance',
  ],
])('where %s', (_, expiry, negative) => {
  const domain = testDomain();

  it('any sequence of what happens to a customer leaves what the model says', async () => {
    const terms = await begin(domain, expiry, negative);
    let customers = 0;
    const property = fc.asyncProperty(
      ledgerCommands(domain, MOST_COMMANDS),
      BEGINNINGS,
      async (commands, beginning) => {
        domain.turnTo(beginning);
        customers += 1;
        const merchant_id = `s-${customers}`;
        const { id } = await domain.customer({ merchant_id });
        const model = new LedgerModel(terms, domain.clock.real());
        await fc.asyncModelRun(() => ({ model, real: { id, merchant_id, orders: 0 } }), commands);
        await expectLedgerBalanced(domain.deps);
        // Falls due no more: the sweeps of the sequences to come are theirs.
        const done = domain.deps.db.updateTable('customers').set({ next_due_at: null });
        await done.where('program_id', '=', domain.program.id).where('id', '=', id).execute();
      },
    );
    // Tells the seed and the shortest sequence that fails.
    await fc.assert(property, { numRuns: SEQUENCES });
    expect(customers).toBeGreaterThanOrEqual(SEQUENCES);
  }, 300_000);
});
