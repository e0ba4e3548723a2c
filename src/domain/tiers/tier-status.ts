import type { BoundaryMode } from '../programs/program-settings.ts';

/** A customer's place in its program's tiers; moments in ms. */
export interface TierStatus {
  tier_id: number;
  started_at: number;
  /** null: the membership never expires. */
  expires_at: number | null;
  progress: TierProgress;
}

/** Amounts are in the unit of `kind`: minor units of the program's currency, points, or orders. */
export interface TierProgress {
  kind: BoundaryMode;
  /**
   * The amount that counts in the evaluation window that ends now, and the part of it that will count when the
   * membership ends.
   */
  now: number;
  at_expiration: number | null;
  /** The moment at which a counted fact next leaves the window; null: none will. */
  valid_until: number | null;
  /** null: there is no next tier, or it is hidden. */
  upgrade_tier_id: number | null;
  needed_for_renewal: number | null;
  needed_for_upgrade: number | null;
  /** The tier that at_expiration gives. */
  forecasted_tier_id: number | null;
}
