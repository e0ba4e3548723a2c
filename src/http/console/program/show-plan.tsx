import type { FastifyReply, FastifyRequest } from 'fastify';
import { planProgram } from '../../../domain/operations/plan-program.ts';
import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { Draft } from '../../../domain/programs/draft-store.ts';
import { definitionOfDraft, publishDraftFile } from '../../../program-file/program-drafts.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { draftPlace } from './draft-place.ts';
import { PlanScreen } from './plan-screen.tsx';
import { readDraft } from './read-draft.ts';
import { numberIn } from './read-program.ts';
import { type Complaint, complaintsAbout } from './refused-change.ts';
import { noteOf } from './sent-text.ts';
import { mayPreview } from './show-drafts.tsx';
import { mayChange } from './show-program.tsx';

/** The effects of a draft's publication. */
export const showPlan: Show = async (deps, visit, request, reply) =>
  sendPlan(deps, visit, request, reply.code(200), []);

/** Publishes the draft if its revision and version are those of the shown plan; otherwise shows the new plan first. */
export const publish: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const { id } = draftPlace(visit, request);
  const form = parametersOfForm(request).parameters;
  const seen = { program, id, revision: numberIn(form.revision), version: numberIn(form.version) };
  const note = noteOf(form);
  try {
    const published = await actOnce(deps, visit, request, {
      effect: (hooks) => publishDraftFile(deps, { ...seen, note, by: actorOf(request) }, hooks),
      kept: (changed) => ({ version: changed.version }),
    });
    return leadTo(reply, `${place}/program/versions/${published.version}`);
  } catch (error) {
    return sendPlan(deps, visit, request, reply.code(422), complaintsAbout(error));
  }
};

async function sendPlan(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  complaints: readonly Complaint[],
): Promise<FastifyReply> {
  const { program, place, frame } = visit;
  const { id, at } = draftPlace(visit, request);
  const read = await readDraft(deps, program, id);
  const { published_version } = read.draft;
  if (published_version !== null) return leadTo(reply, `${place}/program/versions/${published_version}`);
  const planned = await planOf(deps, visit, id);
  const takes_two = program.settings.approvals?.publish === 2;
  return sendScreen(
    reply,
    reply.statusCode,
    <PlanScreen
      {...{ read, takes_two }}
      {...planned}
      frame={frame('program')}
      path={at}
      zone={program.sites[0]!.time_zone}
      complaints={complaints.length > 0 ? complaints : planned.complaints}
      previews={mayPreview(visit)}
      who={mayPreview(visit) ? `${at}/who` : undefined}
      publisher={publisherOf(visit, read.draft, takes_two)}
      address={new URL(`${at}/plan`, deps.publicUrl).href}
      token={operatorFormToken(deps, request)}
    />,
  );
}

/** The plan of a draft, or the reasons why it has none. */
async function planOf(
  deps: Deps,
  { program }: Visit,
  id: number,
): Promise<{ plan?: ProgramPlan; complaints: readonly Complaint[] }> {
  try {
    return { plan: await planProgram(deps, await definitionOfDraft(deps, program, id)), complaints: [] };
  } catch (error) {
    return { complaints: complaintsAbout(error) };
  }
}

function publisherOf(visit: Visit, { writers }: Draft, takesTwo: boolean): 'me' | 'another' | 'not_me' {
  if (!mayChange(visit)) return 'not_me';
  const isWriter = writers.some(({ kind, id }) => kind === 'operator' && id === visit.operator.id);
  return takesTwo && isWriter ? 'another' : 'me';
}
