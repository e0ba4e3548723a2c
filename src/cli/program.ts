import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { systemClock } from '../deps.ts';
import type { AppliedProgram } from '../domain/operations/apply-program.ts';
import { applyProgramFile } from '../program-file/apply-program-file.ts';
import { readSavedPlan } from '../program-file/saved-plan.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd program apply FILE`; `-` reads standard input. FILE may be a saved plan. */
export async function applyProgramCommand(
  shell: Shell,
  file: string,
  options: { note?: string },
): Promise<Outcome> {
  const text = await readProgramFile(shell, file);
  const plan = readSavedPlan(text);
  await turnToProgramOf(shell, plan?.file ?? text, 'place');
  const applied = await withDatabase(loadConfig(shell.env), SERVER_LIMITS, ({ db }) =>
    applyProgramFile(
      { db, clock: systemClock },
      plan?.file ?? text,
      { kind: 'command', name: 'program apply' },
      {
        folder: folderOf(file),
        ...(options.note !== undefined && { note: options.note }),
        ...(plan && { built_on: plan.base_version }),
      },
    ),
  );
  return { exit_code: EXIT.ok, text: describeChanges(applied), json: { ...applied } };
}

/**
 * If there are several schemas, turns the shell to the schema of the file's program. `absent` says which schema a new
 * program gets.
 */
export async function turnToProgramOf(shell: Shell, file: string, absent: 'place' | 'home'): Promise<void> {
  if (!shell.env.SCHEMAS) return;
  const { parse } = await import('yaml');
  const { turnToProgram } = await import('./in-schemas.ts');
  let key: unknown;
  try {
    ({ key } = (parse(file) ?? {}) as { key?: unknown });
  } catch {
    // The mistake is reported with its line when the file is applied.
  }
  if (typeof key === 'string') await turnToProgram(shell, key, absent);
}

/** The folder that is the base of relative paths in a program file. */
export function folderOf(file: string): string | undefined {
  return file === '-' ? undefined : dirname(file);
}

export async function readProgramFile(shell: Shell, file: string): Promise<string> {
  try {
    return file === '-' ? await text(shell.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(EXIT.usage, `The program file cannot be read: ${(error as Error).message}`);
  }
}

/** One line for each changed entry, then the number of unchanged entries. */
export function describeChanges({ changes }: AppliedProgram): string {
  const changed = changes.filter(({ action }) => action !== 'unchanged');
  const unchanged = changes.length - changed.length;
  const lines = changed.map(({ action, kind, key, id }) => `${action.padEnd(9)} ${kind} ${key} (id ${id})`);
  if (unchanged > 0) lines.push(`${unchanged} unchanged`);
  return lines.join('\n');
}
