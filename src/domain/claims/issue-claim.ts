import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { markDue } from '../customers/due-store.ts';
import { noteEntry } from '../ledger/lock-customer.ts';
import { post } from '../ledger/post.ts';
import { findRewardUsage } from '../ledger/reward-usage.ts';
import { putUsage, usedOnceMore } from '../ledger/usage.ts';
import type { Program, Reward, RewardVariant } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { takePooledCode } from './code-pool-store.ts';
import { type ClaimRequest, claimDue, type NewClaim, newClaim } from './new-claim.ts';
import { insertClaim } from './store.ts';

interface IssuedClaim {
  customer: CustomerRow;
  claimed_reward_id: number;
  title: string;
  full_code: string | null;
  voucher_code: string | null;
}

/**
 * Gives the locked customer a claim of a reward, from inventory that the caller has reserved: the claim, its place in
 * the limit and, if it costs points, the transaction. Throws voucher_allocation_failed if every code that was tried
 * belongs to another claim.
 */
export async function issueClaim(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  {
    reward,
    variant,
    request,
    at,
  }: { reward: Reward; variant: RewardVariant; request: ClaimRequest; at: number },
): Promise<IssuedClaim> {
  const home = program.site(customer.site_id)!;
  // This must come before the claim is written: if the terms of the counter have changed, it is computed from the
  // claims.
  const usage = await findRewardUsage(tx, customer, reward, home.time_zone, at);
  const { id, claim } = await insertWithNewCode(
    tx,
    reward,
    request.inventory.pooled_code,
    at,
    (pooled_code) =>
      newClaim(deps, program, {
        home,
        customer_id: customer.id,
        reward,
        variant,
        request: { ...request, inventory: { ...request.inventory, pooled_code } },
        at,
      }),
  );
  await putUsage(tx, customer, reward.id, usedOnceMore(usage, reward.limit, home.time_zone, at));
  const after =
    request.points_cost === 0
      ? await noteEntry(tx, customer, at)
      : await post(tx, program, customer, {
          source: { resource: 'claimed_reward', claimed_reward_id: id },
          approved: -request.points_cost,
          pending: 0,
          spent: request.points_cost,
          at,
        });
  return {
    customer: await markDue(tx, after, claimDue(claim)),
    claimed_reward_id: id,
    title: claim.values.title,
    full_code: claim.full_code,
    voucher_code: claim.values.code,
  };
}

const DRAWS = 5;

/** Makes the claim again with a new code while its code belongs to another claim. */
async function insertWithNewCode(
  tx: Tx,
  reward: Reward,
  pooledCode: string | null,
  at: number,
  draw: (pooledCode: string | null) => NewClaim,
): Promise<{ id: number; claim: NewClaim }> {
  let pooled = pooledCode;
  for (let draws = 1; draws <= DRAWS; draws += 1) {
    const claim = draw(pooled);
    const id = await insertClaim(tx, claim);
    if (id !== undefined) return { id, claim };
    if (pooled === null) continue;
    const next = await takePooledCode(tx, claim.values.program_id, reward.id, at);
    if (next === undefined) break;
    pooled = next;
  }
  throw new DomainError('voucher_allocation_failed', 'No free voucher code could be found. Try again.');
}
