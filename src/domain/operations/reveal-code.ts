import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { noteSeen } from '../claims/card-code-store.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { readOrRenew } from '../claims/read-card-code.ts';
import { getClaim } from '../claims/store.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { findCustomerById } from '../customers/store.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import { processDue } from './process-due.ts';

interface RevealInput {
  program: Program;
  customer_id: number;
  claimed_reward_id: number;
  /** Whether the code of a voucher is shown too. */
  vouchers_too?: true;
  by: Actor;
}

interface Revealed {
  customer_id: number;
  claimed_reward_id: number;
  full_code: string;
}

/**
 * Shows the whole code of a gift card again, or for the first time. If the card's code was not stored, or its key was
 * lost, the card gets a new code, and the former one is refused from then on. The code of a voucher is shown in any
 * state. Throws not_found, reward_kind_mismatch (there is no such code), reward_already_refunded, and
 * reward_already_used for an expired card.
 */
export async function revealCode(
  deps: Deps,
  { program, customer_id, claimed_reward_id, vouchers_too, by }: RevealInput,
  hooks?: Hooks<Revealed>,
): Promise<Revealed> {
  const known = await findCustomerById(deps.db, program.id, customer_id);
  if (!known) throw new DomainError('not_found', 'There is no such customer.');
  await processDue(deps, program, known);
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, customer_id);
    const claim = await getClaim(tx, customer, claimed_reward_id);
    const voucher = vouchers_too ? claim.code : null;
    if (voucher === null) refuseUnrevealable(claim, at);
    const { code, renewed } =
      voucher === null ? await readOrRenew(tx, deps, claim) : { code: voucher, renewed: false };
    if (voucher === null) await noteSeen(tx, claim, at);
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'claim.revealed',
      subject: { kind: 'claimed_reward', id: claim.id },
      details: { customer_id: customer.id, reward_id: claim.reward_id, renewed },
    });
    return { customer_id: customer.id, claimed_reward_id, full_code: code };
  });
}

function refuseUnrevealable({ terms, state, expires_at }: ClaimRecord, at: number): void {
  if (!isInForm(terms, 'balance'))
    throw new DomainError('reward_kind_mismatch', 'Only a gift card has a code that is told once.');
  if (state === 'void' || state === 'declined')
    throw new DomainError('reward_already_refunded', 'The claimed reward was taken back before.');
  if (state === 'expired' || (expires_at !== null && expires_at <= at))
    throw new DomainError('reward_already_used', 'The gift card has expired.');
}
