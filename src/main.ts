#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addApp } from './cli/commands/app.ts';
import { addApproval } from './cli/commands/approval.ts';
import { addAudit } from './cli/commands/audit.ts';
import { addClock } from './cli/commands/clock.ts';
import { addCodes } from './cli/commands/codes.ts';
import { addDemo } from './cli/commands/demo.ts';
import { addExport } from './cli/commands/export.ts';
import { addHealthcheck } from './cli/commands/healthcheck.ts';
import { addIds } from './cli/commands/ids.ts';
import { addImport } from './cli/commands/import.ts';
import { addKey } from './cli/commands/key.ts';
import { addMigrate } from './cli/commands/migrate.ts';
import { addProgram } from './cli/commands/program.ts';
import { addSecret } from './cli/commands/secret.ts';
import { addServe } from './cli/commands/serve.ts';
import { addTier } from './cli/commands/tier.ts';
import { addVerifyLedger } from './cli/commands/verify-ledger.ts';
import { addWebhook } from './cli/commands/webhook.ts';
import { EXIT } from './cli/exit-codes.ts';
import { VERSION } from './version.ts';

const program = new Command('loyaltyd')
  .description('A self-hosted loyalty program server.')
  .version(VERSION)
  .showHelpAfterError('(see --help)')
  .exitOverride();

// In the order of the help.
addServe(program);
addMigrate(program);
addIds(program);
addProgram(program);
addKey(program);
addApp(program);
addSecret(program);
addApproval(program);
addClock(program);
addCodes(program);
addImport(program);
addExport(program);
addTier(program);
addAudit(program);
addWebhook(program);
addVerifyLedger(program);
addDemo(program);
addHealthcheck(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the mistake, or the requested help.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
