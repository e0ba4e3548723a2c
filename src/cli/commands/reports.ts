import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addReports(program: Command, shell: Shell): void {
  const reports = program.command('reports').description('The figures that reports are read from.');
  add(reports, 'verify', "Compare a program's kept figures with its transactions, while servers run.", {
    ok: 'every figure is the sum of its transactions',
    failed: 'some are not, and are listed; or there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../reports.ts')).verifyReportsCommand(shell, options)),
    );
  add(
    reports,
    'rebuild',
    "Count a program's figures anew from its first transaction, beside the present ones, and put them in their place.",
    { ok: 'rebuilt', failed: 'there is no such program, or another rebuild began meanwhile' },
  )
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../reports.ts')).rebuildReportsCommand(shell, options)),
    );
  add(
    reports,
    'forecast',
    'How many of the points that customers have got will be redeemed, and when, with the error of the forecast.',
    { ok: 'printed; too little history is said', failed: 'there is no such program' },
  )
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../forecast.ts')).forecastCommand(shell, options)),
    );
}
