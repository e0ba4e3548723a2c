import { previewProgram } from '../../../domain/operations/preview-program.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { type Draft, getDraft } from '../../../domain/programs/draft-store.ts';
import { type DraftState, mergeDraft } from '../../../program-file/merge-draft.ts';
import { ProgramFileError } from '../../../program-file/mistakes.ts';
import { readYaml } from '../../../program-file/read-yaml.ts';
import { isFields } from './file-schema.ts';
import type { ShownProgram } from './shown-program.ts';

type DraftDeps = Pick<Deps, 'db' | 'clock'>;

/** A draft, compared with the newest version. */
export interface ReadDraft {
  draft: Draft;
  state: DraftState;
}

/** Throws `not_found`. */
export async function readDraft(deps: DraftDeps, program: Program, id: number): Promise<ReadDraft> {
  const draft = await getDraft(deps.db, program.id, id);
  return { draft, state: await mergeDraft(deps.db, program, draft) };
}

/** The draft's own file as a screen shows it. Its words need a file without mistakes. */
export async function shownDraft(deps: DraftDeps, { draft, state }: ReadDraft): Promise<ShownProgram> {
  const definition = state.merged?.definition;
  const program = definition ? await previewProgram(deps, definition) : undefined;
  return { values: valuesOf(draft.file), program, mistakes: state.mistakes };
}

/** The values of a program file; empty if it is not YAML. */
export function valuesOf(file: string): Record<string, unknown> {
  const value = yamlOf(file)?.value;
  return isFields(value) ? value : {};
}

/** Whether a text is YAML, so that its entries can be edited separately. */
export function isYaml(file: string): boolean {
  return yamlOf(file) !== undefined;
}

function yamlOf(file: string): ReturnType<typeof readYaml> | undefined {
  try {
    return readYaml(file);
  } catch (error) {
    if (error instanceof ProgramFileError) return undefined;
    throw error;
  }
}
