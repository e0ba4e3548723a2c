import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addMigrate(program: Command, shell: Shell): void {
  const migrate = program.command('migrate').description("Bring the database's schema up to this version.");
  add(migrate, 'up', 'Apply what is missing, as the owner. Safe beside running servers and other starts.', {
    ok: 'the schema is this version’s',
    failed: 'a migration failed and was undone, or the schema is newer than this version',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).migrateUp(shell), 'all'),
  );
  add(migrate, 'status', 'List what is applied and what is missing.', {
    ok: 'nothing is missing',
    failed: 'migrations are pending, or the schema is newer than this version',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).showMigrations(shell), 'all'),
  );
  add(
    migrate,
    'plan',
    'Say what applying what is missing would do: which locks it takes, who waits for them, and about how long on this data.',
    {
      ok: 'nobody waits longer than a second',
      failed: 'somebody waits longer, and is named; or the schema is newer than this version',
    },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).planMigrationsCommand(shell), 'all'),
  );
}
