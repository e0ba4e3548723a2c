import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { systemClock } from '../deps.ts';
import { type AppliedProgram, applyProgram } from '../domain/operations/apply-program.ts';
import { tryProgram } from '../domain/operations/try-program.ts';
import { applyProgramFile } from '../program-file/apply-program-file.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd program apply FILE`; `-` reads standard input. */
export async function applyProgramCommand(
  shell: Shell,
  file: string,
  options: { dryRun?: boolean; note?: string },
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const program = await readProgramFile(shell, file);
  const applied = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    applyProgramFile(
      { db, clock: systemClock },
      program,
      { kind: 'command', name: 'program apply' },
      {
        folder: file === '-' ? undefined : dirname(file),
        note: options.note,
        apply: options.dryRun ? tryProgram : applyProgram,
      },
    ),
  );
  const dry_run = options.dryRun ?? false;
  return { exit_code: EXIT.ok, text: describeChanges(applied, dry_run), json: { ...applied, dry_run } };
}

async function readProgramFile(shell: Shell, file: string): Promise<string> {
  try {
    return file === '-' ? await text(shell.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(EXIT.usage, `The program file cannot be read: ${(error as Error).message}`);
  }
}

/** A line for each entry that changed, and the number of unchanged entries. */
export function describeChanges({ changes }: AppliedProgram, dryRun: boolean): string {
  const changed = changes.filter(({ action }) => action !== 'unchanged');
  const unchanged = changes.length - changed.length;
  const lines = changed.map(({ action, kind, key, id }) => {
    const known = dryRun && action === 'created' ? '' : ` (id ${id})`;
    return `${action.padEnd(9)} ${kind} ${key}${known}`;
  });
  if (dryRun) lines.unshift('Nothing was written. The file would make it so:');
  if (unchanged > 0) lines.push(`${unchanged} unchanged`);
  return lines.join('\n');
}
