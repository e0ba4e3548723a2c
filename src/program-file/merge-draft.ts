import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { DB } from '../db/tables.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Draft } from '../domain/programs/draft-store.ts';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import { findVersion } from '../domain/programs/version-store.ts';
import { editProgramFile } from './edit-program-file.ts';
import { type Decide, type MergeConflict, mergeValues } from './merge-values.ts';
import { type Mistake, ProgramFileError } from './mistakes.ts';
import { parseProgramFile } from './parse-program-file.ts';
import { fileValues } from './write-program-file.ts';

/** The state of a draft, compared with the newest version of its program. */
export interface DraftState {
  /** The newest version. */
  version: number;
  /** The mistakes of the draft's file; if it has none, the mistakes of the merged file. */
  mistakes: readonly Mistake[];
  /** The places of the draft that others also changed, after the version on which the draft was begun. */
  conflicts: readonly MergeConflict[];
  /** The draft's file with the later changes of others that do not conflict. null: it cannot be merged yet. */
  merged: { file: string; definition: ProgramDefinition | null } | null;
}

/**
 * Merges a draft with the newest version of its program, without writing anything. A conflict that `decide` decides
 * does not count.
 */
export async function mergeDraft(
  db: Kysely<DB>,
  program: Pick<Program, 'id' | 'key'>,
  { file, base_version }: Pick<Draft, 'file' | 'base_version'>,
  decide: Decide = () => undefined,
): Promise<DraftState> {
  const { version, definition: theirs } = (await findVersion(db, program.id, null))!;
  const base =
    base_version === version ? theirs : (await findVersion(db, program.id, base_version))!.definition;
  return { version, ...mergeFile(file, base, theirs, decide) };
}

/** Merges the text of a program file that was made from `base` with the present definition of the program. Pure. */
export function mergeFile(
  file: string,
  base: ProgramDefinition,
  theirs: ProgramDefinition,
  decide: Decide,
): Omit<DraftState, 'version'> {
  const mine = checkDraftFile(file, theirs.key);
  if ('mistakes' in mine) return { mistakes: mine.mistakes, conflicts: [], merged: null };
  const { values, edits, conflicts } = mergeValues(
    fileValues(base),
    fileValues(theirs),
    fileValues(mine.definition),
    decide,
  );
  if (edits.length === 0) return { mistakes: [], conflicts, merged: { file, definition: mine.definition } };
  const text = editProgramFile(file, edits);
  const after = checkDraftFile(text, theirs.key);
  if ('mistakes' in after)
    return { mistakes: after.mistakes, conflicts, merged: { file: text, definition: null } };
  const { definition } = after;
  if (!isDeepStrictEqual(fileValues(definition), values))
    throw new Error('A merged program file says something else than what was merged.');
  return { mistakes: [], conflicts, merged: { file: text, definition } };
}

/** The program that the text of a draft describes, or every mistake in it. Pure. */
export function checkDraftFile(
  file: string,
  programKey: string,
): { definition: ProgramDefinition } | { mistakes: readonly Mistake[] } {
  try {
    const { definition, locate } = parseProgramFile(file, null);
    if (definition.key === programKey) return { definition };
    const message = `must be ${programKey}: the draft is of that program`;
    return { mistakes: [locate({ path: ['key'], message, at: 'value' })] };
  } catch (error) {
    if (error instanceof ProgramFileError) return { mistakes: error.mistakes };
    throw error;
  }
}
