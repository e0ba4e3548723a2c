import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { lockInProgram } from '../core/program-lock-store.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import {
  countOpenDrafts,
  type Draft,
  deleteDraftRow,
  insertDraft,
  lockDraft,
  updateDraft,
} from '../programs/draft-store.ts';
import { findLatestVersion } from '../programs/version-store.ts';

/** The greatest number of open drafts of one program. */
export const MOST_DRAFTS = 100;

type DraftDeps = Pick<Deps, 'db' | 'clock'>;

/** A draft, and the revision of it that the caller has seen; null: any. */
export interface SeenDraft {
  program_id: number;
  id: number;
  revision: number | null;
}

/**
 * Begins a draft. `file` may hold mistakes. `base_version`: the version that the file was made from, by default the
 * newest. Throws DomainError: `not_found` for a version that the program does not have, `too_many_drafts` beyond
 * `MOST_DRAFTS`.
 */
export async function createDraft(
  deps: DraftDeps,
  input: { program_id: number; file: string; note: string | null; base_version?: number; by: Actor },
  hooks?: Hooks<Draft>,
): Promise<Draft> {
  const { program_id, file, note, by } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    await lockInProgram(tx, 'drafts', program_id);
    const base_version = await existingVersion(tx, program_id, input.base_version);
    if ((await countOpenDrafts(tx, program_id)) >= MOST_DRAFTS) {
      const message = `A program has at most ${MOST_DRAFTS} open drafts. Publish or delete one first.`;
      throw new DomainError('too_many_drafts', message);
    }
    const draft = await insertDraft(tx, { program_id, base_version, file, note }, by, deps.clock.real());
    await recordAudit(tx, deps, {
      program_id,
      actor: by,
      action: 'draft.created',
      subject: { kind: 'draft', id: draft.id },
      details: { base_version },
    });
    return draft;
  });
}

/**
 * Saves a draft as its next revision. The same again saves nothing. Throws DomainError: `draft_moved` if others saved it
 * since the caller looked, `draft_published`, `not_found`.
 */
export async function saveDraft(
  deps: DraftDeps,
  { by, changes, ...seen }: SeenDraft & { changes: DraftChanges; by: Actor },
  hooks?: Hooks<Draft>,
): Promise<Draft> {
  return runInTransaction(deps, hooks, async (tx) => {
    const held = await lockOpenDraft(tx, seen);
    if (changes.base_version !== undefined) await existingVersion(tx, seen.program_id, changes.base_version);
    if (isSaved(held, changes)) return held;
    const draft = await updateDraft(tx, held, changes, by, deps.clock.real());
    const { revision, base_version } = draft;
    await recordAudit(tx, deps, {
      program_id: seen.program_id,
      actor: by,
      action: 'draft.saved',
      subject: { kind: 'draft', id: draft.id },
      details: { revision, base_version },
    });
    return draft;
  });
}

type DraftChanges = Partial<Pick<Draft, 'file' | 'note' | 'base_version'>>;

function isSaved(held: Draft, changes: DraftChanges): boolean {
  const names = Object.keys(changes) as (keyof DraftChanges)[];
  return names.every((name) => held[name] === changes[name]);
}

/** Throws DomainError: `draft_moved`, `draft_published`, `not_found`. */
export async function deleteDraft(
  deps: DraftDeps,
  { by, ...seen }: SeenDraft & { by: Actor },
  hooks?: Hooks<void>,
): Promise<void> {
  await runInTransaction(deps, hooks, async (tx) => {
    const held = await lockOpenDraft(tx, seen);
    await deleteDraftRow(tx, held);
    await recordAudit(tx, deps, {
      program_id: seen.program_id,
      actor: by,
      action: 'draft.deleted',
      subject: { kind: 'draft', id: held.id },
    });
  });
}

/** Locks a draft that can still be changed. Throws DomainError: `draft_moved`, `draft_published`, `not_found`. */
export async function lockOpenDraft(tx: Tx, seen: SeenDraft): Promise<Draft> {
  const held = await lockDraft(tx, seen.program_id, seen.id);
  refuseUnlessOpen(held, seen);
  return held;
}

/** Throws DomainError: `draft_moved`, `draft_published`. */
export function refuseUnlessOpen(
  { published_version, revision }: Draft,
  seen: Pick<SeenDraft, 'revision'>,
): void {
  if (published_version !== null) {
    throw new DomainError('draft_published', `The draft became version ${published_version}.`, {
      details: { version: published_version },
    });
  }
  if (seen.revision === null || seen.revision === revision) return;
  const message = `The draft is at revision ${revision}: somebody saved it since. Look at it and make the change anew.`;
  throw new DomainError('draft_moved', message, { details: { revision } });
}

async function existingVersion(tx: Tx, programId: number, wanted: number | undefined): Promise<number> {
  const latest = (await findLatestVersion(tx, programId))!;
  if (wanted === undefined) return latest;
  if (wanted >= 1 && wanted <= latest) return wanted;
  throw new DomainError('not_found', 'The program has no such version.');
}
