import { DomainError } from '../errors.ts';
import type { RewardKind } from '../programs/reward-definition.ts';
import type { CustomerRow } from '../storefront/customer.ts';

/** Who neither claims nor gives back: the blocked, and guests. */
export function refuseOutsiders(customer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at'>): void {
  if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
  if (customer.enrolled_at === null)
    throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
}

/** `wanted` is the kind that the caller's address names; undefined: any. */
export function refuseOtherKind(kind: string, wanted: RewardKind | undefined): void {
  if (wanted === undefined || kind === wanted) return;
  throw new DomainError('reward_kind_mismatch', `The reward is of kind ${kind}, not ${wanted}.`);
}
