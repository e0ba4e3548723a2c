import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { addApp } from './commands/app.ts';
import { addApproval } from './commands/approval.ts';
import { addAudit } from './commands/audit.ts';
import { addClock } from './commands/clock.ts';
import { addCodes } from './commands/codes.ts';
import { addDemo } from './commands/demo.ts';
import { addExport } from './commands/export.ts';
import { addHealthcheck } from './commands/healthcheck.ts';
import { addIds } from './commands/ids.ts';
import { addImport } from './commands/import.ts';
import { addKey } from './commands/key.ts';
import { addMigrate } from './commands/migrate.ts';
import { addProgram } from './commands/program.ts';
import { addSecret } from './commands/secret.ts';
import { addServe } from './commands/serve.ts';
import { addTier } from './commands/tier.ts';
import { addVerifyLedger } from './commands/verify-ledger.ts';
import { addWebhook } from './commands/webhook.ts';

/** The command line, its commands in the order of the help. Every command's code is loaded when it runs. */
export function commandLine(): Command {
  const program = new Command('loyaltyd')
    .description('A self-hosted loyalty program server.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .exitOverride();
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
  return program;
}
