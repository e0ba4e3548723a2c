import { needsSubscriptions } from '../../domain/programs/reward-kinds.ts';
import { leastCost } from '../../domain/rewards/points-cost.ts';
import { presentCost } from '../shared/present-cost.ts';
import { resetText } from './limit-text.ts';
import type { PageContext } from './page-context.ts';
import { Notes, RewardDescription, RewardTitle } from './program-words.tsx';
import { missingPoints, type Offer, offerNotes } from './reward-offer.ts';
import { RewardTile } from './reward-tile.tsx';

interface RewardRowProps {
  page: PageContext;
  offer: Offer;
}

/** A reward that the customer cannot have now: the missing points, or the reason. */
export function RewardRow({ page, offer }: RewardRowProps) {
  const { reward, variant } = offer;
  const isOut = missingPoints(offer) === 0;
  return (
    <li class={isOut ? 'line done' : 'line'}>
      <RewardTile page={page} reward_id={reward.id} kind={reward.kind} />
      <div class="words">
        <h3 id={`reward-${reward.id}`}>
          <RewardTitle page={page} reward={reward} variant={variant} />
        </h3>
        {!isOut && variant.description !== null && (
          <p class="muted small">
            <RewardDescription page={page} reward={reward} variant={variant} />
          </p>
        )}
        {!isOut && <Notes page={page} notes={offerNotes(page, offer)} />}
      </div>
      <div class="far">
        <p class="worth">{presentCost(page.view, variant).cost_text}</p>
        {isOut ? (
          <p class="state">{reasonOf(page, offer)}</p>
        ) : (
          <Missing page={page} offer={offer} id={`missing-${reward.id}`} />
        )}
      </div>
    </li>
  );
}

/** The reason why the customer cannot have a reward. */
function reasonOf(page: PageContext, { reward, can_redeem, limit }: Offer): string {
  const { say } = page;
  if (needsSubscriptions(reward.kind)) return say('page_reward_unavailable', {});
  if (can_redeem?.state === 'out_of_stock') return say('page_reward_out_of_stock', {});
  if (can_redeem?.state === 'max_redemptions_for_cart_reached') return say('page_reward_cart_full', {});
  return resetText(page, limit) ?? say('page_reward_redeemed', {});
}

/** The missing points, and the part of the cost that the customer has. `id` is unique on the page. */
export function Missing({ page, offer, id }: RewardRowProps & { id: string }) {
  const { reward, variant } = offer;
  const points = missingPoints(offer);
  const cost = leastCost(reward, variant, page.view.program.currency);
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
