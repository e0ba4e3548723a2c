import { poolRemaining } from '../claims/code-pool-store.ts';
import { issueClaim } from '../claims/issue-claim.ts';
import { type ClaimRequest, claimDue, newClaim } from '../claims/new-claim.ts';
import { drawsFromPool, type Supplies, stockVariants, takeSupplies } from '../claims/reserve-inventory.ts';
import { countInCart, findClaimByPlatformAction } from '../claims/store.ts';
import { isConflict, isConstraintViolation } from '../core/database-errors.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { getCustomer } from '../customers/find-customer.ts';
import { lockSettled } from '../due/process-due-in.ts';
import { readStanding, type Standing } from '../ledger/decision-snapshot.ts';
import { claimGuarded } from '../ledger/fast-path.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { findRewardUsage, isOfOtherTerms, usedOnceMore } from '../ledger/usage.ts';
import { findOrder } from '../orders/store.ts';
import { type Reward, spendsInOneStatement } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type ClaimInput, readWanted, type Wanted } from '../rewards/claim-input.ts';
import { cartMaximum, decideClaim, getReward } from '../rewards/decide-claim.ts';
import { listStock, readSurroundings } from '../rewards/store.ts';
import { settleCustomer } from './process-due.ts';

export interface Claimed {
  customer_id: number;
  claimed_reward_id: number;
  /** A gift card's whole code, this once; null for other kinds and for a repeated platform_action_id. */
  full_code: string | null;
  /** A voucher's code; null for other kinds and for a repeated platform_action_id. */
  voucher_code: string | null;
  /** True where a repeated platform_action_id gave the first claim again. */
  replayed: boolean;
}

/**
 * Claims a reward for points: a voucher's or gift card's code, a product reserved for a cart, or whatever the
 * store fulfils. Refuses with not_found, with invalid_request for what `readWanted` complains of, with what
 * `decideClaim` names, and with voucher_allocation_failed. The balance never goes below zero, no stock below
 * nothing, and no code is given twice.
 */
export async function claimReward(deps: Deps, input: ClaimInput, hooks?: Hooks<Claimed>): Promise<Claimed> {
  const standing = await settledStanding(deps, input);
  const reward = getReward(input.program, input.reward_id);
  const wanted = readWanted(reward, input);
  if ((!hooks || hooks.skippable) && fitsOneStatement(reward, input)) {
    const claimed = await claimUnlocked(deps, input, reward, wanted, standing);
    if (claimed) return claimed;
  }
  return runInTransaction(deps, hooks, (tx) => claimLocked(tx, deps, input, reward, wanted, standing.id));
}

async function settledStanding(deps: Deps, input: ClaimInput): Promise<Standing> {
  const { program, customer_merchant_id, reward_id } = input;
  const standing = await readStanding(deps.hot, program.id, customer_merchant_id, reward_id);
  if (standing.next_due_at === null || standing.next_due_at > deps.clock.now(program)) return standing;
  await settleCustomer(deps, program, await getCustomer(deps.db, program.id, customer_merchant_id));
  return readStanding(deps.hot, program.id, customer_merchant_id, reward_id);
}

/** Not what looks for an earlier claim, for an order or for a code of its own. */
function fitsOneStatement(reward: Reward, input: ClaimInput): boolean {
  return (
    spendsInOneStatement(input.program) &&
    input.platform_action_id === undefined &&
    input.used_on_order === undefined &&
    !drawsFromPool(reward)
  );
}

