import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { listAffected, planProgram } from '../../../domain/operations/plan-program.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { ProgramDefinition } from '../../../domain/programs/program-definition.ts';
import { definitionOfDraft } from '../../../program-file/program-drafts.ts';
import { sendScreen } from '../access/screens.tsx';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { numberIn, readVersion } from './read-program.ts';
import { WhoScreen } from './who-screen.tsx';

const ON_A_PAGE = 200;

/** The customers whom an effect of going back to a version concerns. */
export const showWhoOfVersion: Show = async (deps, visit, request, reply) => {
  const { version } = request.params as { version: string };
  const { whole } = await readVersion(deps, visit.program, numberIn(version));
  const path = `${visit.place}/program/versions/${whole.version}`;
  return sendWho(deps, visit, request, reply, whole.definition, { path, plan: `${path}/rollback` });
};

/** The customers whom an effect of publishing a draft concerns. */
export const showWhoOfDraft: Show = async (deps, visit, request, reply) => {
  const { id } = request.params as { id: string };
  const definition = await definitionOfDraft(deps, visit.program, numberIn(id));
  const path = `${visit.place}/program/drafts/${id}`;
  return sendWho(deps, visit, request, reply, definition, { path, plan: `${path}/plan` });
};

async function sendWho(
  deps: Deps,
  { place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  definition: ProgramDefinition,
  { path, plan }: { path: string; plan: string },
): Promise<FastifyReply> {
  const { effect = '', after } = textsOf(request.query);
  const { effects } = await planProgram(deps, definition);
  const told = effects.find(({ name }) => name === effect);
  if (!told) throw new DomainError('not_found', 'The plan has no such effect any more.');
  const asked = { effect, after: after === undefined ? 0 : numberIn(after), limit: ON_A_PAGE };
  const { merchant_ids, next } = await listAffected(deps, definition, asked);
  return sendScreen(
    reply,
    200,
    <WhoScreen
      {...{ place, merchant_ids }}
      frame={frame('program')}
      sentence={told.sentence}
      next={next === null ? undefined : withQuery(`${path}/who`, { effect, after: String(next) })}
      back={plan}
    />,
  );
}
