import { type ClaimRecord, isHandedOver } from '../claims/claim-record.ts';
import { DomainError } from '../core/errors.ts';
import { membershipRefusals, refuseFirst } from '../core/refusal-reason.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { RewardKind } from '../programs/reward-kinds.ts';
import { otherKindRefusals } from './other-kind.ts';

/**
 * Decides whether a claim may be given back at `at` (ms). Pure. Refuses with the first reason that holds:
 * customer_blocked, customer_not_enrolled, reward_kind_mismatch, reward_already_refunded, reward_already_used. It also
 * refuses a claim that the store has handed over, and an expired claim, whose points stay spent.
 */
export function decideRefund(
  customer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at'>,
  claim: Pick<ClaimRecord, 'kind' | 'state' | 'usage_status' | 'expires_at' | 'terms' | 'fulfilled_at'>,
  kind: RewardKind | undefined,
  at: number,
): void {
  refuseFirst(membershipRefusals(customer));
  refuseFirst(otherKindRefusals(claim.kind, kind));
  if (claim.state === 'void' || claim.state === 'declined') {
    throw new DomainError('reward_already_refunded', 'The claimed reward was taken back before.');
  }
  if (claim.usage_status !== 'not_used') {
    throw new DomainError('reward_already_used', 'The claimed reward was used.');
  }
  if (isHandedOver(claim)) {
    throw new DomainError('reward_already_used', 'The claimed reward was handed over.');
  }
  if (claim.state === 'expired' || (claim.expires_at !== null && claim.expires_at <= at)) {
    throw new DomainError('reward_already_used', 'The claimed reward has expired; its points stay spent.');
  }
}
