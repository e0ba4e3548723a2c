import type { Actor } from '../audit/actor.ts';
import type { ChosenDiscount } from '../claims/chosen-discount.ts';
import type { ClaimRequest } from '../claims/new-claim.ts';
import type { ReservedInventory } from '../claims/reserve-inventory.ts';
import { DomainError } from '../core/errors.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import type { Channel } from '../programs/program-settings.ts';
import type { ReadBehind } from '../programs/read-behind.ts';
import { formOf, leavesAmountOpen, type RewardKind } from '../programs/reward-kinds.ts';
import { type RequestedAmount, requestedDiscount } from './requested-discount.ts';

export interface ClaimInput {
  program: Program;
  reward_id: number;
  customer_merchant_id: string;
  /** The kind that the caller's address names; undefined: any. */
  kind?: RewardKind;
  variant_id?: string | undefined;
  /** Only for custom rewards. */
  multiplier?: number | undefined;
  /** The discount for a reward that leaves it open, or the complaint about it. Other rewards ignore it. */
  discount?: RequestedAmount | { complaint: string } | undefined;
  /** Whether a reward that the store fulfils by hand is fulfilled together with the claim. Other rewards ignore it. */
  fulfill_immediately?: boolean | undefined;
  /** The platform's id of the order on which a custom reward is used at once. */
  used_on_order?: string | undefined;
  cart_id?: string | null;
  /** The caller's id of its action. The same id again, for this customer and reward, gives the first claim. */
  platform_action_id?: string | undefined;
  session?: { kind: 'cart' | 'checkout' | 'custom'; token: string } | null;
  channel: Channel;
  country: string | null;
  /** The currency in which the customer sees its claim; undefined: the home site's. */
  currency?: string | undefined;
  /** The actor of a claim by hand, which is audited; undefined: the customer itself. */
  by?: Actor;
  /** Has the answer to `readForClaim` if the read was sent ahead; absent: Postgres is asked now. */
  first_read?: RunEach;
  /** The read that is sent together with the write, if the write is one statement. */
  read_behind?: ReadBehind;
}

/** The part of a request that depends on the reward. */
export interface ClaimOptions {
  /** For a product: the variant's id, in any of its forms. */
  variant_id: string | null;
  quantity: number;
  /** null if the reward's amount is fixed. */
  discount: ChosenDiscount | null;
}

/**
 * Reads the part of the request that depends on its reward. Throws invalid_request if a value is missing that the
 * reward's kind needs, or is given that it cannot have. If the address names another kind, nothing is checked yet.
 */
export function readClaimOptions(reward: Reward, input: ClaimInput): ClaimOptions {
  const options = {
    variant_id: input.variant_id ?? null,
    quantity: input.multiplier ?? 1,
    discount: null,
  };
  if (input.kind !== undefined && input.kind !== reward.kind) return options;
  const details: Record<string, string> = {};
  if (formOf(reward.kind) === 'cart_line' && input.variant_id === undefined)
    details.variant_id = 'is required for a product reward';
  if (input.multiplier !== undefined && formOf(reward.kind) !== 'by_store')
    details.multiplier = `is only supported for custom rewards, not for ${reward.kind}`;
  const discount = readDiscount(reward, input);
  if (discount && 'complaint' in discount) details.discount_amount = discount.complaint;
  if (Object.keys(details).length > 0)
    throw new DomainError('invalid_request', 'The request is not valid.', { details });
  return discount && 'asked' in discount ? { ...options, discount } : options;
}

function readDiscount({ properties }: Reward, { program, discount }: ClaimInput) {
  if (!leavesAmountOpen(properties)) return undefined;
  if (!discount) return { complaint: 'is required for a discount of a chosen amount' };
  return 'complaint' in discount ? discount : requestedDiscount(program, properties, discount);
}

/** The part of a request that `decideClaim` needs, beside the state that was read. */
export function claimQuestion(input: ClaimInput, reward: Reward, options: ClaimOptions) {
  return {
    reward,
    ...options,
    kind: input.kind,
    channel: input.channel,
    country: input.country,
  };
}

/** The claim that a customer pays for with points, after its inventory is reserved. */
export function claimRequest(
  input: ClaimInput,
  options: ClaimOptions,
  pointsCost: number,
  inventory: ReservedInventory,
  usedOn: ClaimRequest['used_on'],
): ClaimRequest {
  return {
    source: { kind: 'points_redemption', id: null, activity_id: null },
    points_cost: pointsCost,
    ...options,
    currency: options.discount?.asked.currency ?? input.currency ?? null,
    inventory,
    cart_id: input.cart_id ?? null,
    fulfill_immediately: input.fulfill_immediately ?? false,
    used_on: usedOn,
    platform_action_id: input.platform_action_id ?? null,
    session: input.session ?? null,
    channel: input.channel,
  };
}
