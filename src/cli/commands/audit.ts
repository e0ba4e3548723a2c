import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM_OR_SERVER, run } from './add.ts';

export function addAudit(program: Command, shell: Shell): void {
  const audit = program.command('audit').description('Who did what to a program, or to the whole server.');
  add(audit, 'list', 'List who did what, newest first.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .option(...PROGRAM_OR_SERVER)
    .option('--action <name>', 'only this action: program.applied, key.created, points.added, …')
    .option('--since-id <id>', 'only entries with a higher id, oldest first')
    .option('--limit <number>', 'at most so many, up to 500', '100')
    .action((options: Options & { program?: string; action?: string; sinceId?: string; limit: string }) =>
      run(shell, options, async () => (await import('../audit.ts')).listAuditCommand(shell, options)),
    );
}
