import type { Reward, RewardVariant, RuleVariant } from '../../domain/programs/configuration.ts';
import { hasVariants } from '../../domain/programs/reward-kinds.ts';
import type { AvailableReward, AvailableRule, StockLevels } from '../../domain/storefront/customer.ts';
import { membersOf } from '../rendered.ts';
import { momentText } from '../shared/json-moments.ts';
import { presentOfferedRule } from '../shared/present-available-rule.ts';
import { presentClaimLimit, presentCompletionLimit } from '../shared/present-limit.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { presentOfferedReward } from './present-available-reward.ts';
import { presentCanRedeem } from './present-cart-requirements.ts';

/** The part of an offer that does not belong to the customer, up to the value of its last member, the context. */
interface Offers {
  rules: Map<RuleVariant, string>;
  rewards: Map<RewardVariant, { text: string; left: string }>;
}

/** A variant belongs to one tier, so it stands for rule or reward and tier at once. */
const offersOfViews = new WeakMap<StorefrontView, Offers>();

function offersOf(view: StorefrontView): Offers {
  let offers = offersOfViews.get(view);
  if (!offers) {
    offers = { rules: new Map(), rewards: new Map() };
    offersOfViews.set(view, offers);
  }
  return offers;
}

// The text of an available rule or reward is its offer followed by its context.

/** The text of `presentAvailableRule` up to the customer's own part. */
export function ruleOffer(view: StorefrontView, available: AvailableRule): string {
  const { rules } = offersOf(view);
  let offer = rules.get(available.variant);
  if (offer === undefined) {
    offer = `{${membersOf(presentOfferedRule(view, available))},"context":`;
    rules.set(available.variant, offer);
  }
  return offer;
}

/** The rest of that text. */
export function ruleContext(view: StorefrontView, available: AvailableRule, now: number): string {
  const { last_completed_at, completion_count, limit } = available;
  const limitText =
    limit.state === 'no_limit' ? NO_LIMIT : JSON.stringify(presentCompletionLimit(limit, now, view.language));
  return `{"last_completed_at":${momentText(last_completed_at)},"completion_count":${completion_count},"completion_limit":${limitText}}}`;
}

/** The text of `presentAvailableReward` after its offer. */
export function rewardContext(view: StorefrontView, available: AvailableReward, now: number): string {
  const { last_claimed_at, claim_count, limit, can_redeem } = available;
  const limitText =
    limit.state === 'no_limit' ? NO_LIMIT : JSON.stringify(presentClaimLimit(limit, now, view.language));
  const canRedeem =
    can_redeem.state === 'redeemable' ? REDEEMABLE : JSON.stringify(presentCanRedeem(view, can_redeem));
  return `{"can_redeem":${canRedeem},"last_claimed_at":${momentText(last_claimed_at)},"claim_count":${claim_count},"claim_limit":${limitText}}}`;
}

const NO_LIMIT = '{"state":"no_limit"}';
const REDEEMABLE = '{"state":"redeemable"}';

/**
 * The text of `presentAvailableReward` up to the customer's own part. The offer of a product says how many of each variant
 * are left. It is rendered anew when one of these numbers changed.
 */
export function rewardOffer(view: StorefrontView, available: AvailableReward, stock: StockLevels): string {
  const { rewards } = offersOf(view);
  const left = stockText(available.reward, stock);
  let offer = rewards.get(available.variant);
  if (!offer || offer.left !== left) {
    offer = { text: `{${membersOf(presentOfferedReward(view, available, stock))},"context":`, left };
    rewards.set(available.variant, offer);
  }
  return offer.text;
}

function stockText({ id, properties }: Reward, stock: StockLevels): string {
  if (!hasVariants(properties)) return '';
  return properties.product.variants.map((variant) => stock.remaining(id, variant.id)).join();
}
