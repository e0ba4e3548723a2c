import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import { claimedTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ClaimedRewardBody } from './claimed-reward-schemas.ts';
import { presentRedeemable } from './present-redeemable.ts';

export function presentClaimedReward(
  view: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): ClaimedRewardBody {
  return {
    id: claim.id,
    claimed_at: timestamp(claim.claimed_at),
    auto_refund_at: nullableTimestamp(claim.auto_refund_at),
    reward_id: claim.reward_id,
    title: claimedTitle(view, claim.reward_id, claim.title),
    state: claim.state,
    source: presentSource(claim),
    redeemable: presentRedeemable(view, claim, stock),
  };
}

export function presentSource(claim: ClaimView): ClaimedRewardBody['source'] {
  switch (claim.source_kind) {
    case 'points_redemption':
      return { kind: claim.source_kind, points_cost: claim.points_cost };
    case 'rule_completion':
      return { kind: claim.source_kind, rule_id: claim.source_id! };
    case 'tier_entry':
      return { kind: claim.source_kind, tier_id: claim.source_id! };
  }
}
