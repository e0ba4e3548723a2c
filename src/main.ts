#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { EXIT, exitCodesHelp } from './cli/exit-codes.ts';
import type { ExportOptions } from './cli/export.ts';
import type { ImportOptions } from './cli/import.ts';
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

add(
  program.command('ids').description('The numbers under which resources are listed.'),
  'advance',
  'After a restore: make new ids begin above those that consumers have seen, while servers run.',
  { ok: 'new ids are higher, now or before', failed: 'could not be done' },
)
  .requiredOption('--above <number>', 'the highest id that any consumer has seen, or any number above it')
  .action((options: Options & { above: string }) =>
    run(options, async () => (await import('./cli/ids.ts')).advanceIdsCommand(options)),
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
)
  .option('--dry-run', 'say what would change, and write nothing')
  .action((file: string, options: Options & { dryRun?: boolean }) =>
    run(options, async () => (await import('./cli/program.ts')).applyProgramCommand(file, options)),
  );
add(programs, 'list', 'List the programs that there are.', {
  ok: 'listed',
  failed: 'the database holds something that this version does not read',
}).action((options: Options) =>
  run(options, async () => (await import('./cli/show-program.ts')).listProgramsCommand()),
);
add(programs, 'show <key>', "List a program's sites, tiers, rules and rewards, with their ids.", {
  ok: 'shown',
  failed: 'there is no such program',
}).action((key: string, options: Options) =>
  run(options, async () => (await import('./cli/show-program.ts')).showProgramCommand(key)),
);
add(programs, 'history <key>', 'List the versions of a program, newest first: who changed it and when.', {
  ok: 'listed',
  failed: 'there is no such program',
}).action((key: string, options: Options) =>
  run(options, async () => (await import('./cli/program-history.ts')).programHistoryCommand(key)),
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
    ) => run(options, async () => (await import('./cli/key.ts')).createKey(options)),
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

const apps = program.command('app').description('Apps of others, which use a program by OAuth 2.0.');
add(apps, 'create', 'Let an app in. Its secret is printed now and never again.', {
  ok: 'made',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .requiredOption('--name <text>', 'what operators who are to approve it read')
  .requiredOption('--scopes <list>', 'the most it may be granted: all, or scopes separated by commas')
  .option('--redirect-uri <url...>', 'where codes may be sent: https, or http on a loopback address')
  .option(
    '--grants <list>',
    'authorization_code (an operator approves), client_credentials (its secret is enough), or both, by commas or as the word both; by default the first where there is a redirect URI, else the second',
  )
  .option('--public', 'it cannot keep a secret, and gets none')
  .action((options: Options & AppOptions) =>
    run(options, async () => (await import('./cli/app.ts')).createAppCommand(options)),
  );
add(apps, 'list', 'List the apps, revoked ones included, newest first.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/app.ts')).listAppsCommand(options)),
  );
add(apps, 'revoke <id>', 'Revoke an app and all its tokens, by its client_id, from the next request on.', {
  ok: 'revoked, now or before',
  failed: 'the program has no such app',
})
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/app.ts')).revokeAppCommand(id, options)),
  );

const secrets = program
  .command('secret')
  .description("SECRET_KEY, which wraps the keys that a database's gift cards and cursors stand under.");
add(secrets, 'check', 'Say whether SECRET_KEY opens the keys of the database.', {
  ok: 'it does, or none is needed',
  failed: 'the database lacks migrations',
}).action((options: Options) => run(options, async () => (await import('./cli/secret.ts')).checkSecret()));
add(
  secrets,
  'rotate',
  'Wrap the keys by another SECRET_KEY, beside running servers; SECRET_KEY is the present one.',
  {
    ok: 'wrapped anew, now or before; servers need the new SECRET_KEY at their next start',
    failed: 'the database lacks migrations',
  },
)
  .option('--to <file>', 'the file that holds the new SECRET_KEY (- reads standard input)')
  .option('--to-none', 'keep the keys unwrapped: servers then need no SECRET_KEY')
  .action((options: Options & { to?: string; toNone?: boolean }) =>
    run(options, async () => (await import('./cli/secret.ts')).rotateSecretKey(options)),
  );
add(
  secrets,
  'renew',
  'Make new keys where the SECRET_KEY is lost. Codes of gift cards given so far are refused until each is revealed anew; friends who were referred, stored answers and cursors are forgotten; webhooks need new secrets.',
  { ok: 'new keys are made', failed: 'SECRET_KEY opens every key: nothing was changed' },
).action((options: Options) => run(options, async () => (await import('./cli/secret.ts')).renewSecret()));
add(secrets, 'recover', 'Bring back what was made under a SECRET_KEY of before, beside the present one.', {
  ok: 'brought back, now or before',
  failed: 'the database lacks migrations',
})
  .requiredOption('--from <file>', 'the file that holds the SECRET_KEY of before (- reads standard input)')
  .action((options: Options & { from: string }) =>
    run(options, async () => (await import('./cli/secret.ts')).recoverSecret(options)),
  );

