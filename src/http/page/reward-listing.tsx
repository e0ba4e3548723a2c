import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import type { AvailableReward } from '../../domain/storefront/customer.ts';
import { pointsText } from '../../texts/points.ts';
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
          title={view.text(offer.variant.title)}
          description={offer.variant.description === null ? null : view.text(offer.variant.description)}
          notes={[
            ...conditions(page, offer.reward),
            isUnavailable(offer) ? null : allowanceText(page, offer.reward.limit, offer.limit),
          ]}
          value={pointsText(pointsOf(offer.variant), view.language)}
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
    case 'gift_card':
      return [];
    case 'product_cart': {
      const { minimum_cart_total_minor, minimum_line_item_count: count } = properties.cart_requirements;
      return [
        ...total(minimum_cart_total_minor),
        ...(count === null ? [] : [say('page_cart_items', { count })]),
      ];
    }
  }
}

function standing(page: PageContext, { can_redeem, limit }: Offer) {
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
    case 'unknown':
      return { text: page.say('page_reward_depends_on_cart', {}), tone: 'plain' as const };
  }
}

/** How much of the cost a customer who cannot afford it has. */
function gathered(page: PageContext, { can_redeem, variant }: Offer) {
  if (can_redeem?.state !== 'insufficient_points') return null;
  const points = can_redeem.additional_points_required;
  // A balance may be below zero.
  return {
    label: page.say('page_reward_missing', { points }),
    value: Math.max(0, pointsOf(variant) - points),
    max: pointsOf(variant),
  };
}

function pointsOf({ cost }: RewardVariant): number {
  return cost.kind === 'fixed' ? cost.points : 0;
}
