import { describe, expect, it } from 'vitest';
import { reportTable } from '../../src/cli/report-table.ts';
import type { Report } from '../../src/domain/reports/read-report.ts';
import type { ReportValue } from '../../src/domain/reports/report-columns.ts';
import {
  hasMoney,
  REPORT_NAMES,
  type ReportName,
  reportKind,
} from '../../src/domain/reports/report-kinds.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
const KEYS = ['order', 'follow-us-on-instagram', null];

/** A year of a report, its figures `times` as large as in the examples of its columns. */
function yearOf(name: ReportName, times: number): Report {
  const { subject, columns } = reportKind(name);
  const figures = Object.fromEntries(
    Object.entries(columns).map(([column, { unit, example }]) => [
      column,
      unit === 'share' ? example : example * times,
    ]),
  );
  const rows = MONTHS.flatMap((period): Record<string, ReportValue>[] =>
    subject ? KEYS.map((key) => ({ period, [subject]: key, ...figures })) : [{ period, ...figures }],
  );
  return {
    ...{ name, from: '2026-01-01', to: '2026-12-31', interval: 'month', zone: 'UTC', rows, late: [] },
    as_of: { at: Date.parse('2027-01-01T00:00:00Z'), transaction_id: 5_000_000 },
    ...(hasMoney(name) && { currency: 'USD', point_value: 0.0125 }),
  };
}

const linesOf = (report: Report) => reportTable(report, {}).split('\n');

describe('a report as a table', () => {
  it.each(REPORT_NAMES)('fits 80 columns for a year of small and of large figures: %s', (name) => {
    for (const times of [1, 1_000, 100_000]) {
      const wide = linesOf(yearOf(name, times)).filter(({ length }) => length > 80);
      expect(wide).toEqual([]);
    }
  });

  it('has months side by side in blocks of one size where it would be wider', () => {
    const lines = linesOf(yearOf('roll_forward', 1));
    const [first, second] = [MONTHS.slice(0, 6), MONTHS.slice(6)];
    expect(lines.filter((line) => line.startsWith('period'))).toEqual(
      [first, second].map((months) => ['period  ', ...months].join('  ')),
    );
    expect(lines[0]).toBe('roll forward, 2026-01-01 to 2026-12-31 by month');
  });

  it('has a section for each rule, with columns of one width below one head', () => {
    const lines = linesOf(yearOf('rules', 1));
    expect(lines.filter((line) => line.startsWith('period'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('rule') || line === 'no rule')).toEqual([
      'rules, 2026-01-01 to 2026-12-31 by month',
      'rule order',
      'rule follow-us-on-instagram',
      'no rule',
    ]);
    expect(lines.filter((line) => line.startsWith('2026-01'))).toHaveLength(3);
  });

  it('says in which currency amounts are, with its decimals, and shares as percentages', () => {
    const [, counted, worth, , ...lines] = linesOf(yearOf('overview', 1));
    expect([counted, worth]).toEqual([
      'Counted to transaction 5000000, of 2027-01-01T00:00:00.000Z.',
      'Amounts are in USD. A point is worth 0.0125.',
    ]);
    expect(lines.find((line) => line.startsWith('outstanding value'))).toContain('1,405.00');
    expect(lines.find((line) => line.startsWith('redemption rate'))).toContain('44.3 %');
  });

  it('says what a point is worth, also where it is worth much', () => {
    const worth = (point_value: number) => linesOf({ ...yearOf('overview', 1), point_value })[2];
    expect(worth(12_345.6)).toBe('Amounts are in USD. A point is worth 12,345.6.');
    expect(worth(1 / 700)).toBe('Amounts are in USD. A point is worth 0.001429.');
  });

  it('says of which site, tier, rule or reward alone it is', () => {
    const report = yearOf('points', 1);
    expect(reportTable(report, { site: 'main', tier: 'gold' }).split('\n').slice(1, 3)).toEqual([
      'Only of the site main.',
      'Only of the tier gold.',
    ]);
    expect(reportTable({ ...report, rows: [] }, {})).toMatch(/Nothing moved\.$/);
  });

  it('says below what came late', () => {
    const late = { booked: '2026-03', dated: '2026-02', transactions: 1 };
    const text = reportTable(
      {
        ...yearOf('overview', 1),
        late: [{ ...late, flow: 'earned', points: 1_200 }],
        late_sales: [{ booked: '2026-03', dated: '2026-02', orders: 1, net_sales: 20.5 }],
      },
      {},
    );
    expect(text.split('\n').slice(-3)).toEqual([
      'Booked later than dated, since the month was closed:',
      '  1,200 earned of 2026-02, booked in 2026-03',
      '  20.50 USD net sales of 2026-02, booked in 2026-03',
    ]);
  });
});