/** One guarded statement; undefined where the ordinary path must decide (and say what is wrong, if anything). */
async function claimUnlocked(
  deps: Deps,
  input: ClaimInput,
  reward: Reward,
  wanted: Wanted,
  standing: Standing,
): Promise<Claimed | undefined> {
  const { program } = input;
  const at = entryMoment(deps.clock.now(program), standing);
  const home = program.site(standing.site_id)!;
  if (isOfOtherTerms(standing.usage, reward.limit, home.time_zone, at)) return undefined;
  const supplies = { stock_variant_ids: stockVariants(reward, wanted.variant_id), pooled_code: null };
  const needsSurroundings = supplies.stock_variant_ids.length > 0 || cartMaximum(reward) !== null;
  const around = needsSurroundings
    ? await readSurroundings(deps.hot, program.id, {
        reward_id: reward.id,
        variant_ids: supplies.stock_variant_ids,
        customer_id: standing.id,
        cart_id: input.cart_id ?? null,
      })
    : { stock: [], in_cart: 0 };
  const { variant, points_cost } = decideClaim(standing, {
    ...question(input, reward, wanted),
    usage: standing.usage,
    stock: around.stock,
    pool_is_dry: false,
    in_cart: input.cart_id ? around.in_cart : null,
    zone: home.time_zone,
    at,
  });
  const asked = request(input, wanted, points_cost, supplies, null);
  const claim = newClaim(deps, program, home, standing.id, reward, variant, asked, at);
  const usage = usedOnceMore(standing.usage, reward.limit, home.time_zone, at);
  try {
    const id = await claimGuarded(deps.hot, standing.version, { ...claim, due_at: claimDue(claim) }, usage);
    if (id === undefined) return undefined;
    const { full_code, values } = claim;
    return {
      customer_id: standing.id,
      claimed_reward_id: id,
      full_code,
      voucher_code: values.code,
      replayed: false,
    };
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
  wanted: Wanted,
  customerId: number,
): Promise<Claimed> {
  const { program } = input;
  const { customer, at } = await lockSettled(tx, deps, program, customerId);
  if (input.platform_action_id !== undefined) {
    const first = await findClaimByPlatformAction(tx, customer, reward.id, input.platform_action_id);
    if (first)
      return {
        customer_id: customer.id,
        claimed_reward_id: first.id,
        full_code: null,
        voucher_code: null,
        replayed: true,
      };
  }
  const { time_zone } = program.site(customer.site_id)!;
  const cartId = input.cart_id ?? null;
  const pool_is_dry = drawsFromPool(reward) && (await poolRemaining(tx, program.id, reward.id, 1)) === 0;
  if (pool_is_dry) deps.logger.warn({ program: program.key, reward: reward.key }, 'a pool of codes is dry');
  const { variant, points_cost } = decideClaim(customer, {
    ...question(input, reward, wanted),
    usage: await findRewardUsage(tx, customer, reward, time_zone, at),
    stock: await listStock(tx, program.id, reward.id, stockVariants(reward, wanted.variant_id)),
    pool_is_dry,
    in_cart:
      cartId !== null && cartMaximum(reward) !== null
        ? await countInCart(tx, customer, reward.id, cartId)
        : null,
    zone: time_zone,
    at,
  });
  const usedOn = await orderUsedOn(tx, customer, input.used_on_order);
  const supplies = await takeSupplies(tx, program.id, reward, wanted, at);
  if (!supplies) throw new DomainError('reward_out_of_stock', 'The reward is out of stock.');
  const asked = request(input, wanted, points_cost, supplies, usedOn);
  const issued = await issueClaim(tx, deps, program, customer, reward, variant, asked, at);
  return {
    customer_id: customer.id,
    claimed_reward_id: issued.claimed_reward_id,
    full_code: issued.full_code,
    voucher_code: issued.voucher_code,
    replayed: false,
  };
}

/** The order that a caller names; by our id too where it is the locked customer's and known already. */
async function orderUsedOn(
  tx: Tx,
  customer: CustomerRow,
  merchantId: string | undefined,
): Promise<ClaimRequest['used_on']> {
  if (merchantId === undefined) return null;
  const order = await findOrder(tx, customer.program_id, merchantId);
  return {
    order_key: platformKey(merchantId),
    order_id: order?.customer_id === customer.id ? order.id : null,
  };
}

function question(input: ClaimInput, reward: Reward, wanted: Wanted) {
  return {
    reward,
    ...wanted,
    kind: input.kind,
    channel: input.channel,
    country: input.country,
  };
}

function request(
  input: ClaimInput,
  wanted: Wanted,
  pointsCost: number,
  supplies: Supplies,
  usedOn: ClaimRequest['used_on'],
): ClaimRequest {
  return {
    source: { kind: 'points_redemption', id: null, activity_id: null },
    points_cost: pointsCost,
    ...wanted,
    currency: wanted.discount?.asked.currency ?? input.currency ?? null,
    supplies,
    cart_id: input.cart_id ?? null,
    fulfill_immediately: input.fulfill_immediately ?? false,
    used_on: usedOn,
    platform_action_id: input.platform_action_id ?? null,
    session: input.session ?? null,
    channel: input.channel,
  };
}
