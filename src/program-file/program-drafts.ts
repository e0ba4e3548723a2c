import type { Actor } from '../domain/audit/actor.ts';
import { DomainError } from '../domain/core/errors.ts';
import type { Hooks } from '../domain/core/transaction.ts';
import type { ChangedProgram } from '../domain/operations/change-program.ts';
import {
  createDraft,
  refuseUnlessOpen,
  type SeenDraft,
  saveDraft,
} from '../domain/operations/manage-drafts.ts';
import { planProgram } from '../domain/operations/plan-program.ts';
import { publishDraft } from '../domain/operations/publish-draft.ts';
import type { ProgramPlan } from '../domain/plans/program-plan.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type Draft, getDraft } from '../domain/programs/draft-store.ts';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import { findVersion } from '../domain/programs/version-store.ts';
import { fileOfVersion } from './file-of-version.ts';
import { type DraftState, mergeDraft } from './merge-draft.ts';
import type { Decide } from './merge-values.ts';
import { formatPath, ProgramFileError } from './mistakes.ts';

type DraftDeps = Pick<Deps, 'db' | 'clock'>;

/** A change of a draft. `revision`: the revision that its author has seen; null: any. */
interface ChangeOfDraft extends Omit<SeenDraft, 'program_id'> {
  program: Pick<Program, 'id' | 'key'>;
  by: Actor;
}

/**
 * Begins a draft with a file, or with the file of a version, by default the newest. Throws DomainError('not_found') for
 * a version that the program does not have.
 */
export async function beginDraft(
  deps: DraftDeps,
  input: {
    program: Pick<Program, 'id'>;
    file?: string | undefined;
    from_version?: number | undefined;
    base_version?: number | undefined;
    note: string | null;
    by: Actor;
  },
  hooks?: Hooks<Draft>,
): Promise<Draft> {
  const { program, file, from_version, base_version, note, by } = input;
  const begin = (text: string, base: number | undefined) => {
    const draft = {
      program_id: program.id,
      file: text,
      note,
      by,
      ...(base !== undefined && { base_version: base }),
    };
    return createDraft(deps, draft, hooks);
  };
  if (file !== undefined) return begin(file, base_version);
  const version = await findVersion(deps.db, program.id, from_version ?? base_version ?? null);
  if (!version) throw new DomainError('not_found', 'The program has no such version.');
  // A draft with the file of an older version counts as a change of the newest one: it brings the old state back.
  return begin(fileOfVersion(version), from_version === undefined ? version.version : base_version);
}

/**
 * Saves the draft's text after `edit`. Throws the errors of `saveDraft`, and ProgramFileError for a text that is not
 * YAML.
 */
export async function editDraft(
  deps: DraftDeps,
  { program, id, revision, by }: ChangeOfDraft,
  edit: (file: string) => string,
): Promise<Draft> {
  const seen = { program_id: program.id, id, revision };
  const draft = await getOpenDraft(deps, seen);
  const changes = { file: edit(draft.file) };
  return saveDraft(deps, { ...seen, revision: draft.revision, changes, by });
}

/**
 * Saves a draft merged with the newest version, which becomes its base. Throws DomainError('draft_conflicts') for
 * conflicts that `decide` leaves open, and ProgramFileError if the draft's own file has mistakes.
 */
export async function saveMerged(
  deps: DraftDeps,
  { program, id, revision, by }: ChangeOfDraft,
  decide: Decide,
  hooks?: Hooks<Draft>,
): Promise<Draft> {
  const seen = { program_id: program.id, id, revision };
  const draft = await getOpenDraft(deps, seen);
  const state = await mergeDraft(deps.db, program, draft, decide);
  refuseConflicts(state);
  if (!state.merged) throw new ProgramFileError(state.mistakes);
  const changes = { file: state.merged.file, base_version: state.version };
  return saveDraft(deps, { ...seen, revision: draft.revision, changes, by }, hooks);
}

/** The plan of a draft's publication. Throws as `publishDraftFile` does. */
export async function planDraft(
  deps: DraftDeps,
  program: Pick<Program, 'id' | 'key'>,
  id: number,
): Promise<ProgramPlan> {
  return planProgram(deps, await definitionOfDraft(deps, program, id));
}

/** The program after a draft's publication. Throws as `publishDraftFile` does. */
export async function definitionOfDraft(
  deps: Pick<Deps, 'db'>,
  program: Pick<Program, 'id' | 'key'>,
  id: number,
): Promise<ProgramDefinition> {
  const draft = await getDraft(deps.db, program.id, id);
  return publishable(await mergeDraft(deps.db, program, draft)).definition;
}

/** The most merges of one publication: it is merged again if the program has changed meanwhile. */
const ATTEMPTS = 5;

/**
 * Publishes a draft, merged with the newest version. `version`: the version with which the caller has seen it merged;
 * undefined: any. Throws the errors of `publishDraft`, DomainError('draft_conflicts'), and ProgramFileError for
 * mistakes.
 */
export async function publishDraftFile(
  deps: DraftDeps,
  {
    program,
    id,
    revision,
    by,
    ...input
  }: ChangeOfDraft & { version?: number | undefined; note: string | null },
  hooks?: Hooks<ChangedProgram>,
): Promise<ChangedProgram> {
  const seen = { program_id: program.id, id, revision };
  for (let attempt = 1; ; attempt += 1) {
    const draft = await getOpenDraft(deps, seen);
    const state = await mergeDraft(deps.db, program, draft);
    const { definition, source } = publishable(state);
    const built_on = input.version ?? state.version;
    const publication = {
      ...seen,
      revision: draft.revision,
      definition,
      source,
      built_on,
      note: input.note,
      by,
    };
    try {
      return await publishDraft(deps, publication, hooks);
    } catch (error) {
      const moved = error instanceof DomainError && error.code === 'program_version_moved';
      if (!moved || input.version !== undefined || attempt === ATTEMPTS) throw error;
    }
  }
}

async function getOpenDraft(deps: Pick<Deps, 'db'>, seen: SeenDraft): Promise<Draft> {
  const draft = await getDraft(deps.db, seen.program_id, seen.id);
  refuseUnlessOpen(draft, seen);
  return draft;
}

function publishable(state: DraftState): { definition: ProgramDefinition; source: string } {
  refuseConflicts(state);
  if (!state.merged?.definition) throw new ProgramFileError(state.mistakes);
  return { definition: state.merged.definition, source: state.merged.file };
}

function refuseConflicts({ conflicts, version }: DraftState): void {
  if (conflicts.length === 0) return;
  const paths = conflicts.map(({ path }) => formatPath(path));
  const message = `Version ${version} and the draft changed the same: ${paths.join(', ')}. Decide each conflict first.`;
  throw new DomainError('draft_conflicts', message, { details: { version, paths } });
}
