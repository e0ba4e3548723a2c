#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { EXIT, exitCodesHelp } from './cli/exit-codes.ts';
import { type Outcome, report } from './cli/outcome.ts';
import { VERSION } from './version.ts';

// Each command's code is loaded when it is run, so that a health check does not load a server.

const program = new Command('loyaltyd')
  .description('A self-hosted loyalty program server.')
  .version(VERSION)
  .showHelpAfterError('(see --help)')
  .exitOverride();

/** Every command takes --json, prints one outcome and ends with one of the documented exit codes. */
function add(
  parent: Command,
  usage: string,
  summary: string,
  codes: { ok: string; failed: string },
): Command {
  return parent
    .command(usage)
    .description(summary)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', exitCodesHelp(codes.ok, codes.failed));
}

program
  .command('serve')
  .description('Run the server until SIGTERM or SIGINT: migrates, then listens.')
  .option('--json', 'log JSON lines also at a terminal')
  .addHelpText(
    'after',
    exitCodesHelp('ended by a signal, requests in flight answered', 'could not start, or failed'),
  )
  .action(async (options: { json?: boolean }) => {
    try {
      const { serve } = await import('./cli/serve.ts');
      await serve(options);
    } catch (error) {
      await report(options, () => Promise.reject(error));
      process.exit();
    }
  });

const migrate = program.command('migrate').description("Bring the database's schema up to this version.");
add(migrate, 'up', 'Apply what is missing, as the owner. Safe beside running servers and other starts.', {
  ok: 'the schema is this version’s',
  failed: 'a migration failed and was undone, or the schema is newer than this version',
}).action((options: Options) => run(options, async () => (await import('./cli/migrate.ts')).migrateUp()));
add(migrate, 'status', 'List what is applied and what is missing.', {
  ok: 'nothing is missing',
  failed: 'migrations are pending, or the schema is newer than this version',
}).action((options: Options) =>
  run(options, async () => (await import('./cli/migrate.ts')).showMigrations()),
);

const programs = program.command('program').description('Say what a loyalty program is.');
add(
  programs,
  'apply <file>',
  'Make a program what the YAML file says (- reads standard input); prints what changed.',
  {
    ok: 'applied, or nothing to change',
    failed: 'the file has mistakes, listed with line and path; nothing was changed',
  },
).action((file: string, options: Options) =>
  run(options, async () => (await import('./cli/program.ts')).applyProgramCommand(file)),
);

const keys = program.command('key').description("A program's API keys.");
const PROGRAM = ['--program <key>', "the program's key in its file"] as const;
add(keys, 'create', 'Make a key. It is printed now and never again.', {
  ok: 'made',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .requiredOption('--name <text>', 'what the key is for, as key list shows it')
  .requiredOption('--scopes <list>', 'all, or scopes separated by commas: read_customers, write_customers, …')
  .action((options: Options & { program: string; name: string; scopes: string }) =>
    run(options, async () => (await import('./cli/key.ts')).createKey(options)),
  );
add(keys, 'list', 'List the keys, revoked ones included, newest first.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/key.ts')).listKeys(options)),
  );
add(keys, 'revoke <id>', 'Revoke a key; it is refused from the next request on, by every server process.', {
  ok: 'revoked, now or before',
  failed: 'the program has no such key',
})
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/key.ts')).revokeKey(id, options)),
  );

add(program, 'verify-ledger', 'Prove that every counter is the sum of its transactions, while servers run.', {
  ok: 'all adds up',
  failed: 'something does not, and is listed',
}).action((options: Options) =>
  run(options, async () => (await import('./cli/verify-ledger.ts')).verifyLedgerCommand()),
);
add(program, 'healthcheck', 'Ask the server at HOST:PORT whether it can serve.', {
  ok: 'it is ready',
  failed: 'it runs and is not ready',
}).action((options: Options) =>
  run(options, async () => (await import('./cli/healthcheck.ts')).healthcheck()),
);

interface Options {
  json?: boolean;
}

function run(options: Options, command: () => Promise<Outcome>): Promise<void> {
  return report(options, command);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed what is wrong, or the help that was asked for.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
