import { describe, expect, it } from 'vitest';
import { accountsOf } from '../../src/domain/books/journal.ts';
import { closeMonth } from '../../src/domain/operations/close-month.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { planProgram } from '../../src/domain/operations/plan-program.ts';
import { findVersion } from '../../src/domain/programs/version-store.ts';
import { readJournal } from '../../src/domain/reports/read-journal.ts';
import { readReport } from '../../src/domain/reports/read-report.ts';
import type { ReportName } from '../../src/domain/reports/report-kinds.ts';
import { fieldsOfPlan } from '../../src/program-file/compare-files.ts';
import { programSettings, rewardDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
const stating = (point_value: number) => ({ settings: programSettings({ point_value }) });

/** In January somebody got 1,000 points. A card of 10.00 costs 500 of them. */
async function begin(stated?: number): Promise<void> {
  await domain.begin({
    rewards: [{ key: 'card', definition: rewardDefinition() }],
    ...(stated !== undefined && stating(stated)),
  });
  const { id } = await domain.customer({ merchant_id: '1001' });
  await adjust(domain, id, 1_000);
  await countFigures(domain.deps);
}

async function january(name: ReportName) {
  await countFigures(domain.deps);
  const days = { from: '2026-01-01', to: '2026-01-31' };
  return readReport(domain.deps, domain.program, name, days);
}

async function journal() {
  const asked = { month: '2026-01', point_value: null, accounts: accountsOf({}) };
  const { point_value, lines } = await readJournal(domain.deps, domain.program, asked);
  return [point_value, lines.map(({ flow, amount }) => `${flow} ${amount}`)];
}

describe('the value of a point', () => {
  it('is what the program states, in reports and in the journal', async () => {
    await begin(0.0125);
    expect(await january('liability')).toMatchObject({
      currency: 'USD',
      point_value: 0.0125,
      rows: [{ outstanding: 1_000, value: 12.5 }],
    });
    expect((await january('overview')).rows).toMatchObject([{ outstanding_value: 12.5 }]);
    expect(await journal()).toEqual([0.0125, ['added 12.50']]);
  });

  it('is what rewards gave for points where the program states none, and is not known before', async () => {
    await begin();
    expect(await january('liability')).toMatchObject({ point_value: null, rows: [{ value: null }] });
    await expect(journal()).rejects.toThrow(/point_value must be given/);
    await domain.claim('card');
    expect(await january('liability')).toMatchObject({ point_value: 0.02, rows: [{ value: 10 }] });
    expect(await journal()).toEqual([0.02, ['added 20.00', 'redeemed 10.00']]);
  });

  it('stands in a report of points alone no more than another amount of money', async () => {
    await begin(0.01);
    expect(await january('roll_forward')).not.toHaveProperty('point_value');
  });

  it('stays in the books of a month as it was when the month was closed', async () => {
    await begin(0.01);
    domain.turnTo('2026-02-03T12:00:00Z');
    const { books } = await closeMonth(domain.deps, {
      program: domain.program,
      month: '2026-01',
      by: TESTER,
    });
    expect(JSON.parse(books)).toMatchObject({ currency: 'USD', point_value: 0.01 });
    await domain.change(stating(0.02));
    expect(await journal()).toEqual([0.01, ['added 10.00']]);
  });

  it('is named by the plan of a change', async () => {
    await begin(0.01);
    const { definition } = (await findVersion(domain.deps.db, domain.program.id, null))!;
    const plan = await planProgram(domain.deps, {
      ...definition,
      settings: { ...definition.settings, point_value: 0.02 },
    });
    expect(fieldsOfPlan(plan)).toMatchObject([
      { kind: 'program', fields: [{ path: 'point_value', before: 0.01, after: 0.02 }] },
    ]);
  });
});
