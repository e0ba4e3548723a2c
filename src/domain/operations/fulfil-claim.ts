import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { getClaim, updateFulfilled } from '../claims/store.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { findCustomerById } from '../customers/store.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import { processDue } from './process-due.ts';

interface FulfilInput {
  program: Program;
  customer_id: number;
  claimed_reward_id: number;
  /** The store's explanation for the customer. */
  explanation: string | null;
  by: Actor;
}

interface Fulfilled {
  customer_id: number;
  claimed_reward_id: number;
}

/**
 * Notes that the store has handed over a claim. From then on the claim does not lapse. A claim that is already
 * fulfilled is not changed. Throws not_found, reward_kind_mismatch (for a product, which is fulfilled when it is used),
 * reward_already_refunded, and reward_already_used if the claim expired before.
 */
export async function fulfilClaim(
  deps: Deps,
  input: FulfilInput,
  hooks?: Hooks<Fulfilled>,
): Promise<Fulfilled> {
  const { program, customer_id, claimed_reward_id, explanation } = input;
  const known = await findCustomerById(deps.db, program.id, customer_id);
  if (!known) throw new DomainError('not_found', 'There is no such customer.');
  await processDue(deps, program, known);
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, customer_id);
    const claim = await getClaim(tx, customer, claimed_reward_id);
    refuseUnfulfillable(claim);
    if (claim.fulfilled_at === null) {
      await updateFulfilled(tx, claim, explanation, at);
      await recordAudit(tx, deps, {
        program_id: program.id,
        actor: input.by,
        action: 'claim.fulfilled',
        subject: { kind: 'claimed_reward', id: claim.id },
        details: { customer_id: customer.id, reward_id: claim.reward_id },
      });
    }
    return { customer_id: customer.id, claimed_reward_id };
  });
}

function refuseUnfulfillable({ terms, state }: ClaimRecord): void {
  if (isInForm(terms, 'cart_line'))
    throw new DomainError('reward_kind_mismatch', 'A product is fulfilled when it is used on an order.');
  if (state === 'void' || state === 'declined')
    throw new DomainError('reward_already_refunded', 'The claimed reward was taken back before.');
  if (state === 'expired')
    throw new DomainError('reward_already_used', 'The claimed reward has expired; its points stay spent.');
}
