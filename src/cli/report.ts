import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { readReport } from '../domain/reports/read-report.ts';
import { reportCsv } from '../domain/reports/report-csv.ts';
import { columnNames, type ReportName } from '../domain/reports/report-kinds.ts';
import type { ReportOptions } from './commands/report.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import { reportTable } from './report-table.ts';
import type { Shell } from './shell.ts';
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
    table: () => reportTable(report, request),
    json: () => JSON.stringify(json),
    csv: () => `${columnNames(name).join(',')}\n${reportCsv(report)}`.trimEnd(),
  };
  return { exit_code: EXIT.ok, text: printed[format](), json };
}
