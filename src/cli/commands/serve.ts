import type { Command } from 'commander';
import { exitCodesHelp } from '../exit-codes.ts';
import { report } from '../outcome.ts';
import type { Shell } from '../shell.ts';

export function addServe(program: Command, shell: Shell): void {
  program
    .command('serve')
    .description('Run the server until SIGTERM or SIGINT: migrates, then listens.')
    .option('--json', 'log JSON lines also at a terminal')
    .addHelpText(
      'after',
      exitCodesHelp('ended by a signal, requests in flight answered', 'could not start, or failed'),
    )
    .action(async (options: { json?: boolean }) => {
      try {
        const { serve } = await import('../serve.ts');
        await serve(shell, options);
      } catch (error) {
        await report(shell, options, () => Promise.reject(error));
        process.exit();
      }
    });
}
