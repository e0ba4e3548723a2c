import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { presentCost } from '../shared/present-cost.ts';
import { isAbout, OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { Notes, RewardDescription, RewardTitle } from './program-words.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { isRedeemable, missingPoints, type Offer, offerNotes } from './reward-offer.ts';
import { Missing } from './reward-row.tsx';
import { RewardTile } from './reward-tile.tsx';

interface RewardCardProps {
  page: PageContext;
  offer: Offer;
  customer: StorefrontCustomer | null;
}

/** A reward that the customer can have now, or could have until the last action. */
export function RewardCard({ page, offer, customer }: RewardCardProps) {
  const { reward, variant } = offer;
  // A customer who has just redeemed the reward does not see how many points the next one needs.
  const isHad = page.outcome?.kind === 'redeemed' && isAbout(page, `rewards/${reward.id}`);
  return (
    <li class="card offer">
      <RewardTile page={page} reward_id={reward.id} kind={reward.kind} />
      <div class="words">
        <h3 id={`reward-${reward.id}`}>
          <RewardTitle page={page} reward={reward} variant={variant} />
        </h3>
        {variant.description !== null && (
          <p class="muted small">
            <RewardDescription page={page} reward={reward} variant={variant} />
          </p>
        )}
        <Notes page={page} notes={offerNotes(page, offer)} />
      </div>
      <div class="foot">
        <p class="worth">{presentCost(page.view, variant).cost_text}</p>
        {missingPoints(offer) > 0 && !isHad && (
          <Missing page={page} offer={offer} id={`missing-${reward.id}`} />
        )}
        {customer && isRedeemable(offer) && <RedeemForm page={page} offer={offer} customer={customer} />}
      </div>
      <OutcomeNotice page={page} of={`rewards/${reward.id}`} />
    </li>
  );
}
