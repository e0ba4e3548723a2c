import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  getWebhook,
  listWebhooks,
  rotateSecret,
  subscribe,
} from '../../../domain/operations/manage-webhooks.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../../domain/outbox/topics.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { listDeliveries } from '../../../domain/webhooks/delivery-listing-store.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idIn } from '../address-id.ts';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { pagePlace } from '../page-place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { SecretScreen } from './key-screen.tsx';
import { NewSecretScreen, WebhookScreen } from './webhook-screen.tsx';
import { outcomeWords } from './webhook-words.tsx';
import { NewWebhookScreen, type WebhookForm, WebhooksScreen } from './webhooks-screen.tsx';

export const showWebhooks: Show = async (deps, { program, place, frame }, _request, reply) => {
  const webhooks = await listWebhooks(deps, program.id);
  const view = { program, place, webhooks, now: deps.clock.real() };
  return sendScreen(reply, 200, <WebhooksScreen {...view} frame={frame('developers')} />);
};

export const showNewWebhook: Show = async (deps, visit, request, reply) =>
  sendNew(deps, visit, request, reply.code(200), { address: '', topics: [], wrong: {} });

export const addWebhook: Show = async (deps, visit, request, reply) => {
  const { program, place, wording } = visit;
  const { address: given = '', ...rest } = parametersOfForm(request).parameters;
  const address = given.trim();
  const topics = WEBHOOK_TOPICS.filter((topic) => rest[topic] === 'on');
  const complaint = deps.outbound.addressComplaint(address);
  const wrong = {
    ...(complaint !== undefined && {
      address: <DomainSentence>{`The address ${complaint}.`}</DomainSentence>,
    }),
    ...(topics.length === 0 && { topics: wording.say('hook_no_topic') }),
  };
  if (Object.keys(wrong).length > 0) {
    return sendNew(deps, visit, request, reply.code(422), { address, topics, wrong });
  }
  const secret = await subscribeAll(deps, visit, request, address, topics);
  if (secret === null) return leadTo(reply, `${place}/developers/webhooks`);
  const title = wording.say('hook_told_now', { program: program.name });
  return sendSecret(visit, reply, { address, secret, title });
};

/** Adds the topics one after the other. If an earlier attempt was cut short, its topics already exist. */
async function subscribeAll(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  address: string,
  topics: readonly WebhookTopic[],
): Promise<string | null> {
  const [first, ...others] = topics;
  const input = { program_id: visit.program.id, address, by: actorOf(request) };
  const { secret } = await actOnce(deps, visit, request, {
    effect: (hooks) => subscribe(deps, { ...input, topic: first! }, hooks),
    kept: (made) => ({ secret: made.secret }),
  });
  for (const topic of others) await subscribe(deps, { ...input, topic });
  return secret;
}

const ON_A_PAGE = 25;

export const showWebhook: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const webhook = await webhookOf(deps, visit, request);
  const query = textsOf(request.query);
  const filters = { customer_id: null, since_id: null, created_at_min: null, created_at_max: null };
  const page = await listDeliveries(deps.db, program.id, webhook.id, {
    order: 'newest_first',
    filters,
    from: pagePlace(query),
    limit: ON_A_PAGE,
    offset: 0,
  });
  const token = operatorFormToken(deps, request);
  const view = {
    program,
    place,
    token,
    webhook,
    page,
    now: deps.clock.real(),
    done: outcomeWords(query.done),
  };
  return sendScreen(reply, 200, <WebhookScreen {...view} frame={frame('developers')} />);
};

export const showNewSecret: Show = async (deps, visit, request, reply) => {
  const { place, frame } = visit;
  const webhook = await webhookOf(deps, visit, request);
  const view = { place, webhook, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <NewSecretScreen {...view} frame={frame('developers')} />);
};

export const changeSecret: Show = async (deps, visit, request, reply) => {
  const { id, address } = await webhookOf(deps, visit, request);
  const input = { program_id: visit.program.id, id, by: actorOf(request) };
  const { secret } = await actOnce(deps, visit, request, {
    effect: (hooks) => rotateSecret(deps, input, hooks),
    kept: (rotated) => ({ secret: rotated.secret }),
  });
  return sendSecret(visit, reply, { address, secret, title: visit.wording.say('secret_new') });
};

/** Throws `not_found` if the program has no webhook with this id. */
export async function webhookOf(
  deps: Deps,
  { program }: Visit,
  request: FastifyRequest,
): Promise<WebhookRecord> {
  const { id } = request.params as { id: string };
  return getWebhook(deps, program.id, idIn(id, 'There is no such webhook.'));
}

function sendNew(
  deps: Deps,
  { place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: WebhookForm,
): FastifyReply {
  const view = { place, form, token: operatorFormToken(deps, request) };
  return sendScreen(reply, reply.statusCode, <NewWebhookScreen {...view} frame={frame('developers')} />);
}

function sendSecret(
  { place, frame, wording: { say } }: Visit,
  reply: FastifyReply,
  given: { address: string; secret: string; title: string },
): FastifyReply {
  const screen = {
    title: given.title,
    about: given.address,
    words: say('hook_secret_once'),
    secret: given.secret,
    label: say('secret_copy'),
    back: { href: `${place}/developers/webhooks`, words: say('dev_webhooks') },
  };
  return sendScreen(reply, 200, <SecretScreen {...screen} frame={frame('developers')} />);
}
