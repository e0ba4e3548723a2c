import type { PointsExpiry, Program } from '../programs/configuration.ts';

/** The modes in which every point has a date of its own, so that balances are kept in lots. */
export function keepsLots(expiry: PointsExpiry | null): boolean {
  return expiry?.mode === 'after_earning' || expiry?.mode === 'calendar_date';
}

/** When points earned at `earnedAt` expire, in the customer's home zone; null where they have no date of their own. */
export function pointsExpireAt(_program: Program, _zone: string, _earnedAt: number): number | null {
  return null;
}
