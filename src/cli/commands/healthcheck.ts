import type { Command } from 'commander';
import { add, type Options, run } from './add.ts';

export function addHealthcheck(program: Command): void {
  add(program, 'healthcheck', 'Ask the server at HOST:PORT whether it can serve.', {
    ok: 'it is ready',
    failed: 'it runs and is not ready',
  }).action((options: Options) =>
    run(options, async () => (await import('../healthcheck.ts')).healthcheck()),
  );
}
