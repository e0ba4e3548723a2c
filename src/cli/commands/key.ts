import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addKey(program: Command, shell: Shell): void {
  const keys = program.command('key').description("A program's API keys.");
  add(keys, 'create', 'Make a key. It is printed now and never again.', {
    ok: 'made',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .requiredOption('--name <text>', 'what the key is for, as key list shows it')
    .requiredOption(
      '--scopes <list>',
      'all, or scopes separated by commas: read_customers, write_customers, …',
    )
    .option('--expires-in <duration>', 'from then on it is refused: 24h, 90d')
    .option('--networks <list>', 'the only addresses and networks that it is taken from, separated by commas')
    .option(
      '--requests-per-second <number>',
      'how many requests it may send, in the place of what the server is configured to take',
    )
    .action(
      (
        options: Options & {
          program: string;
          name: string;
          scopes: string;
          expiresIn?: string;
          networks?: string;
          requestsPerSecond?: string;
        },
      ) => run(shell, options, async () => (await import('../key.ts')).createKey(shell, options)),
    );
  add(keys, 'list', 'List the keys, revoked ones included, newest first.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../key.ts')).listKeys(shell, options)),
    );
  add(keys, 'revoke <id>', 'Revoke a key; it is refused from the next request on, by every server process.', {
    ok: 'revoked, now or before',
    failed: 'the program has no such key',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../key.ts')).revokeKey(shell, id, options)),
    );
}
