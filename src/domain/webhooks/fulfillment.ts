import type { ClaimRecord } from '../claims/claim-record.ts';
import { lockInProgram } from '../core/program-lock-store.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { ClaimTerms, RewardProperties } from '../programs/reward-kinds.ts';
import { newWebhookSecret, sealWebhookSecret } from './signing.ts';
import { insertEndpoint, insertWebhook, lockEndpointOfAddress } from './subscription-store.ts';

export const FULFILLMENT_TOPIC = 'rewards/fulfillment' satisfies WebhookTopic;

/**
 * The address that fulfils a claim: the present address of its reward, otherwise the address at the time of the claim.
 * undefined if the claim was taken back or handed over before the event was sent.
 */
export function fulfillmentAddress(program: Program, claim: ClaimRecord): string | undefined {
  if (claim.state !== 'approved' || claim.fulfilled_at !== null) return undefined;
  const now = program.reward(claim.reward_id)?.properties;
  return addressOf(now) ?? addressOf(claim.terms) ?? undefined;
}

function addressOf(terms: RewardProperties | ClaimTerms | undefined): string | null {
  return terms && 'fulfillment_webhook_url' in terms ? terms.fulfillment_webhook_url : null;
}

/** The webhook for an address that fulfils rewards. */
export interface FulfillmentWebhook {
  endpoint_id: number;
  webhook_id: number;
}

/** Finds or creates the webhooks for addresses that fulfil rewards. A disabled webhook keeps its pending deliveries. */
export async function ensureFulfillmentWebhooks(
  tx: Tx,
  deps: Secrets & Pick<Deps, 'clock' | 'random'>,
  programId: number,
  addresses: ReadonlySet<string>,
): Promise<Map<string, FulfillmentWebhook>> {
  const webhooks = new Map<string, FulfillmentWebhook>();
  if (addresses.size === 0) return webhooks;
  await lockInProgram(tx, 'subscriptions', programId);
  const created_at = deps.clock.real();
  for (const address of [...addresses].sort()) {
    const owner = { program_id: programId, address };
    const known = await lockEndpointOfAddress(tx, programId, address);
    const endpoint_id =
      known?.id ??
      (await insertEndpoint(tx, {
        ...owner,
        secret: sealWebhookSecret(deps, owner, newWebhookSecret(deps.random)),
        created_at,
        listens_until: null,
      }));
    const topic = FULFILLMENT_TOPIC;
    const { id } = await insertWebhook(tx, { program_id: programId, endpoint_id, topic, created_at });
    webhooks.set(address, { endpoint_id, webhook_id: id });
  }
  return webhooks;
}
