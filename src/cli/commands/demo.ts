import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addDemo(program: Command, shell: Shell): void {
  add(
    program,
    'demo',
    "Print an address of the demo customer's page, and ready commands, for whoever is not on the server's machine.",
    { ok: 'printed', failed: 'there is no demo here' },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../demo.ts')).showDemoCommand(shell)),
  );
}
