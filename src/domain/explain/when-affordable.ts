import type { CustomerRow } from '../customers/customer-row.ts';
import { beyondDebt } from '../ledger/lots.ts';
import { type ExpiryTerms, inactivityDeadline, pointsExpireAt } from '../ledger/points-expiry.ts';

export interface PendingPoints {
  points: number;
  /** In ms. */
  approves_at: number;
  earned_at: number;
}

interface HeldLot {
  points: number;
  expires_at: number | null;
}

/** A customer's points now and in the future. */
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

/** A future balance. */
export interface ComingBalance {
  /** In ms. */
  at: number;
  points: number;
}

/**
 * The balance after each pending approval, if only expiries change it otherwise. At the same moment approvals come
 * before expiries, as in processing.
 */
export function comingBalances(outlook: Outlook): ComingBalance[] {
  const coming: ComingBalance[] = [];
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
    // Points that are approved after their expiry date expire at once.
    const isLate = expires_at !== null && expires_at <= approves_at;
    if (isLate) expireBefore(expires_at + 1);
    coming.push({ at: approves_at, points: customer.points_approved });
  }
  return coming;
}

/** The moment, in ms, at which the balance reaches `needed` points; null: approvals alone do not reach it. */
export function whenAffordable(needed: number, coming: readonly ComingBalance[]): number | null {
  return coming.find(({ points }) => points >= needed)?.at ?? null;
}
