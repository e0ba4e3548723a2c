// The configuration presents rewards with `presentConfiguredReward`, whose schema is `ConfiguredRewardSchema`.
import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import type { AvailableReward, StockLevels } from '../../domain/storefront/customer.ts';
import { nullableTimestamp } from '../schema-helpers.ts';
import { presentCost } from '../shared/present-cost.ts';
import { presentClaimLimit } from '../shared/present-limit.ts';
import { offeredDescription, offeredTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { presentCanRedeem } from './present-cart-requirements.ts';
import { presentRewardTerms, withStock } from './present-reward-terms.ts';
import type { AvailableRewardBody, ConfiguredRewardBody } from './reward-schemas.ts';

type VariantBody = AvailableRewardBody['variant'];
type WithoutContext<Body> = Body extends unknown ? Omit<Body, 'context'> : never;

/** A reward as it is offered to a customer. `now` is the program's time, ms. */
export function presentAvailableReward(
  view: StorefrontView,
  available: AvailableReward,
  stock: StockLevels,
  now: number,
): AvailableRewardBody {
  return {
    ...presentOfferedReward(view, available, stock),
    context: {
      can_redeem: presentCanRedeem(view, available.can_redeem),
      last_claimed_at: nullableTimestamp(available.last_claimed_at),
      claim_count: available.claim_count,
      claim_limit: presentClaimLimit(available.limit, now, view.language),
    },
  };
}

/** The part that is the same for all customers of a tier. */
export function presentOfferedReward(
  view: StorefrontView,
  { reward, variant }: Pick<AvailableReward, 'reward' | 'variant'>,
  stock: StockLevels,
): WithoutContext<AvailableRewardBody> {
  const terms = presentRewardTerms(view, reward);
  return withStock({ ...terms, variant: presentRewardVariant(view, reward, variant) }, stock);
}

/** A reward as the program defines it: with a variant for each tier, or with its only variant. */
export function presentConfiguredReward(
  view: StorefrontView,
  reward: Reward,
  stock: StockLevels,
): ConfiguredRewardBody {
  const { tiers, conditional_tiers } = view.program;
  const tierIds = [...tiers, ...conditional_tiers].map((tier) => tier.id);
  const variants = (tierIds.length > 0 ? tierIds : [null]).map((id) => reward.variants.get(id)!);
  return {
    ...withStock(presentRewardTerms(view, reward), stock),
    variants: variants.map((variant) => presentRewardVariant(view, reward, variant)),
  };
}

function presentRewardVariant(view: StorefrontView, reward: Reward, variant: RewardVariant): VariantBody {
  return {
    tier_id: variant.tier_id,
    enabled: variant.enabled,
    title: offeredTitle(view, reward, variant),
    description: offeredDescription(view, reward, variant),
    ...presentCost(view, variant),
  };
}
