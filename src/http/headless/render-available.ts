import type { LimitState } from '../../domain/core/limits.ts';
import type { Reward, RewardVariant, RuleVariant } from '../../domain/programs/configuration.ts';
import { hasVariants } from '../../domain/programs/reward-kinds.ts';
import type { AvailableReward, AvailableRule, StockLevels } from '../../domain/storefront/customer.ts';
import type { Pieces } from '../pieces.ts';
import { membersOf } from '../rendered.ts';
import { momentText } from '../shared/json-moments.ts';
import { presentOfferedRule } from '../shared/present-available-rule.ts';
import { presentClaimLimit, presentCompletionLimit } from '../shared/present-limit.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { presentOfferedReward } from './present-available-reward.ts';
import { presentCanRedeem } from './present-cart-requirements.ts';

/** The texts of an offered rule or reward that are the same for all customers. */
interface OfferedRule {
  /** The text up to the value of the last member, `context`. */
  start: string;
  /** The whole text for customers who have not completed the rule; made for the first of them. */
  unused?: string;
}
interface OfferedReward {
  /** The text up to the first value in `context`: whether the customer can redeem the reward. */
  start: string;
  /**
   * For customers who have not claimed the reward: the text after that value, and the whole text if they can redeem it.
   */
  unused?: { end: string; redeemable: string };
  /** The rest of the stocks, as `start` says it. */
  left: string;
}
interface Offers {
  rules: Map<RuleVariant, OfferedRule>;
  rewards: Map<RewardVariant, OfferedReward>;
}

/** A variant belongs to one rule or reward and to one tier, so it identifies both. */
const offersOfViews = new WeakMap<StorefrontView, Offers>();

function offersOf(view: StorefrontView): Offers {
  let offers = offersOfViews.get(view);
  if (!offers) {
    offers = { rules: new Map(), rewards: new Map() };
    offersOfViews.set(view, offers);
  }
  return offers;
}

/** Adds the texts of `presentAvailableRule`, with commas between them. */
export function addRules(
  pieces: Pieces,
  view: StorefrontView,
  rules: readonly AvailableRule[],
  now: number,
): void {
  rules.forEach((available, index) => {
    if (index > 0) pieces.own(',');
    const offered = ruleOffer(view, available);
    const { last_completed_at, completion_count, limit } = available;
    if (isUnused(last_completed_at, completion_count, limit)) {
      offered.unused ??= offered.start + ruleContext(view, available, now);
      pieces.shared(offered.unused);
    } else pieces.shared(offered.start).own(ruleContext(view, available, now));
  });
}

/** Adds the texts of `presentAvailableReward`, with commas between them. */
export function addRewards(
  pieces: Pieces,
  view: StorefrontView,
  rewards: readonly AvailableReward[],
  stock: StockLevels,
  now: number,
): void {
  rewards.forEach((available, index) => {
    if (index > 0) pieces.own(',');
    const offered = rewardOffer(view, available, stock);
    const { last_claimed_at, claim_count, limit, can_redeem } = available;
    const isRedeemable = can_redeem.state === 'redeemable';
    const canRedeem = isRedeemable ? REDEEMABLE : JSON.stringify(presentCanRedeem(view, can_redeem));
    if (!isUnused(last_claimed_at, claim_count, limit)) {
      pieces.shared(offered.start).own(canRedeem + claimsMembers(view, available, now));
      return;
    }
    offered.unused ??= unusedTexts(offered.start, claimsMembers(view, available, now));
    const { end, redeemable } = offered.unused;
    if (isRedeemable) pieces.shared(redeemable);
    else pieces.shared(offered.start).own(canRedeem).shared(end);
  });
}

function unusedTexts(start: string, end: string): { end: string; redeemable: string } {
  return { end, redeemable: start + REDEEMABLE + end };
}

/** Whether the context is the same for all such customers, at any moment. */
function isUnused(last_at: number | null, count: number, limit: LimitState): boolean {
  if (last_at !== null || count > 0) return false;
  return limit.state === 'no_limit' || (limit.state === 'limit_not_reached' && limit.count === 0);
}

function ruleOffer(view: StorefrontView, available: AvailableRule): OfferedRule {
  const { rules } = offersOf(view);
  let offer = rules.get(available.variant);
  if (!offer) {
    offer = { start: `{${membersOf(presentOfferedRule(view, available))},"context":` };
    rules.set(available.variant, offer);
  }
  return offer;
}

function ruleContext(view: StorefrontView, available: AvailableRule, now: number): string {
  const { last_completed_at, completion_count, limit } = available;
  const limitText =
    limit.state === 'no_limit' ? NO_LIMIT : JSON.stringify(presentCompletionLimit(limit, now, view.language));
  return `{"last_completed_at":${momentText(last_completed_at)},"completion_count":${completion_count},"completion_limit":${limitText}}}`;
}

/** The rest of a reward's text, after the value that says whether it can be redeemed. */
function claimsMembers(view: StorefrontView, available: AvailableReward, now: number): string {
  const { last_claimed_at, claim_count, limit } = available;
  const limitText =
    limit.state === 'no_limit' ? NO_LIMIT : JSON.stringify(presentClaimLimit(limit, now, view.language));
  return `,"last_claimed_at":${momentText(last_claimed_at)},"claim_count":${claim_count},"claim_limit":${limitText}}}`;
}

const NO_LIMIT = '{"state":"no_limit"}';
const REDEEMABLE = '{"state":"redeemable"}';

/**
 * The offer of a product shows how many of each variant are left. It is rendered again when one of these numbers
 * changes.
 */
function rewardOffer(view: StorefrontView, available: AvailableReward, stock: StockLevels): OfferedReward {
  const { rewards } = offersOf(view);
  const left = stockText(available.reward, stock);
  let offer = rewards.get(available.variant);
  if (!offer || offer.left !== left) {
    const members = membersOf(presentOfferedReward(view, available, stock));
    offer = { start: `{${members},"context":{"can_redeem":`, left };
    rewards.set(available.variant, offer);
  }
  return offer;
}

function stockText({ id, properties }: Reward, stock: StockLevels): string {
  if (!hasVariants(properties)) return '';
  return properties.product.variants.map((variant) => stock.remaining(id, variant.id)).join();
}
