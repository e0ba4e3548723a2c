import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { CustomerSummary } from './record-schemas.ts';

export function presentCustomerSummary(
  row: Pick<
    CustomerRow,
    'id' | 'merchant_id' | 'email' | 'points_pending' | 'points_approved' | 'points_spent'
  >,
): CustomerSummary {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    email: row.email,
    points_pending: row.points_pending,
    points_approved: row.points_approved,
    points_spent: row.points_spent,
  };
}
