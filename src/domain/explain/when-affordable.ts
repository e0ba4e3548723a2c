import type { CustomerRow } from '../customers/customer-row.ts';
import { beyondDebt } from '../ledger/lots.ts';
import { type ExpiryTerms, inactivityDeadline, pointsExpireAt } from '../ledger/points-expiry.ts';

export interface PendingPoints {
  points: number;
  /** ms. */
  approves_at: number;
  earned_at: number;
}

interface HeldLot {
  points: number;
  expires_at: number | null;
}

/** What a customer has and what is to come. */
export interface Outlook {
  customer: Pick<
    CustomerRow,
    'points_approved' | 'enrolled_at' | 'last_purchase_at' | 'balance_changed_at' | 'lots_since'
  >;
  terms: ExpiryTerms;
  zone: string;
  /** In the order of their approval. */
  pending: readonly PendingPoints[];
  lots: readonly HeldLot[];
}

/**
 * When the balance will come to `needed` points by what waits for approval, in ms, if nothing else happens to
 * it than what expires in the meantime; null: not by that. Of one moment approvals come before expiries, as
 * settling has it.
 */
export function whenAffordable(needed: number, outlook: Outlook): number | null {
  const { terms, zone, pending } = outlook;
  const customer = { ...outlook.customer };
  const keepsLots = customer.lots_since !== null;
  let lots = [...outlook.lots];

  const expireBefore = (moment: number) => {
    const gone = lots.filter(({ expires_at }) => expires_at !== null && expires_at < moment);
    lots = lots.filter((lot) => !gone.includes(lot));
    customer.points_approved -= gone.reduce((sum, { points }) => sum + points, 0);
    const deadline = inactivityDeadline(terms, customer, zone);
    if (deadline !== null && deadline < moment)
      customer.points_approved = Math.min(0, customer.points_approved);
  };

  for (const { points, approves_at, earned_at } of pending) {
    expireBefore(approves_at);
    const kept = beyondDebt(customer.points_approved, points);
    customer.points_approved += points;
    customer.balance_changed_at = Math.max(customer.balance_changed_at ?? approves_at, approves_at);
    const expires_at = pointsExpireAt(terms, zone, earned_at);
    if (keepsLots && kept > 0) lots.push({ points: kept, expires_at });
    // What has its date behind it when it is approved is gone at once.
    const isLate = expires_at !== null && expires_at <= approves_at;
    if (isLate) expireBefore(expires_at + 1);
    if (customer.points_approved >= needed) return approves_at;
  }
  return null;
}
