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

/** A draft as it stands against the newest version of its program. */
export interface DraftState {
  /** The newest version. */
  version: number;
  /** The mistakes of the draft's file; if it has none, those of the merged file. */
  mistakes: readonly Mistake[];
  /** The places that others changed too, since the version that the draft was begun on. */
  conflicts: readonly MergeConflict[];
  /** The draft's file with the changes of others since then, where they do not conflict. null: there is none yet. */
  merged: { file: string; definition: ProgramDefinition | null } | null;
}

/**
 * Merges a draft with the newest version of its program, without writing anything. A conflict that `decide` decides is
 * none.
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

/** Merges the text of a program file that was made from `base` with the definition that the program has now. Pure. */
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
