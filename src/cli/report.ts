import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { type Report, readReport } from '../domain/reports/read-report.ts';
import { reportCsv } from '../domain/reports/report-csv.ts';
import { columnNames, type ReportName, reportKind } from '../domain/reports/report-kinds.ts';
import type { ReportOptions } from './commands/report.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { textTable } from './text-table.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd report NAME` */
export async function reportCommand(
  shell: Shell,
  name: ReportName,
  { program: programKey, format, ...request }: ReportOptions,
): Promise<Outcome> {
  const report = await withProgram(loadConfig(shell.env), SERVER_LIMITS, programKey, (deps, program) =>
    readReport(deps, program, name, request),
  );
  const { at, transaction_id } = report.as_of;
  const as_of = { at: at === null ? null : new Date(at).toISOString(), transaction_id };
  const json = { report: { ...report, as_of } };
  const printed = {
    table: () => tableOf(report, as_of),
    json: () => JSON.stringify(json),
    csv: () => `${columnNames(name).join(',')}\n${reportCsv(report)}`.trimEnd(),
  };
  return { exit_code: EXIT.ok, text: printed[format](), json };
}

function tableOf(
  { name, from, to, interval, currency, rows, late, late_sales = [] }: Report,
  { at, transaction_id }: { at: string | null; transaction_id: number },
): string {
  const counted =
    at === null ? 'Nothing is counted yet.' : `Counted to transaction ${transaction_id}, of ${at}.`;
  const title = `${name}, ${from} to ${to} by ${interval}\n${counted}`;
  const columns = columnNames(name);
  const headings = reportKind(name).subject ? 2 : 1;
  const cells = rows.map((row) => columns.map((column) => shown(row[column] ?? null)));
  const table = cells.length === 0 ? 'Nothing moved.' : textTable(columns, cells, headings);
  return [title, '', table, ...lateLines(late, late_sales, currency)].join('\n');
}

function lateLines(
  late: Report['late'],
  sales: NonNullable<Report['late_sales']>,
  currency: string | undefined,
): string[] {
  if (late.length + sales.length === 0) return [];
  return [
    '',
    'Booked later than dated, since the month was closed:',
    ...late.map(
      ({ booked, dated, flow, points }) => `  ${shown(points)} ${flow} of ${dated}, booked in ${booked}`,
    ),
    ...sales.map(
      ({ booked, dated, net_sales }) =>
        `  ${shown(net_sales)} ${currency} net sales of ${dated}, booked in ${booked}`,
    ),
  ];
}

function shown(value: string | number | null): string {
  if (value === null) return '-';
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : value;
}
