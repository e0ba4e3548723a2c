import type { Command } from 'commander';
import { exitCodesHelp } from '../exit-codes.ts';
import { report } from '../outcome.ts';

export function addServe(program: Command): void {
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
        await serve(options);
      } catch (error) {
        await report(options, () => Promise.reject(error));
        process.exit();
      }
    });
}
