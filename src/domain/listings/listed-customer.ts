import { sql } from 'kysely';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Deps } from '../programs/deps.ts';

/** The present customer of a listed record. */
export type ListedCustomer = Pick<
  CustomerRow,
  | 'id'
  | 'merchant_id'
  | 'email'
  | 'points_approved'
  | 'points_pending'
  | 'points_spent'
  | 'site_id'
  | 'tier_id'
>;

export type Db = Pick<Deps, 'db' | 'replicas'>;

/** The present value of an activity; for a declined or void activity, the value that it would have had. */
export const worth = (alias: string) =>
  sql.raw(
    `case when ${alias}.state in ('pending', 'approved') then ${alias}.value - ${alias}.taken_back else ${alias}.value end`,
  );

export const CUSTOMER_COLUMNS = sql.raw(
  `c.id as customer_id, c.merchant_id as customer_merchant_id, c.email as customer_email, c.site_id, c.tier_id,
   c.points_approved as customer_points_approved, c.points_pending as customer_points_pending,
   c.points_spent as customer_points_spent`,
);

export interface CustomerColumns {
  customer_id: number;
  customer_merchant_id: string;
  customer_email: string | null;
  site_id: number;
  tier_id: number | null;
  customer_points_approved: number;
  customer_points_pending: number;
  customer_points_spent: number;
}

export function listedCustomer(row: CustomerColumns): ListedCustomer {
  return {
    id: row.customer_id,
    merchant_id: row.customer_merchant_id,
    email: row.customer_email,
    points_approved: row.customer_points_approved,
    points_pending: row.customer_points_pending,
    points_spent: row.customer_points_spent,
    site_id: row.site_id,
    tier_id: row.tier_id,
  };
}
