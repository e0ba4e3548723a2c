import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { PageContext } from './page-context.ts';
import { type Offer, RewardCard } from './reward-card.tsx';
import { Nothing, Section } from './section.tsx';

interface RewardSectionProps {
  page: PageContext;
  /** With the customer's state, except for a visitor who has not joined. */
  rewards: readonly Offer[];
  /** The customer that may redeem; null: a visitor who has not joined. */
  customer?: StorefrontCustomer | null;
}

export function RewardSection({ page, rewards, customer = null }: RewardSectionProps) {
  const { say } = page;
  return (
    <Section id="rewards" title={say('page_rewards', {})}>
      {rewards.length === 0 ? (
        <Nothing>{say('page_rewards_nothing', {})}</Nothing>
      ) : (
        <ul class="cards">
          {rewards.map((offer) => (
            <RewardCard key={offer.reward.id} page={page} offer={offer} customer={customer} />
          ))}
        </ul>
      )}
    </Section>
  );
}
