import type { Report } from '../../../domain/reports/read-report.ts';
import { countText, moneyText, periodLong, periodShort, shareText, spanText } from '../design/numbers.ts';
import type { PlotView } from '../design/plot.tsx';
import type { Series } from '../design/plot-layout.ts';
import type { Rank } from '../design/ranks.tsx';
import { type StatView, trendOf } from '../design/stat.tsx';
import { nameOf, type Subject } from '../program-names.ts';
import type { Overview } from './read-overview.ts';

type Rows = Report['rows'];

const values = (rows: Rows, column: string) => rows.map((row) => Number(row[column] ?? 0));
const total = (rows: Rows, column: string) => values(rows, column).reduce((sum, value) => sum + value, 0);
const last = (rows: Rows, column: string) => values(rows, column).at(-1) ?? 0;

/** Net of what was taken back and given back; null: nothing was earned. */
function redemptionRate(points: Rows): number | null {
  const earned = total(points, 'earned') - total(points, 'voided');
  return earned <= 0 ? null : (total(points, 'redeemed') - total(points, 'refunded')) / earned;
}

/** The figures at the top, each against the span before. */
export function overviewStats({ program, now, before }: Overview): StatView[] {
  const sum = (name: string, column: string, rise_is: 'good' | 'bad' | null): StatView => {
    const [present, past] = [total(now.points, column), total(before.points, column)];
    return {
      name,
      figure: countText(present),
      trend: trendOf(present, past, rise_is),
      aside: `from ${countText(past)}`,
    };
  };
  const outstanding = last(now.overview, 'outstanding');
  const worth = now.overview.at(-1)?.outstanding_value;
  const joined = total(now.overview, 'enrolled');
  const pending = last(now.overview, 'pending');
  const rates = [redemptionRate(now.points), redemptionRate(before.points)] as const;
  const completed = total(now.referrals, 'completed');
  return [
    {
      name: 'Members',
      figure: countText(last(now.overview, 'members')),
      trend: trendOf(last(now.overview, 'members'), last(before.overview, 'members'), 'good'),
      aside: `${countText(joined)} joined`,
    },
    sum('Points earned', 'earned', 'good'),
    sum('Points redeemed', 'redeemed', 'good'),
    {
      name: 'Redemption rate',
      figure: rates[0] === null ? '–' : shareText(rates[0]),
      ...(rates[1] !== null && { aside: `from ${shareText(rates[1])}` }),
    },
    {
      name: 'Points outstanding',
      figure: countText(outstanding),
      trend: trendOf(outstanding, last(before.overview, 'outstanding'), null),
      ...(typeof worth === 'number' && { aside: `worth ${moneyText(worth, program.currency)}` }),
    },
    { name: 'Waiting for approval', figure: countText(pending), aside: 'points, not owed yet' },
    sum('Points expired', 'expired', null),
    {
      name: 'Referrals completed',
      figure: countText(completed),
      trend: trendOf(completed, total(before.referrals, 'completed'), 'good'),
      aside: `${countText(total(now.referrals, 'asked'))} friends asked`,
    },
  ];
}

const PERIOD_NAMES = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** The plots: points in and out, points outstanding, members, referrals. */
export function overviewPlots({ span, now }: Overview) {
  const days = spanText(span.from, span.to);
  const plot = (title: string, rows: Rows, form: PlotView['form'], series: Series[]): PlotView => ({
    summary: `${title}, ${days}`,
    form,
    period_name: PERIOD_NAMES[span.interval],
    periods: rows.map(({ period }) => ({
      short: periodShort(String(period)),
      long: periodLong(String(period), span.interval),
    })),
    series,
    text: countText,
  });
  const series = (
    name: string,
    tone: Series['tone'],
    rows: Rows,
    column: string,
    more: Partial<Series> = {},
  ) => ({
    name,
    tone,
    values: values(rows, column),
    ...more,
  });
  const { overview, points, referrals } = now;
  return {
    points: plot('Points earned, redeemed and expired', points, 'bars', [
      series('Earned', 1, points, 'earned'),
      series('Redeemed', 2, points, 'redeemed', { below: true }),
      series('Expired', 5, points, 'expired', { below: true }),
    ]),
    outstanding: plot('Points outstanding', overview, 'lines', [
      series('Outstanding', 1, overview, 'outstanding'),
    ]),
    members: plot('Members', overview, 'lines', [series('Members', 3, overview, 'members')]),
    referrals: plot('Friends who asked for a code, used it, and became customers', referrals, 'lines', [
      series('Asked', 1, referrals, 'asked'),
      series('Used', 2, referrals, 'used'),
      series('Completed', 3, referrals, 'completed'),
    ]),
  };
}

const MOST_RANKS = 6;

/** The rules or rewards that moved most points, by their names. */
export function topOf({ program }: Overview, subject: Subject, rows: Rows, column: string): Rank[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = String(row[subject]);
    sums.set(key, (sums.get(key) ?? 0) + Number(row[column] ?? 0));
  }
  return [...sums]
    .filter(([, value]) => value > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_RANKS)
    .map(([key, value]) => ({ name: nameOf(program, subject, key), value, text: countText(value) }));
}

/** Tiers in the order of the program file. */
export function tierRanks({ program, tiers }: Overview): Rank[] {
  const all = tiers.reduce((sum, { members }) => sum + members, 0);
  return tiers.map(({ key, members }) => ({
    name: nameOf(program, 'tier', key),
    value: members,
    text: all === 0 ? '0' : `${countText(members)} · ${shareText(members / all, 0)}`,
  }));
}
