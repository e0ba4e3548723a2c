import { type Static, Type } from '@sinclair/typebox';
import type { Tx } from '../../domain/core/transaction.ts';
import { findCustomerById } from '../../domain/customers/store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import { presentProgramClaimedReward } from '../shared/present-program-claimed-reward.ts';
import { ProgramClaimedRewardSchema } from '../shared/record-schemas.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';

export const ClaimedRewardAnswerSchema = Type.Object({ claimed_reward: ProgramClaimedRewardSchema });

/** A claim as it is now: on the pool, or inside `tx` with its writes. */
export async function claimedRewardAnswer(
  deps: Deps,
  view: StorefrontView,
  of: { customer_id: number; claimed_reward_id: number; full_code?: string | null },
  tx?: Tx,
): Promise<Static<typeof ClaimedRewardAnswerSchema>> {
  const { program } = view;
  const customer = await findCustomerById(tx ?? deps.db, program.id, of.customer_id);
  const { claim, stock } = await loadClaim(deps, program, of.claimed_reward_id, tx);
  const { full_code = null } = of;
  return { claimed_reward: presentProgramClaimedReward(view, customer!, claim, stock, { full_code }) };
}
