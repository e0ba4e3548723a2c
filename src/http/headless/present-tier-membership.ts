import type { TierProgress, TierStatus } from '../../domain/tiers/tier-status.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { TierMembershipBody, TierProgressBody } from './tier-schemas.ts';

/** A customer's tier and its progress; amounts of spend in the view's currency. */
export function presentTierMembership(view: StorefrontView, status: TierStatus): TierMembershipBody {
  return {
    tier_id: status.tier_id,
    started_at: timestamp(status.started_at),
    expires_at: nullableTimestamp(status.expires_at),
    progress: presentProgress(view, status.progress),
  };
}

function presentProgress(view: StorefrontView, progress: TierProgress): TierProgressBody {
  const { now, at_expiration, needed_for_renewal, needed_for_upgrade } = progress;
  const common = {
    valid_until: nullableTimestamp(progress.valid_until),
    upgrade_tier_id: progress.upgrade_tier_id,
    forecasted_tier_id: progress.forecasted_tier_id,
  };
  const money = (minor: number | null) => (minor === null ? null : view.money(minor));
  switch (progress.kind) {
    case 'spend':
      return {
        kind: 'spend',
        tier_spend: { now: view.money(now), at_expiration: money(at_expiration) },
        ...common,
        spend_needed_for_renewal: money(needed_for_renewal),
        spend_needed_for_upgrade: money(needed_for_upgrade),
      };
    case 'points':
      return {
        kind: 'points',
        tier_points: { now, at_expiration },
        ...common,
        points_needed_for_renewal: needed_for_renewal,
        points_needed_for_upgrade: needed_for_upgrade,
      };
    case 'orders':
      return {
        kind: 'orders',
        tier_orders: { now, at_expiration },
        ...common,
        orders_needed_for_renewal: needed_for_renewal,
        orders_needed_for_upgrade: needed_for_upgrade,
      };
  }
}
