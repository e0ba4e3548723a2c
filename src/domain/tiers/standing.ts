/** Where a customer stands in spend tiers; amounts in minor units of the program's currency, moments in ms. */
export interface TierStanding {
  tier_id: number;
  started_at: number;
  /** null: the membership never expires. */
  expires_at: number | null;
  progress: {
    kind: 'spend';
    /** Spend in the evaluation window that ends now, and in the one that ends when the membership does. */
    spend_now_minor: number;
    spend_at_expiration_minor: number | null;
    /** When a counted order next leaves the window; null when none will. */
    valid_until: number | null;
    upgrade_tier_id: number | null;
    spend_needed_for_renewal_minor: number | null;
    spend_needed_for_upgrade_minor: number | null;
    /** The tier that spend_at_expiration gives. */
    forecasted_tier_id: number | null;
  };
}
