import type { Command } from 'commander';
import type { ExportOptions } from '../export.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addExport(program: Command, shell: Shell): void {
  const exports = program.command('export').description('All that a program has, as csv or JSON lines.');
  for (const [what, summary] of [
    ['customers', 'Write out the customers, in a form that can be imported again.'],
    ['transactions', 'Write out the ledger, oldest first.'],
    ['activities', 'Write out the activities, oldest first.'],
  ] as const) {
    add(exports, what, summary, { ok: 'written', failed: 'there is no such program' })
      .requiredOption(...PROGRAM)
      .option('--format <name>', 'csv or jsonl', 'csv')
      .option('--out <file>', 'where to; standard output otherwise')
      .option('--since-id <id>', 'only what has a higher id')
      .action((options: Options & ExportOptions) =>
        run(shell, options, async () => (await import('../export.ts')).exportCommand(shell, what, options)),
      );
  }
}
