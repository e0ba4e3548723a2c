import type { Report } from '../../../domain/reports/read-report.ts';
import type { PlotView } from '../design/plot.tsx';
import type { Series } from '../design/plot-layout.ts';
import type { Rank } from '../design/ranks.tsx';
import { type StatView, trendOf } from '../design/stat.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { nameOf, type Subject } from '../program-names.ts';
import type { Overview } from './read-overview.ts';

type Rows = Report['rows'];

const values = (rows: Rows, column: string) => rows.map((row) => Number(row[column] ?? 0));
const total = (rows: Rows, column: string) => values(rows, column).reduce((sum, value) => sum + value, 0);
const last = (rows: Rows, column: string) => values(rows, column).at(-1) ?? 0;

/** The rate after reversals and refunds; null: nothing was earned. */
function redemptionRate(points: Rows): number | null {
  const earned = total(points, 'earned') - total(points, 'voided');
  return earned <= 0 ? null : (total(points, 'redeemed') - total(points, 'refunded')) / earned;
}

/** The figures at the top, each compared with the span before. */
export function overviewStats({ program, now, before }: Overview, wording: ConsoleWording): StatView[] {
  const { say, count, share, money } = wording;
  const sum = (name: ConsoleMessage, column: string, rise_is: 'good' | 'bad' | null): StatView => {
    const [present, past] = [total(now.points, column), total(before.points, column)];
    return {
      name: say(name),
      figure: count(present),
      trend: trendOf(present, past, rise_is),
      aside: say('overview_from', { figure: count(past) }),
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
      name: say('overview_members'),
      figure: count(last(now.overview, 'members')),
      trend: trendOf(last(now.overview, 'members'), last(before.overview, 'members'), 'good'),
      aside: say('overview_joined', { count: joined }),
    },
    sum('overview_earned', 'earned', 'good'),
    sum('overview_redeemed', 'redeemed', 'good'),
    {
      name: say('overview_rate'),
      figure: rates[0] === null ? '–' : share(rates[0]),
      ...(rates[1] !== null && { aside: say('overview_from', { figure: share(rates[1]) }) }),
    },
    {
      name: say('overview_outstanding'),
      figure: count(outstanding),
      trend: trendOf(outstanding, last(before.overview, 'outstanding'), null),
      ...(typeof worth === 'number' && {
        aside: say('overview_worth', { amount: money(worth, program.currency) }),
      }),
    },
    { name: say('overview_waiting'), figure: count(pending), aside: say('overview_waiting_about') },
    sum('overview_expired', 'expired', null),
    {
      name: say('overview_referrals_completed'),
      figure: count(completed),
      trend: trendOf(completed, total(before.referrals, 'completed'), 'good'),
      aside: say('overview_friends', { count: total(now.referrals, 'asked') }),
    },
  ];
}

/** The plots: points in and out, points outstanding, members, referrals. */
export function overviewPlots({ span, now }: Overview, wording: ConsoleWording) {
  const { say } = wording;
  const days = wording.span(span.from, span.to);
  const plot = (title: ConsoleMessage, rows: Rows, form: PlotView['form'], series: Series[]): PlotView => ({
    summary: `${say(title)}, ${days}`,
    form,
    period_name: say(`period_${span.interval}`),
    periods: rows.map(({ period }) => ({
      short: wording.periodShort(String(period)),
      long: wording.periodLong(String(period), span.interval),
    })),
    series,
    text: wording.count,
  });
  const series = (
    name: ConsoleMessage,
    tone: Series['tone'],
    rows: Rows,
    column: string,
    more: Partial<Series> = {},
  ) => ({
    name: say(name),
    tone,
    values: values(rows, column),
    ...more,
  });
  const { overview, points, referrals } = now;
  return {
    points: plot('overview_in_out_summary', points, 'bars', [
      series('overview_series_earned', 1, points, 'earned'),
      series('overview_series_redeemed', 2, points, 'redeemed', { below: true }),
      series('overview_series_expired', 5, points, 'expired', { below: true }),
    ]),
    outstanding: plot('overview_outstanding', overview, 'lines', [
      series('overview_series_outstanding', 1, overview, 'outstanding'),
    ]),
    members: plot('overview_members', overview, 'lines', [
      series('overview_members', 3, overview, 'members'),
    ]),
    referrals: plot('overview_referrals_summary', referrals, 'lines', [
      series('overview_series_asked', 1, referrals, 'asked'),
      series('overview_series_used', 2, referrals, 'used'),
      series('overview_series_completed', 3, referrals, 'completed'),
    ]),
  };
}

const MOST_RANKS = 6;

/** The rules or rewards that moved the most points, by their names. */
export function topOf(
  { program }: Overview,
  { count, language }: ConsoleWording,
  subject: Subject,
  rows: Rows,
  column: string,
): Rank[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = String(row[subject]);
    sums.set(key, (sums.get(key) ?? 0) + Number(row[column] ?? 0));
  }
  return [...sums]
    .filter(([, value]) => value > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_RANKS)
    .map(([key, value]) => ({
      name: nameOf(program, subject, key, language),
      value,
      text: count(value),
    }));
}

/** Tiers in the order of the program file. */
export function tierRanks({ program, tiers }: Overview, { count, share, language }: ConsoleWording): Rank[] {
  const all = tiers.reduce((sum, { members }) => sum + members, 0);
  return tiers.map(({ key, members }) => ({
    name: nameOf(program, 'tier', key, language),
    value: members,
    text: all === 0 ? '0' : `${count(members)} · ${share(members / all, 0)}`,
  }));
}
