import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { PageContext } from './page-context.ts';
import { RewardCard } from './reward-card.tsx';
import { groupOffers, type Offer } from './reward-offer.ts';
import { RewardRow } from './reward-row.tsx';
import { Group, Nothing, Section } from './section.tsx';

interface RewardSectionProps {
  page: PageContext;
  /** With the customer's state, except for a visitor who has not joined. */
  rewards: readonly Offer[];
  /** The customer that may redeem; null: a visitor who has not joined. */
  customer?: StorefrontCustomer | null;
}

/** So many rewards that cost more than the customer has are shown at first. */
const NEXT_SHOWN = 6;

/** Rewards to have now, then the next ones and how far they are; folded, those that cannot be had. */
export function RewardSection({ page, rewards, customer = null }: RewardSectionProps) {
  const { say } = page;
  const { now, next, past } = groupOffers(page, rewards);
  const folded = next.length > NEXT_SHOWN + 1 ? next.slice(NEXT_SHOWN) : [];
  return (
    <Section id="rewards" title={say('page_rewards', {})}>
      {rewards.length === 0 && <Nothing>{say('page_rewards_nothing', {})}</Nothing>}
      {now.length > 0 && (
        <Group title={next.length > 0 ? say('page_rewards_now', {}) : null}>
          <ul class="cards">
            {now.map((offer) => (
              <RewardCard key={offer.reward.id} page={page} offer={offer} customer={customer} />
            ))}
          </ul>
        </Group>
      )}
      {next.length > 0 && (
        <Group title={say('page_rewards_next', {})}>
          <div class="card">
            <Rows page={page} offers={next.slice(0, next.length - folded.length)} />
            {folded.length > 0 && (
              <details class="more">
                <summary>{say('page_show_all', { count: next.length })}</summary>
                <Rows page={page} offers={folded} />
              </details>
            )}
          </div>
        </Group>
      )}
      {past.length > 0 && (
        <details class="more">
          <summary>{say('page_rewards_past', { count: past.length })}</summary>
          <div class="card">
            <Rows page={page} offers={past} />
          </div>
        </details>
      )}
    </Section>
  );
}

function Rows({ page, offers }: { page: PageContext; offers: readonly Offer[] }) {
  return (
    <ul class="lines">
      {offers.map((offer) => (
        <RewardRow key={offer.reward.id} page={page} offer={offer} />
      ))}
    </ul>
  );
}
