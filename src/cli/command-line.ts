import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { addApp } from './commands/app.ts';
import { addApproval } from './commands/approval.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addClock } from './commands/clock.ts';
import { addCodes } from './commands/codes.ts';
import { addDatabase } from './commands/database.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addHealthcheck } from './commands/healthcheck.ts';
import { addIds } from './commands/ids.ts';
import { addImport } from './commands/import.ts';
import { addKey } from './commands/key.ts';
import { addMetrics } from './commands/metrics.ts';
import { addMigrate } from './commands/migrate.ts';
import { addOperator } from './commands/operator.ts';
import { addProgram } from './commands/program.ts';
import { addReport } from './commands/report.ts';
import { addReports } from './commands/reports.ts';
import { addSecret } from './commands/secret.ts';
import { addServe } from './commands/serve.ts';
import { addShards } from './commands/shards.ts';
import { addTier } from './commands/tier.ts';
import { addVerifyLedger } from './commands/verify-ledger.ts';
import { addWebhook } from './commands/webhook.ts';
import { EXIT } from './exit-codes.ts';
import { watchOutputs } from './output-faults.ts';
import type { Shell } from './shell.ts';
import { TurnedShell } from './turned-shell.ts';

/** The command line. Its commands are in the order of the help. The code of a command is loaded when it runs. */
export function commandLine(outer: Shell): Command {
  const shell = new TurnedShell(outer);
  const program = new Command('loyaltyd')
    .description('A self-hosted loyalty program server.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
    })
    .hook('preAction', (_program, command) => {
      const { schema, program } = command.opts<{ schema?: string; program?: string }>();
      const [first] = command.registeredArguments;
      const key = first?.name() === 'key' ? (command.processedArgs[0] as string) : undefined;
      shell.choice = { schema, program: program ?? key };
    });
  addServe(program, shell);
  addMigrate(program, shell);
  addDatabase(program, shell);
  addIds(program, shell);
  addShards(program, shell);
  addProgram(program, shell);
  addKey(program, shell);
  addApp(program, shell);
  addOperator(program, shell);
  addSecret(program, shell);
  addApproval(program, shell);
  addClock(program, shell);
  addCodes(program, shell);
  addImport(program, shell);
  addExport(program, shell);
  addTier(program, shell);
  addAudit(program, shell);
  addWebhook(program, shell);
  addReport(program, shell);
  addReports(program, shell);
  addVerifyLedger(program, shell);
  addBackup(program, shell);
  addDoctor(program, shell);
  addMetrics(program, shell);
  addDemo(program, shell);
  addHealthcheck(program, shell);
  return program;
}

/**
 * Runs the command that the arguments name, and gives its exit code to the shell. A server that `serve` started
 * continues afterwards, until a signal ends it. If the output cannot be written, a command still finishes its work. A
 * command whose only work is its output ends at once.
 */
export async function runCommandLine(args: readonly string[], shell: Shell): Promise<void> {
  const tellOutputFault = watchOutputs(shell);
  try {
    await commandLine(shell).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has already printed the mistake, or the requested help.
    shell.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } finally {
    tellOutputFault();
  }
}
