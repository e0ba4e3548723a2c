import type { Actor } from '../audit/actor.ts';
import { DomainError } from '../core/errors.ts';
import type { ProgramRow } from './definition-store.ts';
import type { DraftWriter } from './draft-store.ts';
import type { ProgramSettings } from './program-settings.ts';

/**
 * Refuses a change by one person if the change needs two people. The program as it was before decides, so that nobody
 * turns approvals off alone. `writers`: the people who saved the draft of the change; undefined: there is no draft.
 * Throws DomainError('approval_required').
 */
export function refuseUnapproved(
  program: ProgramRow,
  by: Actor,
  writers: readonly DraftWriter[] | undefined,
): void {
  const { approvals } = program.settings as ProgramSettings;
  if (approvals?.publish !== 2) return;
  if (!writers) {
    const message = `Changes of ${program.key} take two people. Begin a draft with the change, for somebody else to publish.`;
    throw new DomainError('approval_required', message);
  }
  if (!writers.some((writer) => isSame(writer, by))) return;
  const message = `Changes of ${program.key} take two people, and you saved this draft. Somebody else has to publish it.`;
  throw new DomainError('approval_required', message);
}

/** All people at the command line count as one person, because commands do not know who runs them. */
function isSame(writer: DraftWriter, by: Actor): boolean {
  return writer.kind === by.kind && writer.id === ('id' in by ? by.id : null);
}
