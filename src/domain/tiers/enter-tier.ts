import { issueClaim } from '../claims/issue-claim.ts';
import { givenClaim } from '../claims/new-claim.ts';
import { reserveInventory } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type Program, type Tier, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { forgetWithdrawn, insertTierEntry, updateMembership } from './store.ts';
import { isHigher } from './tier-progress.ts';

/** Entering a tier may give rewards. */
export type TierDeps = Pick<Deps, 'random' | 'secret'>;

/** A tier gives one of each entry reward. */
const ONE = { variant_id: null, quantity: 1 };

/**
 * Starts a membership of the locked customer in a tier, as recorded at `at`. A change of tier is noted in the history.
 * A higher tier, or the first one, gives its entry rewards. A blocked customer gets none. A customer whose former tier
 * has left the program file gets none either, if that tier was this one or a higher one.
 */
export async function enterTier(
  tx: Tx,
  deps: TierDeps,
  program: Program,
  customer: CustomerRow,
  tier: Tier,
  membership: { started_at: number; expires_at: number | null; at: number },
): Promise<CustomerRow> {
  const { started_at, at } = membership;
  const before = customer.tier_id === null ? undefined : program.tier(customer.tier_id);
  if (tier.id !== customer.tier_id) await insertTierEntry(tx, customer, tier.id, started_at, at);
  const entered = await updateMembership(tx, customer, { tier_id: tier.id, ...membership });
  if (customer.blocked_at !== null || (before && !isHigher(tier, before))) return entered;
  const withdrawn = withdrawnTier(program, customer, started_at);
  if (withdrawn && !isHigher(tier, withdrawn)) return entered;
  const current = customer.withdrawn_tier_id === null ? entered : await forgetWithdrawn(tx, entered);
  return giveEntryRewards(tx, deps, program, current, tier, at);
}

/**
 * The tier that left the program file while the customer was in it; undefined after the time that the membership would
 * have lasted.
 */
function withdrawnTier(program: Program, customer: CustomerRow, at: number): Tier | undefined {
  const { withdrawn_tier_id: id, withdrawn_tier_until: until } = customer;
  return id === null || (until !== null && until <= at) ? undefined : program.tier(id);
}

/**
 * A reward that is out of stock is not given. Rewards are given in ascending order, so that two customers who enter at
 * once lock stocks in the same order.
 */
async function giveEntryRewards(
  tx: Tx,
  deps: TierDeps,
  program: Program,
  customer: CustomerRow,
  tier: Tier,
  at: number,
): Promise<CustomerRow> {
  const source = { kind: 'tier_entry', id: tier.id, activity_id: null } as const;
  let after = customer;
  for (const id of [...tier.entry_reward_ids].sort((a, b) => a - b)) {
    const reward = program.reward(id)!;
    const inventory = await reserveInventory(tx, program.id, reward, ONE, at);
    if (!inventory) continue;
    const request = givenClaim(source, inventory, null);
    const variant = variantFor(reward, tier.id);
    after = (await issueClaim(tx, deps, program, after, { reward, variant, request, at })).customer;
  }
  return after;
}