const approvals = program.command('approval').description('What operators approved for apps.');
add(approvals, 'list', 'List the approvals whose tokens have not expired, newest first.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/approval.ts')).listApprovalsCommand(options)),
  );
add(approvals, 'revoke <id>', 'Revoke one approval and its tokens; others of the same app stay.', {
  ok: 'revoked, now or before',
  failed: 'the program has no such approval',
})
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/approval.ts')).revokeApprovalCommand(id, options)),
  );

const clock = program.command('clock').description("A test program's clock.");
add(
  clock,
  'advance <duration>',
  "Turn a test program's clock ahead (30s, 15m, 24h, 90d) and play what falls due in between, in order.",
  { ok: 'turned', failed: 'there is no such program, or it is a live one' },
)
  .requiredOption(...PROGRAM)
  .action((duration: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/clock.ts')).advanceClockCommand(duration, options)),
  );

const codes = program.command('codes').description('Voucher codes that a reward takes from a pool.');
const REWARD = ['--reward <key>', "the reward's key in the program file"] as const;
add(codes, 'import <file>', "Put codes into a reward's pool: one a line, or a csv's first column.", {
  ok: 'imported; those that were there before are left as they are',
  failed: 'lines were refused and are listed, the others imported; or there is no such reward',
})
  .requiredOption(...PROGRAM)
  .requiredOption(...REWARD)
  .action((file: string, options: Options & { program: string; reward: string }) =>
    run(options, async () => (await import('./cli/codes.ts')).importCodesCommand(file, options)),
  );
add(codes, 'count', "How many codes of a reward's pool were given, and how many remain.", {
  ok: 'counted',
  failed: 'there is no such reward',
})
  .requiredOption(...PROGRAM)
  .requiredOption(...REWARD)
  .action((options: Options & { program: string; reward: string }) =>
    run(options, async () => (await import('./cli/codes.ts')).countCodesCommand(options)),
  );

const imports = program.command('import').description('Customers that are brought in from elsewhere.');
add(
  imports,
  'customers <file>',
  'Bring customers in from a csv: who they are, their points, lots and tier. Run again, it goes on where it was cut short.',
  {
    ok: 'all rows are as the file says, now or before',
    failed: 'rows were refused and are listed, the others imported; or the file cannot be read that way',
  },
)
  .requiredOption(...PROGRAM)
  .option('--preset <name>', 'whose file it is: loyaltyd, loyaltylion, rivo, rivyo, smile, stamped or yotpo')
  .option(
    '--column <field=header...>',
    'the column that a field stands in; without a header the field is left out',
  )
  .option('--dates <order>', 'how dates are written that do not begin with their year: mdy or dmy')
  .option('--delimiter <character>', 'what parts the cells, where that is not found out')
  .option(
    '--encoding <name>',
    'the encoding of the file, where that is not found out: utf-8, windows-1252, …',
  )
  .option('--site <key>', "where new customers are at home; the program's first site otherwise")
  .option('--dry-run', 'say what would be done, and write nothing')
  .option('--errors <file>', 'write the rows that are refused to this csv, with line and reason')
  .action((file: string, options: Options & ImportOptions) =>
    run(options, async () => (await import('./cli/import.ts')).importCustomersCommand(file, options)),
  );
add(imports, 'list', 'List the imports, newest first.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/import.ts')).listImportsCommand(options)),
  );
add(imports, 'revert <id>', 'Take back what an import did, as far as nobody built on it since.', {
  ok: 'taken back, now or before',
  failed: 'some of it was kept and is listed; or the program has no such import',
})
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/import.ts')).revertImportCommand(id, options)),
  );

const exports = program.command('export').description('All that a program has, as csv or JSON lines.');
for (const [what, summary] of [
  ['customers', 'Write out the customers, in a form that can be imported again.'],
  ['transactions', 'Write out the ledger, oldest first.'],
  ['activities', 'Write out the activities, oldest first.'],
] as const) {
  add(exports, what, summary, { ok: 'written', failed: 'there is no such program' })
    .requiredOption(...PROGRAM)
    .option('--format <name>', 'csv or jsonl', 'csv')
    .option('--out <file>', 'where to; standard output otherwise')
    .option('--since-id <id>', 'only what has a higher id')
    .action((options: Options & ExportOptions) =>
      run(options, async () => (await import('./cli/export.ts')).exportCommand(what, options)),
    );
}

