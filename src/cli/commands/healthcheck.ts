import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addHealthcheck(program: Command, shell: Shell): void {
  add(program, 'healthcheck', 'Ask the server at HOST:PORT whether it can serve.', {
    ok: 'it is ready',
    failed: 'it runs and is not ready',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../healthcheck.ts')).healthcheck(shell)),
  );
}
