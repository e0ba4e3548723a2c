import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { listAffected, planProgram } from '../../../domain/operations/plan-program.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { ProgramDefinition } from '../../../domain/programs/program-definition.ts';
import { definitionOfDraft } from '../../../program-file/program-drafts.ts';
import { sendScreen } from '../access/screens.tsx';
import { idOf } from '../address-id.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { effectText } from './effect-words.ts';
import { numberIn, readVersion } from './read-program.ts';
import { sendRefused } from './show-drafts.tsx';
import { WhoScreen } from './who-screen.tsx';

const ON_A_PAGE = 200;

/** The customers of an effect of a rollback to a version. */
export const showWhoOfVersion: Show = async (deps, visit, request, reply) => {
  const { version } = request.params as { version: string };
  const { whole } = await readVersion(deps, visit.program, numberIn(version));
  const path = `${visit.place}/program/versions/${whole.version}`;
  const read = async () => whole.definition;
  return sendWho(deps, visit, request, reply, read, { path, plan: `${path}/rollback` });
};

/** The customers of an effect of a draft's publication. */
export const showWhoOfDraft: Show = async (deps, visit, request, reply) => {
  const { id } = request.params as { id: string };
  const read = () => definitionOfDraft(deps, visit.program, numberIn(id));
  const path = `${visit.place}/program/drafts/${id}`;
  return sendWho(deps, visit, request, reply, read, { path, plan: `${path}/plan` });
};

interface WhoPlaces {
  path: string;
  plan: string;
}

/** `read` throws the reasons why there is no plan. */
async function sendWho(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<ProgramDefinition>,
  places: WhoPlaces,
): Promise<FastifyReply> {
  try {
    return await sendAffected(deps, visit, request, reply, await read(), places);
  } catch (error) {
    const { say } = visit.wording;
    const back = { href: places.plan, words: say('plan_again') };
    return sendRefused(visit, reply, say('plan_none'), error, back);
  }
}

async function sendAffected(
  deps: Deps,
  { program, wording, place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  definition: ProgramDefinition,
  { path, plan }: WhoPlaces,
): Promise<FastifyReply> {
  const { effect = '', after } = textsOf(request.query);
  const whole = await planProgram(deps, definition);
  const told = whole.effects.find(({ name }) => name === effect);
  if (!told) throw new DomainError('not_found', 'The plan has no such effect any more.');
  const asked = { effect, after: idOf(after) ?? 0, limit: ON_A_PAGE };
  const { merchant_ids, next } = await listAffected(deps, definition, asked);
  return sendScreen(
    reply,
    200,
    <WhoScreen
      {...{ place, merchant_ids }}
      frame={frame('program')}
      sentence={effectText(wording, whole, told, program.sites[0]!.time_zone)}
      next={next === null ? undefined : withQuery(`${path}/who`, { effect, after: String(next) })}
      back={plan}
    />,
  );
}
