import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import { needsSubscriptions } from '../../domain/programs/reward-kinds.ts';
import type { AvailableReward } from '../../domain/storefront/customer.ts';
import { allowanceText } from './limit-text.ts';
import { isAbout } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { rewardConditions } from './reward-conditions.ts';
import type { Note } from './reward-kinds.ts';

/** A reward, and the customer's state for it. A visitor who has not joined has no state. */
export type Offer = { reward: Reward; variant: RewardVariant } & Partial<
  Pick<AvailableReward, 'limit' | 'can_redeem'>
>;

/** The group of a reward: the customer can have it now, needs more points for it, or cannot have it. */
type Group = 'now' | 'next' | 'past';

/**
 * The offers by group, in the program's order. The group `next` begins with the rewards for which the fewest points are
 * missing.
 */
export function groupOffers(page: PageContext, offers: readonly Offer[]): Record<Group, Offer[]> {
  const groups: Record<Group, Offer[]> = { now: [], next: [], past: [] };
  for (const offer of offers) groups[groupOf(page, offer)].push(offer);
  groups.next.sort((a, b) => missingPoints(a) - missingPoints(b));
  return groups;
}

function groupOf(page: PageContext, { can_redeem, reward }: Offer): Group {
  // A reward for a subscription cannot be redeemed: no program has the integration that it needs.
  if (needsSubscriptions(reward.kind)) return 'past';
  // The outcome of an action is shown in the place of its form.
  if (isAbout(page, `rewards/${reward.id}`)) return 'now';
  switch (can_redeem?.state) {
    case 'insufficient_points':
      return 'next';
    case 'claim_limit_reached':
    case 'out_of_stock':
    case 'max_redemptions_for_cart_reached':
      return 'past';
    default:
      return 'now';
  }
}

/** The points that a customer still needs; 0: none, or points alone do not help. */
export function missingPoints({ can_redeem, reward }: Offer): number {
  if (needsSubscriptions(reward.kind)) return 0;
  return can_redeem?.state === 'insufficient_points' ? can_redeem.additional_points_required : 0;
}

/** Also true if the cart may not meet the reward's requirements: the cart is unknown here. */
export function isRedeemable({ can_redeem }: Offer): boolean {
  return can_redeem?.state === 'redeemable' || can_redeem?.state === 'unknown';
}

/**
 * The conditions under which the customer can have and use a reward, without those that its title or its description
 * says.
 */
export function offerNotes(page: PageContext, offer: Offer): Note[] {
  const { reward, variant, limit } = offer;
  const conditions = rewardConditions(page, reward, variant);
  const own = [cartNote(page, offer), allowanceText(page, reward.limit, limit)];
  return [...conditions, ...own.flatMap((words) => (words === null ? [] : { words }))];
}

/** The note for a reward that can be redeemed but may not fit the cart: the cart is unknown here. */
function cartNote({ say }: PageContext, { can_redeem }: Offer): string | null {
  const isOpen = can_redeem?.state === 'unknown' || can_redeem?.state === 'cart_requirements_not_met';
  return isOpen ? say('page_reward_depends_on_cart', {}) : null;
}
