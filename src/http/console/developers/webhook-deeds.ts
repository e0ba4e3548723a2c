import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { subscribe, unsubscribe } from '../../../domain/operations/manage-webhooks.ts';
import { replayDelivery, replayFailed, tryTopic } from '../../../domain/operations/try-webhooks.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isDelivered } from '../../../domain/webhooks/attempt-delivery.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { actorOf } from '../../actor-of.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idIn } from '../address-id.ts';
import { withQuery } from '../place.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { webhookOf } from './show-webhooks.tsx';
import type { WebhookOutcome } from './webhook-words.tsx';

/** The forms on the screen of a webhook. */
export const actOnWebhook: Show = async (deps, visit, request, reply) => {
  const webhook = await webhookOf(deps, visit, request);
  const { deed, delivery = '' } = parametersOfForm(request).parameters;
  const path = `${visit.place}/developers/webhooks`;
  const own = { program_id: visit.program.id, by: actorOf(request) };
  if (deed === 'remove') {
    await unsubscribe(deps, { ...own, id: webhook.id });
    return leadTo(reply, path);
  }
  const done = await doneBy(deps, visit, request, webhook, { deed, delivery });
  return leadTo(reply, withQuery(`${path}/${webhook.id}`, { done }));
};

async function doneBy(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  webhook: WebhookRecord,
  { deed, delivery }: { deed: string | undefined; delivery: string },
): Promise<WebhookOutcome> {
  const { program } = visit;
  const own = { program_id: program.id, by: actorOf(request) };
  const { id, topic, address } = webhook;
  switch (deed) {
    case 'test': {
      const payload = visit.tools.samplePayload(topic);
      const now = deps.clock.now(program);
      const attempts = await tryTopic(deps, { program_id: program.id, topic, payload, now });
      if (attempts.length === 0) return 'nobody';
      return attempts.every(isDelivered) ? 'tested' : 'test_failed';
    }
    case 'replay':
      return replay(deps, { ...own, id: idIn(delivery, 'There is no such delivery.') });
    case 'replay_failed': {
      const { deliveries } = await actOnce(deps, visit, request, {
        effect: (hooks) => replayFailed(deps, { ...own, webhook_id: id }, hooks),
        kept: (replayed) => replayed,
      });
      return deliveries > 0 ? 'queued' : 'none';
    }
    case 'enable':
      await subscribe(deps, { ...own, topic, address });
      return 'enabled';
    default:
      throw new DomainError('invalid_request', 'There is no such deed.');
  }
}

async function replay(deps: Deps, input: Parameters<typeof replayDelivery>[1]): Promise<WebhookOutcome> {
  try {
    return isDelivered(await replayDelivery(deps, input)) ? 'delivered' : 'failed';
  } catch (error) {
    // After a second press of the button, the delivery is already on its way.
    if (error instanceof DomainError && error.code === 'not_found') return 'on_its_way';
    throw error;
  }
}
