import { membershipRefusals, refuseFirst } from '../core/refusal-reason.ts';
import type { CustomerRow } from './customer-row.ts';

/**
 * Refuses a customer that does not take part in the program: with customer_blocked, otherwise with
 * customer_not_enrolled.
 */
export function refuseOutsider(customer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at'>): void {
  refuseFirst(membershipRefusals(customer));
}
