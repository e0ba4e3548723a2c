import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import { needsSubscriptions } from '../../domain/programs/reward-kinds.ts';
import { leastCost } from '../../domain/rewards/points-cost.ts';
import type { AvailableReward, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { presentCost } from '../shared/present-cost.ts';
import { offeredDescription, offeredTitle } from '../shared/reward-title.ts';
import { allowanceText, resetText } from './limit-text.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { RedeemForm } from './redeem-form.tsx';
import { rewardConditions } from './reward-kinds.ts';
import { RewardTile } from './reward-tile.tsx';

/** A reward, and the customer's state for it. A visitor who has not joined has no state. */
export type Offer = { reward: Reward; variant: RewardVariant } & Partial<
  Pick<AvailableReward, 'limit' | 'can_redeem'>
>;

interface RewardCardProps {
  page: PageContext;
  offer: Offer;
  customer: StorefrontCustomer | null;
}

export function RewardCard({ page, offer, customer }: RewardCardProps) {
  const { view } = page;
  const { reward, variant } = offer;
  const isOver = isUnavailable(offer);
  const allowance = isOver ? null : allowanceText(page, reward.limit, offer.limit);
  const notes = [...rewardConditions(page, reward), cartNote(page, offer), allowance]
    .filter(Boolean)
    .join(' · ');
  return (
    <li class={isOver ? 'card offer done' : 'card offer'}>
      <RewardTile page={page} reward_id={reward.id} kind={reward.kind} />
      <div class="words">
        <h3 id={`reward-${reward.id}`}>
          <bdi lang={view.language}>{offeredTitle(view, reward, variant)}</bdi>
        </h3>
        {variant.description !== null && (
          <p class="muted small">
            <bdi lang={view.language}>{offeredDescription(view, reward, variant)}</bdi>
          </p>
        )}
        {notes && <p class="muted small">{notes}</p>}
      </div>
      <div class="foot">
        <p class="worth">{presentCost(view, variant).cost_text}</p>
        <Standing page={page} offer={offer} />
        {customer && isRedeemable(offer) && <RedeemForm page={page} offer={offer} customer={customer} />}
      </div>
      <OutcomeNotice page={page} of={`rewards/${reward.id}`} />
    </li>
  );
}

function isUnavailable({ can_redeem }: Offer): boolean {
  return can_redeem?.state === 'claim_limit_reached' || can_redeem?.state === 'out_of_stock';
}

/** True also if the cart, which is unknown here, may not meet the reward's requirements. */
function isRedeemable({ can_redeem, reward }: Offer): boolean {
  if (needsSubscriptions(reward.kind)) return false;
  return can_redeem?.state === 'redeemable' || can_redeem?.state === 'unknown';
}

function Standing({ page, offer }: { page: PageContext; offer: Offer }) {
  const { say } = page;
  const { can_redeem, limit } = offer;
  switch (can_redeem?.state) {
    case 'insufficient_points':
      return <Missing page={page} offer={offer} points={can_redeem.additional_points_required} />;
    case 'claim_limit_reached':
      return <p class="state">{resetText(page, limit) ?? say('page_reward_redeemed', {})}</p>;
    case 'out_of_stock':
      return <p class="state">{say('page_reward_out_of_stock', {})}</p>;
    case 'max_redemptions_for_cart_reached':
      return <p class="state">{say('page_reward_cart_full', {})}</p>;
    // A reward that can be redeemed has a button that says so.
    default:
      return null;
  }
}

/** The note for a reward that can be redeemed but may not fit the cart, which is unknown here. */
function cartNote({ say }: PageContext, { can_redeem, reward }: Offer): string | null {
  const isOpen = can_redeem?.state === 'unknown' || can_redeem?.state === 'cart_requirements_not_met';
  return isOpen && !needsSubscriptions(reward.kind) ? say('page_reward_depends_on_cart', {}) : null;
}

/** How many points are missing, and which part of the cost the customer has. */
function Missing({ page, offer, points }: { page: PageContext; offer: Offer; points: number }) {
  const { reward, variant } = offer;
  const cost = leastCost(reward, variant, page.view.program.currency);
  const id = `missing-${reward.id}`;
  return (
    <div class="climb">
      <p class="state" id={id}>
        {page.say('page_reward_missing', { points })}
      </p>
      {/* A balance may be below zero. */}
      <progress aria-labelledby={`reward-${reward.id} ${id}`} value={Math.max(0, cost - points)} max={cost} />
    </div>
  );
}
