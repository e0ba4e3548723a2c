import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import {
  type CartVariableDiscountProperties,
  needsSubscriptions,
} from '../../domain/programs/reward-definition.ts';
import { leastCost } from '../../domain/rewards/points-cost.ts';
import type { AvailableReward } from '../../domain/storefront/customer.ts';
import { presentCost } from '../headless/present-available-reward.ts';
import { offeredTitle } from '../headless/reward-title.ts';
import { allowanceText, resetText } from './limit-text.ts';
import { Entry, Listing } from './listing.tsx';
import type { PageContext } from './page-context.ts';

interface RewardListingProps {
  page: PageContext;
  /** With where the customer stands, except for somebody who has not joined. */
  rewards: ({ reward: Reward; variant: RewardVariant } & Partial<
    Pick<AvailableReward, 'limit' | 'can_redeem'>
  >)[];
}

export function RewardListing({ page, rewards }: RewardListingProps) {
  const { view } = page;
  return (
    <Listing id="rewards" title={page.say('page_rewards', {})} nothing={page.say('page_rewards_nothing', {})}>
      {rewards.map((offer) => (
        <Entry
          key={offer.reward.id}
          language={view.language}
          title={offeredTitle(view, offer.reward, offer.variant)}
          description={offer.variant.description === null ? null : view.text(offer.variant.description)}
          notes={[
            ...conditions(page, offer.reward),
            isUnavailable(offer) ? null : allowanceText(page, offer.reward.limit, offer.limit),
          ]}
          value={presentCost(view, offer.variant).cost_text}
          state={standing(page, offer)}
          progress={gathered(page, offer)}
        />
      ))}
    </Listing>
  );
}

type Offer = RewardListingProps['rewards'][number];

function isUnavailable({ can_redeem }: Offer): boolean {
  return can_redeem?.state === 'claim_limit_reached' || can_redeem?.state === 'out_of_stock';
}

/** For which carts and goods the reward is of use. */
function conditions({ say, view }: PageContext, { properties }: Reward): string[] {
  const total = (minor: number | null) =>
    minor === null ? [] : [say('page_cart_total', { amount: view.money(minor).formatted })];
  switch (properties.kind) {
    case 'cart_discount_voucher':
      return [
        ...total(properties.minimum_spend_minor),
        ...properties.target_collections.map(({ restriction_text }) => restriction_text),
      ];
    case 'cart_variable_discount_voucher': {
      const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
      return [
        `${view.money(least).formatted} – ${view.money(most).formatted}`,
        ...total(leastCart(properties)),
      ];
    }
    case 'free_shipping_voucher': {
      const { max_shipping_minor: most } = properties;
      return most === null ? [] : [`≤ ${view.money(most).formatted}`];
    }
    case 'collection_discount_voucher':
      return [
        ...total(properties.minimum_spend_minor),
        ...(properties.collection.title === null ? [] : [properties.collection.title]),
      ];
    case 'product_cart': {
      const { minimum_cart_total_minor, minimum_line_item_count: count } = properties.cart_requirements;
      return [
        ...total(minimum_cart_total_minor),
        ...(count === null ? [] : [say('page_cart_items', { count })]),
      ];
    }
    case 'gift_card':
    case 'product_discount_voucher':
    case 'active_subscription_discount_voucher':
    case 'active_subscription_product':
    case 'custom':
      return [];
  }
}

/** The smallest cart that a discount of an open amount can be used on, in minor units; null: any. */
function leastCart({
  minimum_discount_minor,
  minimum_spend_before_discount_minor: before,
  minimum_spend_after_discount_minor: after,
}: CartVariableDiscountProperties): number | null {
  if (before === null && after === null) return null;
  return Math.max(before ?? 0, after === null ? 0 : after + minimum_discount_minor);
}

function standing(page: PageContext, { can_redeem, limit, reward }: Offer) {
  const done = (text: string) => ({ text, tone: 'done' as const });
  switch (can_redeem?.state) {
    case undefined:
      return null;
    case 'redeemable':
      return { text: page.say('page_reward_ready', {}), tone: 'ready' as const };
    case 'insufficient_points':
      return {
        text: page.say('page_reward_missing', { points: can_redeem.additional_points_required }),
        tone: 'plain' as const,
      };
    case 'claim_limit_reached':
      return done(resetText(page, limit) ?? page.say('page_reward_redeemed', {}));
    case 'out_of_stock':
      return done(page.say('page_reward_out_of_stock', {}));
    case 'max_redemptions_for_cart_reached':
      return done(page.say('page_reward_cart_full', {}));
    case 'cart_requirements_not_met':
    case 'unknown':
      if (needsSubscriptions(reward.kind)) return null;
      return { text: page.say('page_reward_depends_on_cart', {}), tone: 'plain' as const };
  }
}

/** How much of the cost a customer who cannot afford it has. */
function gathered(page: PageContext, { can_redeem, reward, variant }: Offer) {
  if (can_redeem?.state !== 'insufficient_points') return null;
  const points = can_redeem.additional_points_required;
  const cost = leastCost(reward, variant, page.view.program.currency);
  return {
    label: page.say('page_reward_missing', { points }),
    // A balance may be below zero.
    value: Math.max(0, cost - points),
    max: cost,
  };
}
