import type { Program } from '../../../domain/programs/configuration.ts';
import { listPeriods, periodName } from '../../../domain/reports/periods.ts';
import type { Report } from '../../../domain/reports/read-report.ts';
import type { ReportColumn, ReportValue } from '../../../domain/reports/report-columns.ts';
import { columnNames, reportKind } from '../../../domain/reports/report-kinds.ts';
import type { PlotView } from '../design/plot.tsx';
import type { Series, Tone } from '../design/plot-layout.ts';
import type { Column } from '../design/table.tsx';
import { type ConsoleMessage, en } from '../language/en.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { nameOf, type Subject } from '../program-names.ts';
import { REPORT_PLOTS } from './report-plots.ts';

type Row = Report['rows'][number];

const SUBJECT_NAMES = {
  tier: 'tier',
  rule: 'rule',
  reward: 'reward',
  cohort: 'report_cohort',
} as const satisfies Record<Subject, ConsoleMessage>;

/** The words of a column: `net_sales` → "Net sales". */
export function columnText({ say }: Pick<ConsoleWording, 'say'>, column: string): string {
  const message = `column_${column}`;
  return message in en ? say(message as ConsoleMessage) : column.replaceAll('_', ' ');
}

/** A report's rows as a table with every column and exact points. */
export function reportTable(
  wording: ConsoleWording,
  program: Program,
  report: Report,
): { columns: Column[]; rows: (string | null)[][] } {
  const { subject, columns } = reportKind(report.name);
  const names = columnNames(report.name);
  const textOf = (column: string, row: Row): string | null => {
    const value = row[column] ?? null;
    if (column === 'period') return wording.periodLong(String(value), report.interval);
    if (column === subject) return subjectText(wording, program, subject, value);
    return figureText(wording, program, columns[column]?.unit, value);
  };
  return {
    columns: names.map((name) => ({
      name:
        name === 'period'
          ? wording.say(`period_${report.interval}`)
          : name === subject
            ? wording.say(SUBJECT_NAMES[subject])
            : columnText(wording, name),
      number: name !== 'period' && name !== subject,
    })),
    rows: report.rows.map((row) => names.map((name) => textOf(name, row))),
  };
}

/** A figure of a report, in its unit. */
export function figureText(
  { share, exactMoney, count }: ConsoleWording,
  { currency }: Program,
  unit: ReportColumn['unit'] | undefined,
  value: ReportValue,
): string | null {
  if (value === null) return null;
  if (unit === 'share') return share(Number(value));
  return unit === 'money' ? exactMoney(Number(value), currency) : count(Number(value));
}

function subjectText(
  { say, language, periodLong }: ConsoleWording,
  program: Program,
  subject: Subject,
  key: ReportValue,
): string {
  if (subject === 'cohort') return periodLong(String(key), 'month');
  if (key === null) return say(subject === 'tier' ? 'no_tier' : 'none');
  return nameOf(program, subject, String(key), language);
}

/**
 * The sums of a report by subject, the greatest first. null: the report has no subjects, or its figures are states at
 * moments and cannot be added up.
 */
export function subjectSums(wording: ConsoleWording, program: Program, report: Report) {
  const { say, count } = wording;
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
      { name: say(SUBJECT_NAMES[subject]) },
      ...names.map((name) => ({ name: columnText(wording, name), number: true })),
    ],
    rows: ordered.map(([key, values]) => [
      subjectText(wording, program, subject, key),
      ...values.map((value) => count(value)),
    ]),
    sum: [say('everything'), ...all.map((value) => count(value))],
  };
}

/** A report's plot: its columns, or its subjects. */
export function reportPlot(wording: ConsoleWording, program: Program, report: Report): PlotView {
  const { say, span, periodShort, periodLong, exactMoney, count } = wording;
  const { form } = REPORT_PLOTS[report.name];
  const { subject, columns } = reportKind(report.name);
  const isMoney = columns[REPORT_PLOTS[report.name].columns[0]!.column]?.unit === 'money';
  const periods = listPeriods(report).map((period) => periodName(period, report.interval));
  return {
    summary: `${say(`report_${report.name}`)}, ${span(report.from, report.to)}`,
    form,
    period_name: say(`period_${report.interval}`),
    periods: periods.map((period) => ({
      short: periodShort(period),
      long: periodLong(period, report.interval),
    })),
    series: subject
      ? subjectSeries(wording, program, report, subject, periods)
      : columnSeries(wording, report),
    text: isMoney ? (value) => exactMoney(value, program.currency) : count,
  };
}

function columnSeries({ say }: ConsoleWording, { name, rows }: Report): Series[] {
  return REPORT_PLOTS[name].columns.map(({ column, name: message, ...series }) => ({
    ...series,
    name: say(message),
    values: rows.map((row) => Number(row[column] ?? 0)),
  }));
}

/** The most subjects with a series of their own; the others are one series together. */
const OWN_SERIES = 5;

function subjectSeries(
  wording: ConsoleWording,
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
      name: subjectText(wording, program, subject, key),
      tone: (at + 1) as Tone,
      values: valuesOf([map]),
    })),
    ...(others.length > 0
      ? [
          {
            name: wording.say('report_others', { count: others.length }),
            tone: 6 as const,
            values: valuesOf(others.map(([, map]) => map)),
          },
        ]
      : []),
  ];
}
