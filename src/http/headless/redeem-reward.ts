import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { Tx } from '../../domain/core/transaction.ts';
import {
  type Claimed,
  claimedFrom,
  claimReward,
  readForClaim,
} from '../../domain/operations/claim-reward.ts';
import type { Program, Site } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { RunEach } from '../../domain/programs/key-lookup.ts';
import type { ClaimInput } from '../../domain/rewards/claim-input.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import { firstRead } from '../first-read.ts';
import { idempotent } from '../idempotency.ts';
import { knownOfClaim } from '../known-of-claim.ts';
import { renderObject } from '../rendered.ts';
import { Id, PlatformId } from '../schema-helpers.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { uncheckedId, uncheckedPlatformId } from '../unchecked.ts';
import { type ClaimedRewardBody, ClaimedRewardSchema } from './claimed-reward-schemas.ts';
import { type CustomerBody, CustomerSchema } from './customer-schema.ts';
import { presentClaimedReward } from './present-claimed-reward.ts';
import { renderCustomer } from './render-customer.ts';
import { loadAnswer, readBehind, storefrontContext } from './storefront-answer.ts';

/** The fields that every request body has. */
export const redeemFields = {
  reward_id: Id({ description: 'The reward to redeem.' }),
  customer_merchant_id: PlatformId({ description: "The customer's id in the store's platform." }),
};

/** The fields that every answer has. */
export const redeemedFields = {
  claimed_reward: ClaimedRewardSchema,
  customer: CustomerSchema,
};

/** The 422 codes with which a redemption may be refused; `more` are those of the kind. */
export function refusedWith(...more: string[]): string {
  const codes = [
    'customer_blocked',
    'customer_not_enrolled',
    'reward_kind_mismatch',
    'reward_not_enabled_for_customer',
    'reward_limit_reached',
    'reward_out_of_stock',
    'insufficient_points',
    ...more,
  ];
  return `Refused with 422: ${codes.map((code) => `\`${code}\``).join(', ')}.`;
}

/** The fields of a request that are not common to all kinds. */
type Asked = Required<Pick<ClaimInput, 'kind' | 'reward_id' | 'customer_merchant_id'>> &
  Pick<ClaimInput, 'variant_id' | 'cart_id' | 'discount' | 'fulfill_immediately' | 'used_on_order'>;

/** A new claim, with the values that its presenters need. */
export interface Redeemed {
  view: StorefrontView;
  claim: ClaimView;
  stock: StorefrontCustomer['stock'];
  /** A gift card's whole code; null for other kinds. */
  full_code: string | null;
}

interface RedeemedBody {
  claimed_reward: ClaimedRewardBody;
  customer: CustomerBody;
}

/**
 * Answers a redemption: the claim, the customer after it, and the fields of the kind. `ask` reads the body; its amounts
 * are in the currency of the site.
 */
export function redeem<More extends object>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  ask: (site: Site) => Asked,
  more: (redeemed: Redeemed) => More,
): Promise<void> {
  const read_behind = readBehind(deps, request);
  return idempotent(request, reply, deps, {
    effect: (hooks) => {
      const { program, site, channel, country } = storefrontContext(request);
      const audience = { program, channel, country, currency: site.currency };
      const reads = { first_read: firstRead(request, deps), read_behind };
      return claimReward(deps, { ...audience, ...ask(site), ...reads }, hooks);
    },
    resume: claimedFrom,
    known: knownOfClaim,
    present: async (claimed, tx) => {
      const { view, customer } = await loadAnswer(deps, request, claimed.customer_id, tx, { read_behind });
      const { stock } = customer;
      const claim = await claimOf(deps, request, customer, claimed, tx);
      const body = renderObject<RedeemedBody>({
        ...more({ view, claim, stock, full_code: claimed.full_code }),
        claimed_reward: presentClaimedReward(view, claim, stock),
        customer: renderCustomer(view, deps.publicUrl, customer),
      });
      return { status: 201, body, customer_id: claimed.customer_id };
    },
  });
}

/** Asks ahead for the data of the redemption that a body names. */
export function askForRedemption(
  _request: FastifyRequest,
  program: Program,
  hot: RunEach,
  body: unknown,
): Promise<unknown> | undefined {
  const reward_id = uncheckedId(body, 'reward_id');
  const customer_merchant_id = uncheckedPlatformId(body, 'customer_merchant_id');
  if (reward_id === undefined || customer_merchant_id === undefined) return undefined;
  const variant_id = uncheckedPlatformId(body, 'variant_id');
  const cart_id = uncheckedPlatformId(body, 'cart_id') ?? null;
  return readForClaim(hot, { program, reward_id, customer_merchant_id, variant_id, cart_id });
}

/** The customer shows only its latest claims: later claims may already have pushed this one out. */
async function claimOf(
  deps: Deps,
  request: FastifyRequest,
  { claims, cart_redemptions }: StorefrontCustomer,
  { claimed_reward_id: id }: Pick<Claimed, 'claimed_reward_id'>,
  tx: Tx | undefined,
): Promise<ClaimView> {
  const shown = [...claims, ...cart_redemptions].find((claim) => claim.id === id);
  return shown ?? (await loadClaim(deps, request.program, id, tx)).claim;
}
