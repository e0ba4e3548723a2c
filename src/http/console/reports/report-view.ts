import type { Program } from '../../../domain/programs/configuration.ts';
import { listPeriods, periodName } from '../../../domain/reports/periods.ts';
import type { Report } from '../../../domain/reports/read-report.ts';
import type { ReportColumn, ReportValue } from '../../../domain/reports/report-columns.ts';
import { columnNames, reportKind } from '../../../domain/reports/report-kinds.ts';
import {
  countText,
  exactMoneyText,
  periodLong,
  periodShort,
  shareText,
  spanText,
} from '../design/numbers.ts';
import type { PlotView } from '../design/plot.tsx';
import type { Series, Tone } from '../design/plot-layout.ts';
import type { Column } from '../design/table.tsx';
import { nameOf, type Subject } from '../program-names.ts';
import { REPORT_PLOTS } from './report-plots.ts';

type Row = Report['rows'][number];

export const PERIOD_NAMES = { day: 'Day', week: 'Week', month: 'Month' } as const;
const SUBJECT_NAMES: Record<Subject, string> = {
  tier: 'Tier',
  rule: 'Rule',
  reward: 'Reward',
  cohort: 'Cohort',
};

/** The words of a column: `points_approved` → "Points approved". */
export function wordsOf(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** A report's rows as a table: every column, to the point. */
export function reportTable(
  program: Program,
  report: Report,
): { columns: Column[]; rows: (string | null)[][] } {
  const { subject, columns } = reportKind(report.name);
  const names = columnNames(report.name);
  const textOf = (column: string, row: Row): string | null => {
    const value = row[column] ?? null;
    if (column === 'period') return periodLong(String(value), report.interval);
    if (column === subject) return subjectText(program, subject, value);
    return figureText(program, columns[column]?.unit, value);
  };
  return {
    columns: names.map((name) => ({
      name:
        name === 'period'
          ? PERIOD_NAMES[report.interval]
          : name === subject
            ? SUBJECT_NAMES[subject]
            : wordsOf(name),
      number: name !== 'period' && name !== subject,
    })),
    rows: report.rows.map((row) => names.map((name) => textOf(name, row))),
  };
}

/** A figure of a report, in its unit. */
export function figureText(
  { currency }: Program,
  unit: ReportColumn['unit'] | undefined,
  value: ReportValue,
): string | null {
  if (value === null) return null;
  if (unit === 'share') return shareText(Number(value));
  return unit === 'money' ? exactMoneyText(Number(value), currency) : countText(Number(value));
}

function subjectText(program: Program, subject: Subject, key: ReportValue): string {
  return subject === 'cohort'
    ? periodLong(String(key), 'month')
    : nameOf(program, subject, key === null ? null : String(key));
}

/**
 * The sums of a report by what it tells apart, the greatest first. null: it tells nothing apart, or its figures are of
 * moments and cannot be added up.
 */
export function subjectSums(program: Program, report: Report) {
  const { subject, columns } = reportKind(report.name);
  if (subject !== 'rule' && subject !== 'reward') return null;
  const names = Object.keys(columns);
  const sums = new Map<ReportValue, number[]>();
  for (const row of report.rows) {
    const before = sums.get(row[subject]!) ?? names.map(() => 0);
    sums.set(
      row[subject]!,
      before.map((sum, at) => sum + Number(row[names[at]!] ?? 0)),
    );
  }
  if (sums.size === 0) return null;
  const ordered = [...sums].sort((a, b) => b[1][0]! - a[1][0]!);
  const all = names.map((_, at) => ordered.reduce((sum, [, values]) => sum + values[at]!, 0));
  return {
    columns: [
      { name: SUBJECT_NAMES[subject] },
      ...names.map((name) => ({ name: wordsOf(name), number: true })),
    ],
    rows: ordered.map(([key, values]) => [subjectText(program, subject, key), ...values.map(countText)]),
    sum: ['All', ...all.map(countText)],
  };
}

/** A report's plot: its columns, or its subjects. */
export function reportPlot(program: Program, report: Report): PlotView {
  const { form } = REPORT_PLOTS[report.name];
  const { subject, columns } = reportKind(report.name);
  const isMoney = columns[REPORT_PLOTS[report.name].columns[0]!.column]?.unit === 'money';
  const periods = listPeriods(report).map((period) => periodName(period, report.interval));
  return {
    summary: `${REPORT_PLOTS[report.name].title}, ${spanText(report.from, report.to)}`,
    form,
    period_name: PERIOD_NAMES[report.interval],
    periods: periods.map((period) => ({
      short: periodShort(period),
      long: periodLong(period, report.interval),
    })),
    series: subject ? subjectSeries(program, report, subject, periods) : columnSeries(report),
    text: isMoney ? (value) => exactMoneyText(value, program.currency) : countText,
  };
}

function columnSeries({ name, rows }: Report): Series[] {
  return REPORT_PLOTS[name].columns.map(({ column, ...series }) => ({
    ...series,
    values: rows.map((row) => Number(row[column] ?? 0)),
  }));
}

/** So many subjects have a series of their own; the others are one together. */
const OWN_SERIES = 5;

function subjectSeries(
  program: Program,
  { name, rows }: Report,
  subject: Subject,
  periods: readonly string[],
): Series[] {
  const { column } = REPORT_PLOTS[name].columns[0]!;
  const sums = new Map<ReportValue, Map<string, number>>();
  for (const row of rows) {
    const own = sums.get(row[subject]!) ?? new Map<string, number>();
    own.set(String(row.period), Number(row[column] ?? 0));
    sums.set(row[subject]!, own);
  }
  const total = (own: Map<string, number>) => [...own.values()].reduce((sum, value) => sum + value, 0);
  const ordered = [...sums].filter(([, own]) => total(own) > 0).sort((a, b) => total(b[1]) - total(a[1]));
  const own = ordered.length > OWN_SERIES + 1 ? ordered.slice(0, OWN_SERIES) : ordered;
  const others = ordered.slice(own.length);
  const valuesOf = (maps: readonly Map<string, number>[]) =>
    periods.map((period) => maps.reduce((sum, map) => sum + (map.get(period) ?? 0), 0));
  return [
    ...own.map(([key, map], at) => ({
      name: subjectText(program, subject, key),
      tone: (at + 1) as Tone,
      values: valuesOf([map]),
    })),
    ...(others.length > 0
      ? [
          {
            name: `${others.length} others`,
            tone: 6 as const,
            values: valuesOf(others.map(([, map]) => map)),
          },
        ]
      : []),
  ];
}
