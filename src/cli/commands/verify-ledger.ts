import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addVerifyLedger(program: Command, shell: Shell): void {
  add(
    program,
    'verify-ledger',
    'Prove that every counter is the sum of its transactions, that lots hold what is left and that no point was taken twice or came back twice, while servers run.',
    {
      ok: 'all adds up',
      failed: 'something does not, and is listed',
    },
  )
    .option('--program <key>', 'of this program alone; otherwise of all')
    .action((options: Options & { program?: string }) =>
      run(
        shell,
        options,
        async () => (await import('../verify-ledger.ts')).verifyLedgerCommand(shell, options),
        'all',
      ),
    );
}
