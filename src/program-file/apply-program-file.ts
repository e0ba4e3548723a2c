import type { Actor } from '../domain/audit/actor.ts';
import { type AppliedProgram, applyProgram } from '../domain/operations/apply-program.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type ChangeRefusal, ProgramChangeRefused } from '../domain/programs/program-change-refused.ts';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { ChangeOrigin } from '../domain/programs/version-store.ts';
import { type Path, ProgramFileError } from './mistakes.ts';
import { parseProgramFile } from './parse-program-file.ts';

const SECTIONS = {
  site: ['sites'],
  tier: ['tiers', 'levels'],
  benefit: ['tiers', 'benefits'],
  rule: ['rules'],
  reward: ['rewards'],
} as const;

interface FileOptions extends Omit<ChangeOrigin, 'source'> {
  /** The folder that is the base of relative paths in the file. */
  folder?: string | undefined;
}

/**
 * Applies a program file to a program and returns the changes.
 * @throws ProgramFileError, with line and path even for changes that an existing program does not allow.
 */
export async function applyProgramFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  text: string,
  by: Actor,
  { folder, ...origin }: FileOptions = {},
): Promise<AppliedProgram> {
  return withProgramFile(text, folder, (definition) =>
    applyProgram(deps, definition, by, { source: text, ...origin }),
  );
}

/**
 * Runs work, such as a plan, with the definition of a program file.
 * @throws ProgramFileError, as applyProgramFile does.
 */
export async function withProgramFile<R>(
  text: string,
  folder: string | null | undefined,
  work: (definition: ProgramDefinition) => Promise<R>,
): Promise<R> {
  const { definition, locate } = parseProgramFile(text, folder);
  try {
    return await work(definition);
  } catch (error) {
    if (!(error instanceof ProgramChangeRefused)) throw error;
    throw new ProgramFileError(
      error.refusals.map((refusal) =>
        locate({ path: pathOf(refusal), message: refusal.message, at: 'value' }),
      ),
    );
  }
}

function pathOf({ entry, property }: ChangeRefusal): Path {
  return entry ? [...SECTIONS[entry.kind], entry.key, property] : [property];
}
