import { DomainError } from '../../../domain/core/errors.ts';
import { listActivitiesById } from '../../../domain/listings/activity-store.ts';
import { listWaitingBeside } from '../../../domain/listings/waiting-activities.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { sendLive } from '../live.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { type Chosen, chosenOf, resolutionOf } from './chosen.ts';
import { ConfirmScreen } from './confirm-screen.tsx';
import { decideActivities } from './decide-activities.ts';
import { outcomeOf } from './outcome.tsx';
import { queueQuestion } from './queue-question.ts';
import { namesOfCustomers, queueCounts } from './read-queue.ts';
import { sendQueue } from './show-queue.tsx';

/** Decides on the chosen activities. The first form asks for a confirmation. */
export const decideOnActivities: Show = async (deps, visit, request, reply) => {
  const form = parametersOfForm(request).parameters;
  const state = resolutionOf(form);
  if (!state) throw new DomainError('invalid_request', 'Approve them, or decline them.');
  const chosen = chosenOf(form);
  if (chosen.length === 0)
    return sendQueue(deps, visit, request, reply.code(400), {
      complaint: visit.wording.say('queue_choose_first'),
    });
  if (form.confirmed !== 'yes') {
    const beside = await listWaitingBeside(deps, visit.program.id, chosen);
    const read = await readChosen(deps, visit, [...chosen, ...beside]);
    if (read.activities.length === 0)
      return sendQueue(deps, visit, request, reply.code(404), {
        complaint: visit.wording.say('refusal_not_found'),
      });
    const along = new Set(beside.map(({ activity_id }) => activity_id));
    const question = queueQuestion(textsOf(request.query));
    const token = operatorFormToken(deps, request);
    return sendScreen(reply, 200, <ConfirmScreen {...{ visit, token, question, state, along }} {...read} />);
  }
  const by = operatorActorOf(request);
  const decided = await actOnce(deps, visit, request, {
    effect: () => decideActivities(deps, visit.program, { chosen, state, by }),
    kept: (result) => result,
  });
  const records = await readChosen(deps, visit, [...decided.along, ...decided.left]);
  return sendQueue(deps, visit, request, reply.code(200), { outcome: outcomeOf(visit, decided, records) });
};

/** The chosen activities that still belong to the customer with which they were shown. */
async function readChosen(deps: Deps, { program }: Visit, chosen: readonly Chosen[]) {
  const ids = chosen.map(({ activity_id }) => activity_id);
  const found = await listActivitiesById(deps, program.id, ids);
  const activities = found
    .filter(({ id, customer }) =>
      chosen.some((one) => one.activity_id === id && one.customer_id === customer.id),
    )
    .sort((a, b) => a.id - b.id);
  const customers = await namesOfCustomers(
    deps,
    program,
    activities.map(({ customer }) => customer.id),
  );
  return { activities, customers };
}

/** The interval of the looks at the counts. */
const EVERY_MS = 5_000;

/** The counts of everything that waits. */
export const showQueueProgress: Show = async (deps, { program, tools, wording }, _request, reply) =>
  sendLive(
    deps,
    reply,
    tools.closing,
    async () => ({ text: await queueCounts(deps, program, wording), ended: false }),
    EVERY_MS,
  );
