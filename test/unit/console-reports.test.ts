import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { spanMistakes } from '../../src/domain/reports/periods.ts';
import type { Report } from '../../src/domain/reports/read-report.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { overviewStats } from '../../src/http/console/overview/overview-view.ts';
import type { Overview } from '../../src/http/console/overview/read-overview.ts';
import { localPath } from '../../src/http/console/place.ts';
import { cohortRates } from '../../src/http/console/reports/cohort-table.tsx';
import { reportPlot, subjectSums } from '../../src/http/console/reports/report-view.ts';
import { chosenSpan, spanQuery } from '../../src/http/console/span.ts';

const TODAY = '2026-11-22';

it('the redemption rate is of the points that stayed earned, and leaves out rewards that were given back', () => {
  const points = (redeemed: number) => [{ period: TODAY, earned: 500, voided: 100, redeemed, refunded: 40 }];
  const figures = (redeemed: number) => ({ overview: [], points: points(redeemed), referrals: [] });
  const overview = { program: { currency: 'USD' }, now: figures(140), before: figures(60) };
  const stats = overviewStats(overview as unknown as Overview, consoleWording('en'));
  expect(stats.find(({ name }) => name === 'Redemption rate')).toMatchObject({
    figure: '25.0%',
    aside: 'from 5.0%',
  });
});

describe('a span', () => {
  it.each([
    ['7d', '2026-11-16', 'day', '2026-11-09', '2026-11-15'],
    ['30d', '2026-10-24', 'day', '2026-09-24', '2026-10-23'],
    ['90d', '2026-08-25', 'week', '2026-05-27', '2026-08-24'],
    ['12m', '2025-12-01', 'month', '2024-12-01', '2025-11-30'],
  ])('of %s begins on %s by %s, against %s to %s', (span, from, interval, before, until) => {
    const chosen = chosenSpan({ span }, TODAY, '30d');
    expect(chosen).toMatchObject({ from, to: TODAY, interval, mistake: null });
    expect(chosen.before).toEqual({ from: before, to: until, interval });
    expect(chosenSpan(spanQuery(chosen), TODAY, '7d')).toEqual(chosen);
  });

  it('of chosen days is compared with as many days before', () => {
    const chosen = chosenSpan({ from: '2026-03-01', to: '2026-03-10' }, TODAY, '30d');
    expect(chosen).toMatchObject({ from: '2026-03-01', to: '2026-03-10', interval: 'day', preset: null });
    expect(chosen.before).toMatchObject({ from: '2026-02-19', to: '2026-02-28' });
    expect(chosenSpan(spanQuery(chosen), TODAY, '30d')).toEqual(chosen);
  });

  it.each([
    ['1990-01-01', '1970-01-01', '1989-12-31'],
    ['1970-01-01', '1970-01-01', '1970-01-01'],
  ])('from %s is compared with days that a report may have', (from, before, until) => {
    const chosen = chosenSpan({ from, to: TODAY }, TODAY, '30d');
    expect(chosen).toMatchObject({ from, to: TODAY, mistake: null });
    expect(chosen.before).toMatchObject({ from: before, to: until });
    for (const span of [chosen, chosen.before]) expect(spanMistakes(span)).toEqual({});
  });

  it.each([
    { from: '2026-02-30' },
    { to: '2026-02-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: "'; drop table", to: TODAY },
  ])('that is none is the usual one, and says so: %o', (query) => {
    const chosen = chosenSpan(query, TODAY, '30d');
    expect(chosen).toMatchObject({ preset: '30d', to: TODAY });
    expect(chosen.mistake).not.toBeNull();
  });

  it('has never more periods than a plot can show', () => {
    const chosen = chosenSpan({ from: '1990-01-01', to: TODAY, interval: 'day' }, TODAY, '30d');
    expect(chosen.interval).toBe('month');
  });
});

const reward = (key: string, redeemed: number, period = '2026-03') => ({
  period,
  reward: key,
  redeemed,
  redemptions: 1,
  refunded: 0,
  refunds: 0,
});
const report = (rows: Report['rows'], name: Report['name'] = 'rewards'): Report => ({
  name,
  from: '2026-03-01',
  to: '2026-04-30',
  interval: 'month',
  zone: 'UTC',
  as_of: { at: null, transaction_id: 0 },
  rows,
  late: [],
});
const ENGLISH = consoleWording('en');
const program = {
  sites: [{ languages: ['en'], currency: 'USD' }],
  settings: { texts: {} },
  currency: 'USD',
  rewards: [],
} as unknown as Program;

describe('a report by reward', () => {
  it('shows the five that moved most, and the others as one', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const rows = keys.map((key, at) => reward(key, 100 - at));
    const { series, periods } = reportPlot(ENGLISH, program, report(rows));
    expect(periods.map(({ long }) => long)).toEqual(['March 2026', 'April 2026']);
    expect(series.map(({ name, values }) => [name, ...values])).toEqual([
      ['a', 100, 0],
      ['b', 99, 0],
      ['c', 98, 0],
      ['d', 97, 0],
      ['e', 96, 0],
      ['2 others', 95 + 94, 0],
    ]);
  });

  it('has a sixth of its own where there are six', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => reward(key, 5));
    expect(reportPlot(ENGLISH, program, report(rows)).series).toHaveLength(6);
  });

  it('adds up over the whole span', () => {
    const rows = [reward('a', 10), reward('b', 30), reward('a', 1_500, '2026-04')];
    expect(subjectSums(ENGLISH, program, report(rows))).toMatchObject({
      rows: [
        ['a', '1,510', '2', '0', '0'],
        ['b', '30', '1', '0', '0'],
      ],
      sum: ['All', '1,540', '3', '0', '0'],
    });
  });

  it('does not add up figures of moments', () => {
    expect(subjectSums(ENGLISH, program, report([], 'tiers'))).toBeNull();
  });
});

describe('cohorts', () => {
  it('are what was redeemed of what was earned so far, by months since joining', () => {
    const row = (period: string, cohort: string, earned: number, redeemed: number) => ({
      period,
      cohort,
      members: 8,
      earned,
      redeemed,
      refunded: 0,
      voided: 0,
      expired: 0,
    });
    const rows = [
      row('2026-01', '2025-06', 10, 10),
      row('2026-01', '2026-01', 100, 0),
      row('2026-03', '2026-01', 100, 50),
      row('2026-03', '2026-02', 0, 5),
    ];
    expect(cohortRates(rows)).toEqual([
      { month: '2026-01', members: 8, rates: [0, 0, 0.25] },
      { month: '2026-02', members: 8, rates: [null, null] },
    ]);
  });
});

describe('a path to go back to', () => {
  it.each([
    ['/x/console/p/a/overview?span=7d', '/x/console/p/a/overview?span=7d'],
    ['/x/console/../../etc', '/x/console'],
    ['https://evil.example/x/console/', '/x/console'],
    [undefined, '/x/console'],
  ])('of %s is %s', (given, expected) => {
    expect(localPath('/x/console', given)).toBe(expected);
  });
});
