import type { Deps } from '../../deps.ts';
import { issueClaim } from '../claims/issue-claim.ts';
import { type ClaimRequest, newClaim, stockVariants } from '../claims/new-claim.ts';
import { countInCart, findClaimByPlatformAction, takeStock } from '../claims/store.ts';
import { getCustomer } from '../customers/find-customer.ts';
import { isConflict, isConstraintViolation } from '../database-errors.ts';
import { DomainError } from '../errors.ts';
import { claimGuarded } from '../ledger/hot-statements.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import { readStanding, type Standing } from '../ledger/read-standing.ts';
import { findRewardUsage, isOfOtherTerms, usedOnceMore } from '../ledger/usage.ts';
import {
  type Channel,
  type Program,
  type Reward,
  type RewardKind,
  spendsInOneStatement,
} from '../programs/configuration.ts';
import { settleCustomer } from '../settlement/settle-customer.ts';
import { type Hooks, runInTransaction, type Tx } from '../transaction.ts';
import { decideClaim, getReward } from './decide-claim.ts';
import { listStock, readSurroundings } from './store.ts';

export interface ClaimInput {
  program: Program;
  reward_id: number;
  customer_merchant_id: string;
  /** The kind that the caller's address names; undefined: any. */
  kind?: RewardKind;
  variant_id?: string | undefined;
  /** Only for custom rewards. */
  multiplier?: number | undefined;
  cart_id?: string | null;
  /** The caller's id of what it does: the same again, for this customer and reward, gives the first claim. */
  platform_action_id?: string | undefined;
  session?: { kind: 'cart' | 'checkout' | 'custom'; token: string } | null;
  channel: Channel;
  country: string | null;
}

export interface Claimed {
  customer_id: number;
  claimed_reward_id: number;
  /** A gift card's whole code, this once; null for other kinds and for a repeated platform_action_id. */
  full_code: string | null;
  /** True where a repeated platform_action_id gave the first claim again. */
  replayed: boolean;
}

/**
 * Claims a reward for points: the voucher's or gift card's code, or the product reserved for a cart.
 * Refuses with not_found, invalid_request (a missing variant_id, a multiplier on a kind that has none) and
 * with what `decideClaim` names. The balance never goes below zero, no stock below nothing.
 */
export async function claimReward(deps: Deps, input: ClaimInput, hooks?: Hooks<Claimed>): Promise<Claimed> {
  const { program } = input;
  const standing = await settledStanding(deps, input);
  const reward = getReward(program, input.reward_id);
  refuseConditionals(reward, input);
  if (!hooks && input.platform_action_id === undefined && spendsInOneStatement(program)) {
    const claimed = await claimUnlocked(deps, input, reward, standing);
    if (claimed) return claimed;
  }
  return runInTransaction(deps, hooks, (tx) => claimLocked(tx, deps, input, reward, standing.id));
}

async function settledStanding(deps: Deps, input: ClaimInput): Promise<Standing> {
  const { program, customer_merchant_id, reward_id } = input;
  const standing = await readStanding(deps.hot, program.id, customer_merchant_id, reward_id);
  if (standing.next_due_at === null || standing.next_due_at > deps.clock.now(program)) return standing;
  await settleCustomer(deps, program, await getCustomer(deps.db, program.id, customer_merchant_id));
  return readStanding(deps.hot, program.id, customer_merchant_id, reward_id);
}

function refuseConditionals(reward: Reward, input: ClaimInput): void {
  const details: Record<string, string> = {};
  if (reward.kind === 'product_cart' && input.variant_id === undefined)
    details.variant_id = 'is required for a product reward';
  if (input.multiplier !== undefined)
    details.multiplier = `is only supported for custom rewards, not for ${reward.kind}`;
  if (Object.keys(details).length > 0)
    throw new DomainError('invalid_request', 'The request is not valid.', { details });
}

