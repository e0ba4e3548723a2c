import type { Deps } from '../../deps.ts';
import { markDue } from '../ledger/due.ts';
import { noteEntry } from '../ledger/lock-customer.ts';
import { post } from '../ledger/post.ts';
import { findRewardUsage, putUsage, usedOnceMore } from '../ledger/usage.ts';
import type { Program, Reward, RewardVariant } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { type ClaimRequest, newClaim } from './new-claim.ts';
import { insertClaim } from './store.ts';

export interface IssuedClaim {
  customer: CustomerRow;
  claimed_reward_id: number;
  title: string;
  full_code: string | null;
}

/**
 * Gives the locked customer a claim of a reward for which the caller has taken the stock: the claim, its
 * place in the limit, and where it costs points the transaction.
 */
export async function issueClaim(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  reward: Reward,
  variant: RewardVariant,
  request: ClaimRequest,
  at: number,
): Promise<IssuedClaim> {
  const home = program.site(customer.site_id)!;
  const claim = newClaim(deps, program, home, customer.id, reward, variant, request, at);
  // Before the claim is there to be counted: a counter of other terms is worked out from the claims.
  const usage = await findRewardUsage(tx, customer, reward, home.time_zone, at);
  const id = await insertClaim(tx, claim);
  await putUsage(tx, customer, reward.id, usedOnceMore(usage, reward.limit, home.time_zone, at));
  let after =
    request.points_cost === 0
      ? await noteEntry(tx, customer, at)
      : await post(tx, program, customer, {
          source: { resource: 'claimed_reward', claimed_reward_id: id },
          approved: -request.points_cost,
          pending: 0,
          spent: request.points_cost,
          at,
        });
  const { auto_refund_at, expires_at } = claim.values;
  const dues = [auto_refund_at, expires_at].filter((due) => due !== null);
  after = await markDue(tx, after, dues.length > 0 ? Math.min(...dues) : null);
  return { customer: after, claimed_reward_id: id, title: claim.values.title, full_code: claim.full_code };
}