const tiers = program.command('tier').description('Tiers that are given by hand.');
add(
  tiers,
  'set <merchant-id> <tier>',
  'Put a customer into a conditional tier, until it is taken out again.',
  {
    ok: 'the customer is in it, now or before',
    failed:
      'there is no such program, customer or conditional tier, or the customer is not enrolled or blocked',
  },
)
  .requiredOption(...PROGRAM)
  .action((merchantId: string, tier: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/tier.ts')).setTierCommand(merchantId, tier, options)),
  );
add(
  tiers,
  'unset <merchant-id>',
  'Take a customer out of a conditional tier, back to the one it has earned.',
  {
    ok: 'the customer is in the tier that it has earned, now or before',
    failed: 'there is no such program or customer',
  },
)
  .requiredOption(...PROGRAM)
  .action((merchantId: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/tier.ts')).unsetTierCommand(merchantId, options)),
  );

const audit = program.command('audit').description('Who did what to a program.');
add(audit, 'list', 'List what was done and by whom, newest first.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .option('--action <name>', 'only this action: program.applied, key.created, points.added, …')
  .option('--since-id <id>', 'only entries with a higher id, oldest first')
  .option('--limit <number>', 'at most so many, up to 500', '100')
  .action((options: Options & { program: string; action?: string; sinceId?: string; limit: string }) =>
    run(options, async () => (await import('./cli/audit.ts')).listAuditCommand(options)),
  );

const webhooks = program.command('webhook').description('Addresses that are told what happens.');
add(webhooks, 'list', 'List the webhooks and how they fare.', {
  ok: 'listed',
  failed: 'there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/webhook.ts')).listWebhooksCommand(options)),
  );
add(
  webhooks,
  'listen',
  'Tell an address of this machine what happens, once each, until Ctrl-C: for trying a receiver.',
  { ok: 'ended by a signal', failed: 'there is no such program' },
)
  .requiredOption(...PROGRAM)
  .requiredOption('--forward-to <url>', 'where to send it, a private address too')
  .option('--topics <list>', 'separated by commas; all of them by default')
  .action((options: Options & { program: string; forwardTo: string; topics?: string }) =>
    run(options, async () => (await import('./cli/webhook-listen.ts')).listenCommand(options)),
  );
add(webhooks, 'replay <id>', 'Send a delivery that has ended once more, under the same message id.', {
  ok: 'delivered',
  failed: 'it was not delivered, and is tried again by the server; or there is no such delivery',
})
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/webhook.ts')).replayWebhookCommand(id, options)),
  );
add(webhooks, 'test <topic>', 'Send a made-up message to every address that is told of a topic.', {
  ok: 'delivered to all',
  failed: 'not delivered to some, where it is tried again by the server; or there is no such program',
})
  .requiredOption(...PROGRAM)
  .action((topic: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/webhook.ts')).tryWebhooksCommand(topic, options)),
  );
add(
  webhooks,
  'rotate <id>',
  'Give the address of a webhook a new secret; the one before signs for 24 hours more.',
  {
    ok: 'rotated; the secret is printed now and never again',
    failed: 'the program has no such webhook',
  },
)
  .requiredOption(...PROGRAM)
  .action((id: string, options: Options & { program: string }) =>
    run(options, async () => (await import('./cli/webhook.ts')).rotateWebhookCommand(id, options)),
  );

add(
  program,
  'verify-ledger',
  'Prove that every counter is the sum of its transactions, that lots hold what is left and that no point was taken twice or came back twice, while servers run.',
  {
    ok: 'all adds up',
    failed: 'something does not, and is listed',
  },
).action((options: Options) =>
  run(options, async () => (await import('./cli/verify-ledger.ts')).verifyLedgerCommand()),
);
add(
  program,
  'demo',
  "Print an address of the demo customer's page, and ready commands, for whoever is not on the server's machine.",
  { ok: 'printed', failed: 'there is no demo here' },
).action((options: Options) => run(options, async () => (await import('./cli/demo.ts')).showDemoCommand()));
add(program, 'healthcheck', 'Ask the server at HOST:PORT whether it can serve.', {
  ok: 'it is ready',
  failed: 'it runs and is not ready',
}).action((options: Options) =>
  run(options, async () => (await import('./cli/healthcheck.ts')).healthcheck()),
);

interface Options {
  json?: boolean;
}

interface AppOptions {
  program: string;
  name: string;
  scopes: string;
  redirectUri?: string[];
  grants?: string;
  public?: boolean;
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
