import { currencyDigits } from '../domain/core/money.ts';
import type { Report, ReportRequest } from '../domain/reports/read-report.ts';
import type { ReportColumn, ReportValue } from '../domain/reports/report-columns.ts';
import { columnNames, REPORT_FILTERS, reportKind } from '../domain/reports/report-kinds.ts';
import { sectionTable, textTable } from './text-table.ts';

type Rows = Report['rows'];

/** A report as text, at most 80 columns wide. A report with subjects has a section for each subject. */
export function reportTable(report: Report, asked: ReportRequest): string {
  const { name, from, to, interval, rows } = report;
  return [
    `${spaced(name)}, ${from} to ${to} by ${interval}`,
    ...REPORT_FILTERS.flatMap((filter) =>
      asked[filter] === undefined ? [] : [`Only of the ${filter} ${asked[filter]}.`],
    ),
    countedTo(report),
    ...worthOf(report),
    '',
    rows.length === 0 ? 'Nothing moved.' : tableOf(report),
    ...lateLines(report),
  ].join('\n');
}

function tableOf({ name, rows, currency }: Report): string {
  const { subject, columns } = reportKind(name);
  const names = columnNames(name).filter((column) => column !== subject);
  const heads = names.map(spaced);
  const cellsOf = (row: Rows[number]) =>
    names.map((column) => shown(row[column] ?? null, columns[column]?.unit, currency));
  if (subject === null) return textTable(heads, rows.map(cellsOf), 1);
  const sections = new Map<ReportValue, Rows>();
  for (const row of rows) {
    const key = row[subject] ?? null;
    sections.set(key, [...(sections.get(key) ?? []), row]);
  }
  return sectionTable(
    heads,
    [...sections].map(([key, own]) => ({
      name: key === null ? `no ${subject}` : `${subject} ${key}`,
      rows: own.map(cellsOf),
    })),
  );
}

function countedTo({ as_of: { at, transaction_id } }: Report): string {
  return at === null
    ? 'Nothing is counted yet.'
    : `Counted to transaction ${transaction_id}, of ${new Date(at).toISOString()}.`;
}

function worthOf({ currency, point_value }: Report): string[] {
  if (currency === undefined) return [];
  const worth =
    point_value == null
      ? 'The value of a point is not known.'
      : `A point is worth ${point_value.toLocaleString('en', { maximumFractionDigits: 6 })}.`;
  return [`Amounts are in ${currency}. ${worth}`];
}

function lateLines({ late, late_sales = [], currency }: Report): string[] {
  if (late.length + late_sales.length === 0) return [];
  return [
    '',
    'Booked later than dated, since the month was closed:',
    ...late.map(
      ({ booked, dated, flow, points }) =>
        `  ${shown(points, 'points')} ${flow} of ${dated}, booked in ${booked}`,
    ),
    ...late_sales.map(
      ({ booked, dated, net_sales }) =>
        `  ${shown(net_sales, 'money', currency)} ${currency} net sales of ${dated}, booked in ${booked}`,
    ),
  ];
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

function shown(value: ReportValue, unit: ReportColumn['unit'] | undefined, currency = 'XXX'): string {
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  if (unit === 'share') return `${withDecimals(value * 100, 1)} %`;
  return withDecimals(value, unit === 'money' ? currencyDigits(currency) : 0);
}

const formats = new Map<number, Intl.NumberFormat>();

/** Each format is made once: making it takes longer than using it a hundred times. */
function withDecimals(value: number, digits: number): string {
  const format =
    formats.get(digits) ??
    new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, format);
  return format.format(value);
}
