import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { decideRequest } from '../../../domain/operations/manage-requests.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { STATUS_BY_DOMAIN_CODE } from '../../errors.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idOf } from '../address-id.ts';
import { Refusal } from '../customers/refusal.tsx';
import { isRefusal, type OwnRefusalWords } from '../customers/refusal-words.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import type { Outcome } from './outcome.tsx';
import { queueAddress, queueQuestion } from './queue-question.ts';
import { QueueScreen } from './queue-screen.tsx';
import { readQueue } from './read-queue.ts';

export const showQueue: Show = async (deps, visit, request, reply) =>
  sendQueue(deps, visit, request, reply.code(200));

/** The address of a form's answer has no screen of its own: it redirects to the requested queue. */
export const leadToQueue: Show = async (_deps, { place }, request, reply) =>
  leadTo(reply, queueAddress(place, queueQuestion(textsOf(request.query))));

/** Decides on a request. */
export const decide: Show = async (deps, visit, request, reply) => {
  const { decision, customer } = parametersOfForm(request).parameters;
  const request_id = idOf((request.params as { request: string }).request) ?? 0;
  const approve = decision === 'approve';
  if (!approve && decision !== 'decline')
    throw new DomainError('invalid_request', 'Approve it, or decline it.');
  const by = operatorActorOf(request);
  const asked = { program: visit.program, request_id, customer_id: idOf(customer) ?? 0, approve, by };
  try {
    await actOnce(deps, visit, request, {
      effect: (hooks) => decideRequest(deps, asked, hooks),
      kept: (result) => result,
    });
    const question = queueQuestion(textsOf(request.query));
    const done = approve ? 'approved' : 'declined';
    return leadTo(reply, queueAddress(visit.place, question, '', done));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return sendQueue(deps, visit, request, reply.code(STATUS_BY_DOMAIN_CODE[error.code]), {
      complaint: <Refusal of={error} own={NOT_DECIDED} />,
    });
  }
};

/** The reasons why an operator cannot decide on a request. */
const NOT_DECIDED: OwnRefusalWords = {
  approval_required: 'refusal_own_request',
  not_found: 'refusal_decided_before',
};

/** Sends the queue, with the result of a decision or with the reason why there is none. */
export async function sendQueue(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  ended: { complaint?: ComponentChildren; outcome?: Outcome } = {},
): Promise<FastifyReply> {
  const query = textsOf(request.query);
  const question = queueQuestion(query);
  const queue = await readQueue(deps, visit, question);
  const view = { visit, question, token: operatorFormToken(deps, request), done: query.done };
  return sendScreen(reply, reply.statusCode, <QueueScreen {...queue} {...view} {...ended} />);
}
