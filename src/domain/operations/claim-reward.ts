import { recordAudit } from '../audit/record-audit.ts';
import { poolRemaining } from '../claims/code-pool-store.ts';
import { issueClaim } from '../claims/issue-claim.ts';
import { type ClaimRequest, claimDue, newClaim } from '../claims/new-claim.ts';
import { drawsFromPool, reserveInventory, stockVariants } from '../claims/reserve-inventory.ts';
import { countInCart, findClaimByPlatformAction } from '../claims/store.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { lockOrderName } from '../core/program-lock-store.ts';
import { type Hooks, runInTransaction, type Skipped, skipped, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { getCustomer } from '../customers/find-customer.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { type DecisionSnapshot, readDecisionSnapshot } from '../ledger/decision-snapshot.ts';
import { isDue } from '../ledger/due.ts';
import { claimGuarded } from '../ledger/fast-path.ts';
import { expiryOf } from '../ledger/guarded-expiry.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { findRewardUsage } from '../ledger/reward-usage.ts';
import { isOfOtherTerms, usedOnceMore } from '../ledger/usage.ts';
import { findUsableOrder } from '../orders/usable-order.ts';
import type { Reward } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import { cartMaximum } from '../rewards/claim-conditions.ts';
import {
  type ClaimInput,
  type ClaimOptions,
  claimQuestion,
  claimRequest,
  readClaimOptions,
} from '../rewards/claim-input.ts';
import { decideClaim, getReward } from '../rewards/decide-claim.ts';
import { listStock } from '../rewards/store.ts';
import { processDue } from './process-due.ts';

export interface Claimed extends ClaimDraft {
  claimed_reward_id: number;
}

/** The claim that a draft became. */
export function claimedFrom(draft: ClaimDraft, claimed_reward_id: number): Claimed {
  return { ...draft, claimed_reward_id };
}

/** The result of a claim, without its id. */
interface ClaimDraft {
  customer_id: number;
  /** A gift card's whole code, shown this once; null for other kinds and for a repeated platform_action_id. */
  full_code: string | null;
  /** A voucher's code; null for other kinds and for a repeated platform_action_id. */
  voucher_code: string | null;
  /** True if a repeated platform_action_id gave the first claim again. */
  replayed: boolean;
}

/**
 * Claims a reward for points: a voucher's or gift card's code, a product reserved for a cart, or something that the
 * store fulfils. Throws not_found, the invalid_request of `readClaimOptions`, the refusals of `decideClaim`, and
 * voucher_allocation_failed. The balance and the stocks never go below zero, and no code is given twice.
 */
export async function claimReward(
  deps: Deps,
  input: ClaimInput,
  hooks?: Hooks<Claimed, ClaimDraft>,
): Promise<Claimed> {
  const snapshot = await decisionSnapshotAfterDue(deps, input);
  const reward = getReward(input.program, input.reward_id);
  const options = readClaimOptions(reward, input);
  const skips = fitsOneStatement(reward, input) ? skipped(hooks) : undefined;
  const claimed = skips && (await claimUnlocked(deps, input, reward, options, snapshot, skips));
  if (claimed) return claimed;
  return runInTransaction(deps, hooks, (tx) => claimLocked(tx, deps, input, reward, options, snapshot.id));
}

async function decisionSnapshotAfterDue(deps: Deps, input: ClaimInput): Promise<DecisionSnapshot> {
  const { program, customer_merchant_id } = input;
  const snapshot = await readForClaim(input.first_read ?? deps.hot, input);
  if (!isDue(program, snapshot, deps.clock.now(program))) return snapshot;
  await processDue(deps, program, await getCustomer(deps.db, program.id, customer_merchant_id));
  return readForClaim(deps.hot, input);
}

type FirstQuestion = Pick<
  ClaimInput,
  'program' | 'customer_merchant_id' | 'reward_id' | 'variant_id' | 'cart_id'
>;

/** The read that `claimReward` begins with. Throws not_found. */
export function readForClaim(hot: RunEach, input: FirstQuestion): Promise<DecisionSnapshot> {
  const { program, customer_merchant_id, reward_id } = input;
  const question = { subject_id: reward_id, around: surroundings(input) };
  return readDecisionSnapshot(hot, program.id, customer_merchant_id, question);
}

/** The stocks and the cart that the claim depends on; null: none. */
function surroundings({ program, reward_id, variant_id, cart_id = null }: FirstQuestion) {
  const reward = program.reward(reward_id);
  if (!reward) return null;
  const variant_ids = stockVariants(reward, variant_id ?? null);
  return variant_ids.length > 0 || cartMaximum(reward) !== null ? { variant_ids, cart_id } : null;
}

/** Claims that look for an earlier claim, for an order or for a code of their own, or are audited, do not fit. */
function fitsOneStatement(reward: Reward, { platform_action_id, used_on_order, by }: ClaimInput): boolean {
  return ![platform_action_id, used_on_order, by].some((one) => one !== undefined) && !drawsFromPool(reward);
}

/** Claims by one guarded statement. undefined: the ordinary path must decide, and find the error if there is one. */
async function claimUnlocked(
  deps: Deps,
  input: ClaimInput,
  reward: Reward,
  options: ClaimOptions,
  snapshot: DecisionSnapshot,
  { record }: Skipped<ClaimDraft>,
): Promise<Claimed | undefined> {
  const { program } = input;
  const at = entryMoment(deps.clock.now(program), snapshot);
  const home = program.site(snapshot.site_id)!;
  if (isOfOtherTerms(snapshot.usage, reward.limit, home.time_zone, at)) return undefined;
  const inventory = { stock_variant_ids: stockVariants(reward, options.variant_id), pooled_code: null };
  const around = snapshot.around ?? { stock: [], in_cart: 0 };
  const { variant, points_cost } = decideClaim(snapshot, {
    ...claimQuestion(input, reward, options),
    usage: snapshot.usage,
    stock: around.stock,
    pool_is_dry: false,
    in_cart: input.cart_id ? around.in_cart : null,
    zone: home.time_zone,
    at,
  });
  const expiry = expiryOf(program, snapshot, { approved: -points_cost, at });
  if (expiry === undefined) return undefined;
  const asked = claimRequest(input, options, points_cost, inventory, null);
  const claim = newClaim(deps, program, {
    home,
    customer_id: snapshot.id,
    reward,
    variant,
    request: asked,
    at,
  });
  const usage = usedOnceMore(snapshot.usage, reward.limit, home.time_zone, at);
  const { full_code, values } = claim;
  const draft = { customer_id: snapshot.id, full_code, voucher_code: values.code, replayed: false };
  const due = { ...claim, due_at: claimDue(claim), expiry };
  const answer = await record?.(draft);
  const hot = input.read_behind?.behind(deps.hot, snapshot.id) ?? deps.hot;
  const { configuration_version } = program;
  const versions = { version: snapshot.version, configuration_version };
  const claimed_reward_id = await claimGuarded(hot, versions, due, usage, answer);
  return claimed_reward_id === undefined ? undefined : claimedFrom(draft, claimed_reward_id);
}

async function claimLocked(
  tx: Tx,
  deps: Deps,
  input: ClaimInput,
  reward: Reward,
  options: ClaimOptions,
  customerId: number,
): Promise<Claimed> {
  const { program, used_on_order } = input;
  if (used_on_order !== undefined) {
    const name = { program_id: program.id, merchant_key: platformKey(used_on_order) };
    await lockOrderName(tx, name, 'shared');
  }
  const { customer, at } = await lockAfterDue(tx, deps, program, customerId);
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
    ...claimQuestion(input, reward, options),
    usage: await findRewardUsage(tx, customer, reward, time_zone, at),
    stock: await listStock(tx, program.id, reward.id, stockVariants(reward, options.variant_id)),
    pool_is_dry,
    in_cart:
      cartId !== null && cartMaximum(reward) !== null
        ? await countInCart(tx, customer, reward.id, cartId)
        : null,
    zone: time_zone,
    at,
  });
  const usedOn = await orderUsedOn(tx, customer, used_on_order);
  const inventory = await reserveInventory(tx, program.id, reward, options, at);
  if (!inventory) throw new DomainError('reward_out_of_stock', 'The reward is out of stock.');
  const asked = claimRequest(input, options, points_cost, inventory, usedOn);
  const issued = await issueClaim(tx, deps, program, customer, { reward, variant, request: asked, at });
  if (input.by) {
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: input.by,
      action: 'claim.made',
      subject: { kind: 'claimed_reward', id: issued.claimed_reward_id },
      details: { customer_id: customer.id, reward_id: reward.id, points: points_cost },
    });
  }
  return {
    customer_id: customer.id,
    claimed_reward_id: issued.claimed_reward_id,
    full_code: issued.full_code,
    voucher_code: issued.voucher_code,
    replayed: false,
  };
}

/**
 * The order that a caller names, which must stand. It has our id too if it is recorded and belongs to the locked customer.
 */
async function orderUsedOn(
  tx: Tx,
  customer: CustomerRow,
  merchantId: string | undefined,
): Promise<ClaimRequest['used_on']> {
  if (merchantId === undefined) return null;
  const order = await findUsableOrder(tx, customer.program_id, merchantId, 'usage.merchant_id');
  return {
    order_key: platformKey(merchantId),
    order_id: order?.customer_id === customer.id ? order.id : null,
  };
}
