import { outsiderObstacles, refuseFirst } from '../obstacle.ts';
import type { CustomerRow } from '../storefront/customer.ts';

/** Refuses whoever takes no part in the program: with customer_blocked, else with customer_not_enrolled. */
export function refuseOutsider(customer: Pick<CustomerRow, 'blocked_at' | 'enrolled_at'>): void {
  refuseFirst(outsiderObstacles(customer));
}
