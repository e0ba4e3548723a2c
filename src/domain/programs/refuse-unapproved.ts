import type { Actor } from '../audit/actor.ts';
import { DomainError } from '../core/errors.ts';
import type { ProgramRow } from './definition-store.ts';
import type { DraftWriter } from './draft-store.ts';
import type { ProgramSettings } from './program-settings.ts';

/**
 * Refuses a change that takes two people and comes from one. The program as it is decides, so that nobody turns
 * approvals off alone. `writers`: whoever saved the draft of the change; undefined: it comes without one. Throws
 * DomainError('approval_required').
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

/** The people at the command line count as one person: commands know no other. */
function isSame(writer: DraftWriter, by: Actor): boolean {
  return writer.kind === by.kind && writer.id === ('id' in by ? by.id : null);
}
