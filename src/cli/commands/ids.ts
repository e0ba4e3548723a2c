import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addIds(program: Command, shell: Shell): void {
  add(
    program.command('ids').description('The numbers under which resources are listed.'),
    'advance',
    'After a restore: make new ids begin above those that consumers have seen, while servers run.',
    { ok: 'new ids are higher, now or before', failed: 'could not be done' },
  )
    .requiredOption('--above <number>', 'the highest id that any consumer has seen, or any number above it')
    .action((options: Options & { above: string }) =>
      run(shell, options, async () => (await import('../ids.ts')).advanceIdsCommand(shell, options)),
    );
}
