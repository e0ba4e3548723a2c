import { productVariant } from '../claims/product-variant.ts';
import { countInCart } from '../claims/store.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { RefusalReason } from '../core/refusal-reason.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type Explained, explained } from '../explain/explained.ts';
import { listHeldLots, listPendingPoints } from '../explain/store.ts';
import { readSupplies, type Supply } from '../explain/supply.ts';
import { type ComingBalance, comingBalances, whenAffordable } from '../explain/when-affordable.ts';
import { readExpiryTerms } from '../ledger/lot-store.ts';
import { findRewardUsages } from '../ledger/reward-usage.ts';
import { type Program, type Reward, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { leavesAmountOpen } from '../programs/reward-kinds.ts';
import { cartMaximum, productVariantIds } from '../rewards/claim-conditions.ts';
import { type ClaimInput, type ClaimOptions, readClaimOptions } from '../rewards/claim-input.ts';
import { type ClaimQuestion, claimRefusals, costOf, getReward } from '../rewards/decide-claim.ts';
import { withSnapshotAfterDue } from './snapshot-after-due.ts';

/** A claim to be explained. An absent part is chosen in the customer's favour. */
export type ConsideredClaim = Pick<
  ClaimInput,
  'program' | 'reward_id' | 'variant_id' | 'multiplier' | 'discount' | 'cart_id' | 'channel'
> & {
  /** The customer as a path names it, decoded once. */
  merchant_id: string;
  /** null: the country of the customer's home site. */
  country: string | null;
};

export interface RewardExplanation {
  reward: Reward;
  customer: CustomerRow;
  /** The cost of the claim. */
  points_cost: number;
  /** Every reason to refuse, in the order in which a claim would refuse; empty: the claim is possible. */
  obstacles: Explained[];
}

/**
 * Whether a customer can claim a reward now. Unless the question names them, any variant of a product and the least
 * amount of an open discount suffice. Writes nothing but the customer's due work. Throws not_found, and invalid_request
 * as a claim would.
 */
export async function explainReward(deps: Deps, asked: ConsideredClaim): Promise<RewardExplanation> {
  const { program, merchant_id, reward_id } = asked;
  return withSnapshotAfterDue(deps, program, merchant_id, async (tx, customer, at) => {
    const facts = await readFacts(tx, program, [getReward(program, reward_id)], customer, at);
    return explainOn(tx, asked, facts, customer, at);
  });
}

/**
 * The same for every reward of the program, in its order and at one moment. It takes as many statements as for one
 * reward.
 */
export async function explainRewards(
  deps: Deps,
  asked: Pick<ConsideredClaim, 'program' | 'merchant_id' | 'channel' | 'country'>,
): Promise<RewardExplanation[]> {
  const { program, merchant_id } = asked;
  return withSnapshotAfterDue(deps, program, merchant_id, async (tx, customer, at) => {
    const facts = await readFacts(tx, program, program.rewards, customer, at);
    const explanations: RewardExplanation[] = [];
    for (const { id: reward_id } of program.rewards)
      explanations.push(await explainOn(tx, { ...asked, reward_id }, facts, customer, at));
    return explanations;
  });
}

/** The state of the rewards that are asked about. */
interface Facts {
  supplyOf(reward: Reward): Supply;
  usages: ReadonlyMap<number, UsageCounter>;
  /** Reads them once, for the first reward that costs more points than the customer has. */
  balances(): Promise<readonly ComingBalance[]>;
}

async function readFacts(
  tx: Tx,
  program: Program,
  rewards: readonly Reward[],
  customer: CustomerRow,
  at: number,
): Promise<Facts> {
  const { time_zone } = program.site(customer.site_id)!;
  let balances: Promise<readonly ComingBalance[]> | undefined;
  return {
    supplyOf: await readSupplies(tx, program, rewards),
    usages: await findRewardUsages(tx, customer, rewards, time_zone, at),
    balances: async () => {
      balances ??= readComingBalances(tx, program, customer);
      return balances;
    },
  };
}

async function explainOn(
  tx: Tx,
  asked: ConsideredClaim,
  facts: Facts,
  customer: CustomerRow,
  at: number,
): Promise<RewardExplanation> {
  const { program, reward_id } = asked;
  const reward = getReward(program, reward_id);
  const wanted = wantedOf(asked, reward, customer);
  const supply = facts.supplyOf(reward);
  const usage = facts.usages.get(reward.id);
  const common = await readCircumstances(tx, asked, reward, usage, customer, at);
  const { question, obstacles } = wanted
    .map((one) => {
      const stock = supply.stockFor(one.variant_id);
      const question = { ...common, ...one, stock, pool_is_dry: supply.pool_is_dry };
      return { question, obstacles: [...claimRefusals(customer, question)] };
    })
    .reduce((best, next) => (next.obstacles.length < best.obstacles.length ? next : best));
  const points_cost = costOf(variantFor(reward, customer.tier_id), question);
  const entries: Explained[] = [];
  for (const obstacle of obstacles)
    entries.push(await explainOne(asked, facts, customer, question, supply, obstacle));
  return { reward, customer, points_cost, obstacles: entries };
}

/** The options of the claim, once for each possible variant. */
function wantedOf(asked: ConsideredClaim, reward: Reward, customer: CustomerRow): ClaimOptions[] {
  const { properties } = reward;
  const least = leavesAmountOpen(properties)
    ? { amount_minor: properties.minimum_discount_minor, currency: asked.program.currency }
    : undefined;
  const variants =
    asked.variant_id === undefined ? (productVariantIds(reward) ?? [undefined]) : [asked.variant_id];
  return variants.map((variant_id) =>
    readClaimOptions(reward, {
      ...asked,
      customer_merchant_id: customer.merchant_id,
      variant_id,
      discount: asked.discount ?? least,
    }),
  );
}

/** The facts that are the same for every variant. */
async function readCircumstances(
  tx: Tx,
  { program, cart_id = null, channel, country }: ConsideredClaim,
  reward: Reward,
  usage: UsageCounter | undefined,
  customer: CustomerRow,
  at: number,
): Promise<Omit<ClaimQuestion, keyof ClaimOptions | 'stock' | 'pool_is_dry'>> {
  const home = program.site(customer.site_id)!;
  const isCounted = cart_id !== null && cartMaximum(reward) !== null;
  return {
    reward,
    kind: undefined,
    channel,
    country: country ?? home.country,
    usage,
    in_cart: isCounted ? await countInCart(tx, customer, reward.id, cart_id) : null,
    zone: home.time_zone,
    at,
  };
}

async function explainOne(
  { program, variant_id }: ConsideredClaim,
  { balances }: Facts,
  customer: CustomerRow,
  { reward, quantity }: ClaimQuestion,
  supply: Supply,
  obstacle: RefusalReason,
): Promise<Explained> {
  const entry = explained(program, reward, obstacle);
  if (obstacle.code === 'insufficient_points') {
    const needed = customer.points_approved + obstacle.points_missing;
    return { ...entry, lifts_at: whenAffordable(needed, await balances()) };
  }
  if (obstacle.code !== 'reward_out_of_stock') return entry;
  const emptied = supply.variantsBelow(quantity);
  const asked = variant_id === undefined ? undefined : productVariant(reward, variant_id);
  return { ...entry, variants_out_of_stock: asked ? emptied.filter((id) => id === asked.id) : emptied };
}

async function readComingBalances(tx: Tx, program: Program, customer: CustomerRow): Promise<ComingBalance[]> {
  return comingBalances({
    customer,
    terms: await readExpiryTerms(tx, program.id),
    zone: program.site(customer.site_id)!.time_zone,
    pending: await listPendingPoints(tx, customer),
    lots: await listHeldLots(tx, customer),
  });
}
