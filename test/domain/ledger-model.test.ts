import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { expectCustomersBalanced, expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectFlows } from '../support/flows.ts';
import { ledgerCommands } from '../support/ledger-commands.ts';
import { LedgerModel } from '../support/ledger-model.ts';
import { beginModelProgram } from '../support/ledger-program.ts';
import { mergeCommands, People } from '../support/merge-commands.ts';
import { testDomain } from '../support/test-domain.ts';

const SEQUENCES = 24;
const MERGING_SEQUENCES = 10;
const MOST_COMMANDS = 24;

/** With daylight saving, a leap day, a year's end or the end of a month ahead. */
const BEGINNINGS = fc.constantFrom(
  '2026-01-14T12:00:00Z',
  '2026-03-07T23:30:00Z',
  '2026-10-31T12:00:00Z',
  '2026-12-30T17:00:00Z',
  '2028-01-31T04:00:00Z',
);

const EXPIRIES: [string, PointsExpiry | null][] = [
  ['points never expire', null],
  ['points expire four months after earning', { mode: 'after_earning', duration_months: 4 }],
  ["points expire at the year's end", { mode: 'calendar_date', month: 12, day: 31 }],
  [
    'points go after three months without a purchase',
    { mode: 'inactivity_since_purchase', duration_months: 3 },
  ],
  [
    'points go after two months without a change',
    { mode: 'inactivity_since_balance_change', duration_months: 2 },
  ],
];
const POLICIES = ['allow', 'within_balance'] as const;

describe.each(
  EXPIRIES.flatMap(([where, expiry]) => POLICIES.map((negative) => [where, negative, expiry] as const)),
)('where %s and what is taken back is %s', (_, negative, expiry) => {
  const domain = testDomain();

  it('any sequence of what happens to a customer leaves what the model says', async () => {
    const terms = await beginModelProgram(domain, expiry, negative);
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
        await fc.asyncModelRun(() => ({ model, real: { id, merchant_id } }), commands);
        await expectCustomersBalanced(domain.deps, domain.program, [id]);
        await expectFlows(domain, [id], [model]);
        // Falls due no more: the sweeps of the sequences to come are theirs.
        const done = domain.deps.db.updateTable('customers').set({ next_due_at: null });
        await done.where('program_id', '=', domain.program.id).where('id', '=', id).execute();
      },
    );
    // Tells the seed and the shortest sequence that fails.
    await fc.assert(property, { numRuns: SEQUENCES });
    await expectLedgerBalanced(domain.deps, domain.program);
    expect(customers).toBeGreaterThanOrEqual(SEQUENCES);
  }, 300_000);

  it('so does any sequence in which customers turn out to be one', async () => {
    const terms = await beginModelProgram(domain, expiry, negative);
    let worlds = 0;
    const property = fc.asyncProperty(
      mergeCommands(domain, MOST_COMMANDS),
      BEGINNINGS,
      async (commands, beginning) => {
        domain.turnTo(beginning);
        worlds += 1;
        const names = ['a', 'b', 'c'].map((name) => `${name}-${worlds}`);
        const people = await People.arrive(domain, terms, names);
        await fc.asyncModelRun(() => ({ model: {}, real: people }), commands);
        // A drift stays: what is written into the ledger is not changed again.
        const ids = people.all.map(({ id }) => id);
        await expectCustomersBalanced(domain.deps, domain.program, ids);
        const models = people.all.map(({ model }) => model);
        await expectFlows(domain, ids, models);
        const done = domain.deps.db.updateTable('customers').set({ next_due_at: null });
        await done.where('program_id', '=', domain.program.id).execute();
      },
    );
    await fc.assert(property, { numRuns: MERGING_SEQUENCES });
    await expectLedgerBalanced(domain.deps, domain.program);
    expect(worlds).toBeGreaterThanOrEqual(MERGING_SEQUENCES);
  }, 300_000);
});
