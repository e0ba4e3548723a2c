import type { Command } from 'commander';
import type { JournalOptions } from '../journal.ts';
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
    "Count a program's figures again from its first transaction, beside the present ones, and then replace these.",
    { ok: 'rebuilt', failed: 'there is no such program, or another rebuild began meanwhile' },
  )
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../reports.ts')).rebuildReportsCommand(shell, options)),
    );
  add(
    reports,
    'forecast',
    'Estimate how many points of customers will be redeemed, and when, with the error of the forecast.',
    { ok: 'printed; too little history is said', failed: 'there is no such program' },
  )
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../forecast.ts')).forecastCommand(shell, options)),
    );
  add(
    reports,
    'close',
    'Close the books of a month: later entries of it are booked after it. Prints the books.',
    {
      ok: 'closed now or before, and printed',
      failed: 'there is no such program, or it is not the turn of that month',
    },
  )
    .argument('<month>', 'YYYY-MM')
    .requiredOption(...PROGRAM)
    .action((month: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../reports.ts')).closeMonthCommand(shell, month, options),
      ),
    );
  add(reports, 'books', 'Print the books of a closed month, or list the closed months.', {
    ok: 'printed',
    failed: 'there is no such program, or the month is not closed',
  })
    .argument('[month]', 'YYYY-MM')
    .requiredOption(...PROGRAM)
    .action((month: string | undefined, options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../reports.ts')).booksCommand(shell, month, options)),
    );
  add(
    reports,
    'journal',
    'Print the bookings of a month as csv: debit, credit and amount of every way in which the points owed changed.',
    { ok: 'printed', failed: 'there is no such program, or no value of a point can be derived' },
  )
    .argument('<month>', 'YYYY-MM')
    .requiredOption(...PROGRAM)
    .option(
      '--point-value <amount>',
      "what a point is worth, in the program's currency; otherwise what rewards gave for points in twelve months",
    )
    .option('--account <name=account...>', 'the account of the liability, or of a flow: earned=4010')
    .action((month: string, options: Options & JournalOptions) =>
      run(shell, options, async () => (await import('../journal.ts')).journalCommand(shell, month, options)),
    );
}
