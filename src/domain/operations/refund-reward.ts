import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { refundClaim } from '../claims/end-claim.ts';
import { findClaimOwner, getClaim } from '../claims/store.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { findCustomerById } from '../customers/store.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RewardKind } from '../programs/reward-kinds.ts';
import { decideRefund } from '../rewards/decide-refund.ts';
import { processDue } from './process-due.ts';

interface RefundInput {
  program: Program;
  claimed_reward_id: number;
  /** The kind that the caller's address names; undefined: any. */
  kind?: RewardKind;
  /** The customer that the caller's address names; undefined: any. */
  customer_id?: number;
  /** Whether a blocked customer's claim is refunded too. That is the store's decision, not the customer's. */
  even_if_blocked?: boolean;
  /** The actor of a refund by hand, which is audited; undefined: the customer itself. */
  by?: Actor;
}

interface Refunded {
  customer_id: number;
  claimed_reward_id: number;
}

/**
 * Takes an unused claim back: it becomes void, and its points, its stock and its place in the limit return. Throws
 * not_found and the refusals of `decideRefund`.
 */
export async function refundReward(
  deps: Deps,
  input: RefundInput,
  hooks?: Hooks<Refunded>,
): Promise<Refunded> {
  const { program, claimed_reward_id, kind } = input;
  const customerId = input.customer_id ?? (await findClaimOwner(deps.db, program.id, claimed_reward_id));
  if (customerId === undefined) throw new DomainError('not_found', 'There is no such claimed reward.');
  await processDue(deps, program, (await findCustomerById(deps.db, program.id, customerId))!);
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, customerId);
    const claim = await getClaim(tx, customer, claimed_reward_id);
    const at = entryMoment(deps.clock.now(program), customer);
    decideRefund(input.even_if_blocked ? { ...customer, blocked_at: null } : customer, claim, kind, at);
    await refundClaim(tx, program, customer, claim, at);
    if (input.by) {
      await recordAudit(tx, deps, {
        program_id: program.id,
        actor: input.by,
        action: 'claim.refunded',
        subject: { kind: 'claimed_reward', id: claim.id },
        details: { customer_id: customer.id, reward_id: claim.reward_id, points: claim.points_cost },
      });
    }
    return { customer_id: customer.id, claimed_reward_id };
  });
}
