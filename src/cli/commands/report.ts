import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { REPORT_INTERVALS, type ReportInterval } from '../../domain/reports/periods.ts';
import { REPORT_NAMES, type ReportName } from '../../domain/reports/report-kinds.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export interface ReportOptions {
  program: string;
  format: 'table' | 'json' | 'csv';
  from?: string;
  to?: string;
  interval?: ReportInterval;
  site?: string;
  tier?: string;
  rule?: string;
  reward?: string;
}

export function addReport(program: Command, shell: Shell): void {
  add(program, 'report', 'Print a report of a program: a table, json or csv.', {
    ok: 'printed',
    failed: 'there is no such program, site, tier, rule or reward, or the dates make no report',
  })
    .addArgument(new Argument('<name>', 'which report').choices(REPORT_NAMES))
    .requiredOption(...PROGRAM)
    .option(
      '--from <day>',
      'the first day (YYYY-MM-DD); otherwise the first of the month eleven months before',
    )
    .option('--to <day>', 'the last day, inclusive; otherwise today')
    .addOption(
      new Option('--interval <name>', 'how long a period is').choices(REPORT_INTERVALS).default('month'),
    )
    .option('--site <key>', 'only customers at home there')
    .option('--tier <key>', 'only what customers did in that tier')
    .option('--rule <key>', 'only points of that rule')
    .option('--reward <key>', 'only points of that reward')
    .addOption(
      new Option('--format <name>', 'how it is printed').choices(['table', 'json', 'csv']).default('table'),
    )
    .action((name: ReportName, options: Options & ReportOptions) =>
      run(shell, options, async () => (await import('../report.ts')).reportCommand(shell, name, options)),
    );
}
