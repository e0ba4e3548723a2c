import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addDoctor(program: Command, shell: Shell): void {
  add(
    program,
    'doctor',
    'Examine settings, Postgres, schema, webhooks, unfinished work and the ledger check. Says of each finding what to do.',
    { ok: 'no problem was found; warnings may have been', failed: 'a problem was found, and is listed' },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../doctor.ts')).doctor(shell), 'all'),
  );
}