/** One guarded statement; undefined where the ordinary path must decide (and say what is wrong, if anything). */
async function claimUnlocked(
  deps: Deps,
  input: ClaimInput,
  reward: Reward,
  standing: Standing,
): Promise<Claimed | undefined> {
  const { program } = input;
  const at = entryMoment(deps.clock.now(program), standing);
  const home = program.site(standing.site_id)!;
  if (isOfOtherTerms(standing.usage, reward.limit, home.time_zone, at)) return undefined;
  const variantIds = stockVariants(reward, input.variant_id ?? null);
  const needsSurroundings = variantIds.length > 0 || cartMaximum(reward) !== null;
  const around = needsSurroundings
    ? await readSurroundings(deps.hot, program.id, {
        reward_id: reward.id,
        variant_ids: variantIds,
        customer_id: standing.id,
        cart_id: input.cart_id ?? null,
      })
    : { stock: [], in_cart: 0 };
  const { variant, points_cost } = decideClaim(standing, {
    ...question(input, reward),
    usage: standing.usage,
    stock: around.stock,
    in_cart: input.cart_id ? around.in_cart : null,
    zone: home.time_zone,
    at,
  });
  const claim = newClaim(deps, program, home, standing.id, reward, variant, request(input, points_cost), at);
  const usage = usedOnceMore(standing.usage, reward.limit, home.time_zone, at);
  try {
    const id = await claimGuarded(deps.hot, standing.version, claim, usage);
    if (id === undefined) return undefined;
    return { customer_id: standing.id, claimed_reward_id: id, full_code: claim.full_code, replayed: false };
  } catch (error) {
    if (isConstraintViolation(error) || isConflict(error)) return undefined;
    throw error;
  }
}

async function claimLocked(
  tx: Tx,
  deps: Deps,
  input: ClaimInput,
  reward: Reward,
  customerId: number,
): Promise<Claimed> {
  const { program } = input;
  const customer = await lockCustomer(tx, program.id, customerId);
  if (input.platform_action_id !== undefined) {
    const first = await findClaimByPlatformAction(tx, customer, reward.id, input.platform_action_id);
    if (first)
      return { customer_id: customer.id, claimed_reward_id: first.id, full_code: null, replayed: true };
  }
  const at = entryMoment(deps.clock.now(program), customer);
  const home = program.site(customer.site_id)!;
  const cartId = input.cart_id ?? null;
  const stocks = stockVariants(reward, input.variant_id ?? null);
  const { variant, points_cost } = decideClaim(customer, {
    ...question(input, reward),
    usage: await findRewardUsage(tx, customer, reward, home.time_zone, at),
    stock: await listStock(tx, program.id, reward.id, stocks),
    in_cart:
      cartId !== null && cartMaximum(reward) !== null
        ? await countInCart(tx, customer, reward.id, cartId)
        : null,
    zone: home.time_zone,
    at,
  });
  if (!(await takeStock(tx, program.id, reward.id, stocks))) {
    throw new DomainError('reward_out_of_stock', 'The reward is out of stock.');
  }
  const issued = await issueClaim(
    tx,
    deps,
    program,
    customer,
    reward,
    variant,
    request(input, points_cost),
    at,
  );
  return {
    customer_id: customer.id,
    claimed_reward_id: issued.claimed_reward_id,
    full_code: issued.full_code,
    replayed: false,
  };
}

function cartMaximum(reward: Reward): number | null {
  return reward.properties.kind === 'product_cart' ? reward.properties.max_redemptions_per_cart : null;
}

function question(input: ClaimInput, reward: Reward) {
  return {
    reward,
    kind: input.kind,
    variant_id: input.variant_id ?? null,
    channel: input.channel,
    country: input.country,
  };
}

function request(input: ClaimInput, pointsCost: number): ClaimRequest {
  return {
    source: { kind: 'points_redemption', id: null, activity_id: null },
    points_cost: pointsCost,
    variant_id: input.variant_id ?? null,
    cart_id: input.cart_id ?? null,
    platform_action_id: input.platform_action_id ?? null,
    session: input.session ?? null,
    channel: input.channel,
  };
}
