import type { Command } from 'commander';
import { exitCodesHelp } from '../exit-codes.ts';
import { type Outcome, report } from '../outcome.ts';
import type { Shell } from '../shell.ts';
import { TurnedShell } from '../turned-shell.ts';

// A command's code is loaded when the command runs. So a health check does not load the server.

export interface Options {
  json?: boolean;
  schema?: string;
}

/** The program that a command is about. */
export const PROGRAM = ['--program <key>', "the program's key in its file"] as const;

/** The program that a command may be about. */
export const PROGRAM_OR_SERVER = [
  '--program <key>',
  'the program, by its key in its file; otherwise the whole server',
] as const;

/**
 * Adds a command. Every command takes --json, prints one outcome and ends with one of the documented exit codes. A
 * command that works in one schema takes --schema.
 */
export function add(
  parent: Command,
  usage: string,
  summary: string,
  codes: { ok: string; failed: string; in_schema?: false },
): Command {
  const command = parent
    .command(usage)
    .description(summary)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', exitCodesHelp(codes.ok, codes.failed));
  return codes.in_schema === false
    ? command
    : command.option('--schema <name>', 'the schema that it is about, where there are several');
}

/**
 * `meant`: whether the command is for all schemas of a directory, unless one is named, or starts from the home and
 * finds its schemas itself.
 */
export function run(
  shell: Shell,
  options: Options,
  command: () => Promise<Outcome>,
  meant: 'one' | 'all' | 'home' = 'one',
): Promise<void> {
  return report(shell, options, async () => {
    const several = shell instanceof TurnedShell && (shell.env.SCHEMAS || shell.choice.schema !== undefined);
    if (!several || meant === 'home') return command();
    return (await import('../in-schemas.ts')).inSchemas(shell, meant, command);
  });
}
