import type { Actor } from '../domain/audit/actor.ts';
import { type AppliedProgram, applyProgram } from '../domain/operations/apply-program.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type ChangeRefusal, ProgramChangeRefused } from '../domain/programs/program-change-refused.ts';
import { type Path, ProgramFileError } from './mistakes.ts';
import { parseProgramFile } from './parse-program-file.ts';

const SECTIONS = {
  site: ['sites'],
  tier: ['tiers', 'levels'],
  benefit: ['tiers', 'benefits'],
  rule: ['rules'],
  reward: ['rewards'],
} as const;

interface FileOptions {
  /** Paths in the file are relative to it. */
  folder?: string | undefined;
  /** The reason for the change. */
  note?: string | undefined;
  /** With tryProgram it finds the changes without making them. */
  apply?: typeof applyProgram;
}

/**
 * Applies a program file to a program and returns the changes.
 * @throws ProgramFileError, with line and path even for changes that an existing program cannot take.
 */
export async function applyProgramFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  text: string,
  by: Actor,
  { folder, note, apply = applyProgram }: FileOptions = {},
): Promise<AppliedProgram> {
  const { definition, locate } = parseProgramFile(text, folder);
  try {
    return await apply(deps, definition, by, { source: text, ...(note !== undefined && { note }) });
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
