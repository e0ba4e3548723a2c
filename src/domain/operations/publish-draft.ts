import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import { endDraft } from '../programs/draft-store.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import { applyIn } from './apply-program.ts';
import type { ChangedProgram } from './change-program.ts';
import { lockOpenDraft, type SeenDraft } from './manage-drafts.ts';

interface Publication extends SeenDraft {
  by: Actor;
  /** The draft's file as a definition, merged with `built_on`. */
  definition: ProgramDefinition;
  /** The text of that definition. */
  source: string;
  /** The newest version, which the definition was merged with. */
  built_on: number;
  /** The reason; null: that of the draft. */
  note: string | null;
}

/**
 * Makes a draft the program, as `changeProgram` does, and ends the draft in the same transaction. Throws DomainError:
 * `draft_moved`, `draft_published`, `not_found`, and the errors of `applyProgram`.
 */
export async function publishDraft(
  deps: Pick<Deps, 'db' | 'clock'>,
  { by, definition, source, built_on, note, ...seen }: Publication,
  hooks?: Hooks<ChangedProgram>,
): Promise<ChangedProgram> {
  return runInTransaction(deps, hooks, async (tx) => {
    const draft = await lockOpenDraft(tx, seen);
    const reason = note ?? draft.note;
    const origin = { source, built_on, ...(reason !== null && { note: reason }) };
    const { applied, followUp } = await applyIn(tx, deps, {
      definition,
      by,
      origin,
      lease_ms: 0,
      writers: draft.writers,
    });
    if (applied.program_id !== seen.program_id)
      throw new Error('A draft is of another program than its file.');
    await endDraft(tx, draft, applied.version);
    await recordAudit(tx, deps, {
      program_id: seen.program_id,
      actor: by,
      action: 'draft.published',
      subject: { kind: 'draft', id: draft.id },
      details: { revision: draft.revision, version: applied.version },
    });
    return { ...applied, follow_up_unfinished: followUp !== undefined };
  });
}
