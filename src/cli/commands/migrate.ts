import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addMigrate(program: Command, shell: Shell): void {
  const migrate = program.command('migrate').description("Bring the database's schema up to this version.");
  add(migrate, 'up', 'Apply missing migrations, as the owner. Safe while servers run and start.', {
    ok: 'the schema is this version’s',
    failed: 'a migration failed and was undone, or the schema is newer than this version',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).migrateUp(shell), 'all'),
  );
  add(migrate, 'status', 'List the applied and the missing migrations.', {
    ok: 'nothing is missing',
    failed: 'migrations are pending, or the schema is newer than this version',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).showMigrations(shell), 'all'),
  );
  add(
    migrate,
    'plan',
    'Say what missing migrations would do: which locks they take, who waits for them, and about how long on this data.',
    {
      ok: 'nobody waits longer than a second',
      failed: 'somebody waits longer, and is named; or the schema is newer than this version',
    },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../migrate.ts')).planMigrationsCommand(shell), 'all'),
  );
}
