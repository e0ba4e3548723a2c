import type { Command } from 'commander';
import type { HistoryOptions } from '../demo-history.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addDemo(program: Command, shell: Shell): void {
  const demo = add(
    program,
    'demo',
    "Print an address of the demo customer's page, and commands to try. They also work from another machine.",
    { ok: 'printed', failed: 'there is no demo here' },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../demo.ts')).showDemoCommand(shell)),
  );
  add(
    demo,
    'history',
    "Play a year of the demo's store through the real domain, for reports: 2,000 customers over 13 months. No server runs meanwhile.",
    { ok: 'played to its end', failed: 'it cannot be played here, or the ledger does not add up' },
  )
    .option('--customers <number>', 'how many customers (2000)')
    .option('--months <number>', 'how many months, until now (13)')
    .option('--seed <number>', 'another seed is another year (1)')
    .action((_: object, command: Command) => {
      const options: Options & HistoryOptions = command.optsWithGlobals();
      return run(shell, options, async () =>
        (await import('../demo-history.ts')).demoHistoryCommand(shell, options),
      );
    });
}
