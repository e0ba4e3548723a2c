import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { applyProgram } from '../domain/operations/apply-program.ts';
import { planProgram } from '../domain/operations/plan-program.ts';
import type { Program } from '../domain/programs/configuration.ts';
import { ProgramChangeRefused } from '../domain/programs/program-change-refused.ts';
import { findVersion, type WholeVersion } from '../domain/programs/version-store.ts';
import { presentPlan } from '../http/v2/present-program-plan.ts';
import { compareFiles, type FileChange } from '../program-file/compare-files.ts';
import { fileOfVersion } from '../program-file/file-of-version.ts';
import { EXIT } from './exit-codes.ts';
import { describeFields } from './field-changes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { planLines } from './plan-lines.ts';
import { describeChanges } from './program.ts';
import { writeNew } from './program-plan.ts';
import type { Shell } from './shell.ts';
import { type CommandDeps, withProgram } from './with-program.ts';

/** `loyaltyd program pull KEY [VERSION]`: the file of a version, by default the newest. */
export async function pullProgramCommand(
  shell: Shell,
  key: string,
  number: string | undefined,
  options: { out?: string },
): Promise<Outcome> {
  const wanted = number === undefined ? null : versionNumber(number);
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, key, async ({ db }, program) => {
    const { version, ...whole } = await getVersion(db, program, wanted);
    const file = fileOfVersion(whole);
    const { out } = options;
    if (out === undefined) return { exit_code: EXIT.ok, text: file.trimEnd(), json: { version, file } };
    await writeNew(out, file);
    return { exit_code: EXIT.ok, text: `wrote version ${version} to ${out}`, json: { version, out } };
  });
}

/** `loyaltyd program diff KEY FROM [TO]`: field by field; by default to the newest. */
export async function diffProgramCommand(
  shell: Shell,
  key: string,
  from: string,
  to: string | undefined,
): Promise<Outcome> {
  const wanted = [versionNumber(from), to === undefined ? null : versionNumber(to)] as const;
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, key, async ({ db }, program) => {
    const before = await getVersion(db, program, wanted[0]);
    const after = await getVersion(db, program, wanted[1]);
    const changes = compareFiles(before.definition, after.definition);
    const lines = changes.flatMap(describeChange);
    const nothing = `Versions ${before.version} and ${after.version} are the same.`;
    return {
      exit_code: EXIT.ok,
      text: lines.length > 0 ? lines.join('\n') : nothing,
      json: { from: before.version, to: after.version, changes },
    };
  });
}

/**
 * `loyaltyd program rollback KEY VERSION`: the contents of this version become a new version, if `--yes` confirms it.
 */
export async function rollbackProgramCommand(
  shell: Shell,
  key: string,
  number: string,
  options: { note?: string; yes?: boolean },
): Promise<Outcome> {
  const wanted = versionNumber(number);
  return withProgram(loadConfig(shell.env), NO_LIMITS, key, async (deps, program) => {
    const { version, definition, source } = await getVersion(deps.db, program, wanted);
    const plan = await refusing(() => planProgram(deps, definition));
    if (plan.changes.length > 0 && !options.yes) {
      const made = `Nothing was written. Version ${version} again would make it so:`;
      const how = 'With --yes the command does it.';
      return {
        exit_code: EXIT.failed,
        text: [made, ...planLines(plan), '', how].join('\n'),
        json: { plan: presentPlan(plan) },
      };
    }
    const origin = {
      rollback_of: version,
      built_on: plan.base_version,
      ...(source !== null && { source }),
      ...(options.note !== undefined && { note: options.note }),
    };
    const by = { kind: 'command', name: 'program rollback' } as const;
    const applied = await refusing(() => applyProgram(deps, definition, by, origin));
    return {
      exit_code: EXIT.ok,
      text: describeChanges(applied),
      json: { ...applied, rollback_of: version },
    };
  });
}

async function refusing<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProgramChangeRefused)) throw error;
    throw new CommandError(EXIT.failed, error.message);
  }
}

async function getVersion(
  db: CommandDeps['db'],
  { id, key }: Program,
  wanted: number | null,
): Promise<WholeVersion> {
  const version = await findVersion(db, id, wanted);
  if (!version) throw new CommandError(EXIT.failed, `${key} has no version ${wanted}.`);
  return version;
}

function versionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(
    EXIT.usage,
    `A version is a whole number above 0, as program history lists it: ${text}`,
  );
}

const SIGNS = { added: '+', removed: '-', changed: '~', moved: '↕' } as const;

/** One line for the entry; for a changed entry, also one line for each changed field. */
function describeChange({ kind, key, action, fields }: FileChange): string[] {
  const line = `${SIGNS[action]} ${kind} ${key}${action === 'moved' ? ' (in another place)' : ''}`;
  if (action !== 'changed') return [line];
  return [line, ...describeFields(fields)];
}
