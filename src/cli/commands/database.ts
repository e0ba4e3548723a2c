import type { Command } from 'commander';
import type { CopyDatabaseOptions } from '../database-copy.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addDatabase(program: Command, shell: Shell): void {
  const database = program.command('database').description('The database as a whole.');
  add(
    database,
    'copy',
    'Copy everything into another Postgres, of any supported version, or into another schema, as it is at one moment; prove the ledger there. Begin again with the same command.',
    {
      ok: 'the copy is whole, and as sound as the source',
      failed: 'the target is not empty or not fit; it is as it was',
      in_schema: false,
    },
  )
    .requiredOption(
      '--to <target>',
      "a database in which the schema is missing or empty, as its owner's address, postgres://OWNER@HOST/NAME; or a folder, for an embedded Postgres there",
    )
    .option(
      '--schema <name>',
      'the schema there, made if it is missing; by default that of --to, else DATABASE_SCHEMA',
    )
    .option('--stop-writes', 'let the source take no writes from now on, so that the copy lacks none')
    .action((options: Options & CopyDatabaseOptions) =>
      run(
        shell,
        options,
        async () => (await import('../database-copy.ts')).copyDatabaseCommand(shell, options),
        'home',
      ),
    );
  add(
    database,
    'resume-writes',
    'Allow writes again in a database that "database copy --stop-writes" has stopped, if you do not move after all.',
    { ok: 'it takes writes, now or before', failed: 'could not be done' },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../database-copy.ts')).resumeWritesCommand(shell)),
  );
}
