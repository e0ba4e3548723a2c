import { DomainError } from '../errors.ts';
import type { CustomerRow } from '../storefront/customer.ts';

/** Refuses whoever takes no part in the program: with customer_blocked, else with customer_not_enrolled. */
export function refuseOutsider(customer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at'>): void {
  if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
  if (customer.enrolled_at === null)
    throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
}
