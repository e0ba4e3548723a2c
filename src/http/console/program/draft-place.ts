import type { FastifyRequest } from 'fastify';
import { refuseUnlessOpen } from '../../../domain/operations/manage-drafts.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { type Draft, getDraft } from '../../../domain/programs/draft-store.ts';
import type { Visit } from '../visit.ts';
import { numberIn } from './read-program.ts';

/** The address of the draft that a request names. */
export function draftPlace(
  { place }: Pick<Visit, 'place'>,
  request: FastifyRequest,
): { id: number; at: string } {
  const id = numberIn((request.params as { id: string }).id);
  return { id, at: `${place}/program/drafts/${id}` };
}

/** The draft that a request changes. Throws `not_found`, and `draft_published` if it is no longer open. */
export async function openDraft(
  deps: Pick<Deps, 'db'>,
  visit: Visit,
  request: FastifyRequest,
): Promise<{ draft: Draft; at: string }> {
  const { id, at } = draftPlace(visit, request);
  const draft = await getDraft(deps.db, visit.program.id, id);
  refuseUnlessOpen(draft, { revision: null });
  return { draft, at };
}
