import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { fold } from './fold.ts';
import { isAbout } from './outcome-notice.tsx';
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

/**
 * The number of rewards that are shown at first: to a visitor, and to a member of the rewards that need more points.
 */
const FIRST = 6;
/** The number of rewards that are shown at first of those that a member can have: the ways to earn come below them. */
const FIRST_TO_HAVE = 24;

/**
 * The rewards that the customer can have now, then the next ones with the missing points, then, folded, those that the
 * customer cannot have.
 */
export function RewardSection({ page, rewards, customer = null }: RewardSectionProps) {
  const { say } = page;
  const { now, next, past } = groupOffers(page, rewards);
  const [nowShown, nowFolded] = fold(now, customer === null ? FIRST : FIRST_TO_HAVE);
  const [nextShown, nextFolded] = fold(next, FIRST);
  return (
    <Section id="rewards" title={say('page_rewards', {})}>
      {rewards.length === 0 && <Nothing>{say('page_rewards_nothing', {})}</Nothing>}
      {now.length > 0 && (
        <Group title={next.length > 0 ? say('page_rewards_now', {}) : null}>
          <Cards page={page} offers={nowShown} customer={customer} />
          {nowFolded.length > 0 && (
            <details
              class="more"
              open={nowFolded.some(({ reward }) => isAbout(page, `rewards/${reward.id}`))}
            >
              <summary>{say('page_show_all', { count: now.length })}</summary>
              <Cards page={page} offers={nowFolded} customer={customer} />
            </details>
          )}
        </Group>
      )}
      {next.length > 0 && (
        <Group title={say('page_rewards_next', {})}>
          <div class="card">
            <Rows page={page} offers={nextShown} />
            {nextFolded.length > 0 && (
              <details class="more">
                <summary>{say('page_show_all', { count: next.length })}</summary>
                <Rows page={page} offers={nextFolded} />
              </details>
            )}
          </div>
        </Group>
      )}
      {past.length > 0 && (
        <details class="more">
          <summary>
            {customer === null
              ? `${say('page_reward_unavailable', {})} (${past.length})`
              : say('page_rewards_past', { count: past.length })}
          </summary>
          <div class="card">
            <Rows page={page} offers={past} />
          </div>
        </details>
      )}
    </Section>
  );
}

interface ListProps {
  page: PageContext;
  offers: readonly Offer[];
}

function Cards({ page, offers, customer }: ListProps & { customer: StorefrontCustomer | null }) {
  return (
    <ul class="cards">
      {offers.map((offer) => (
        <RewardCard key={offer.reward.id} page={page} offer={offer} customer={customer} />
      ))}
    </ul>
  );
}

function Rows({ page, offers }: ListProps) {
  return (
    <ul class="lines">
      {offers.map((offer) => (
        <RewardRow key={offer.reward.id} page={page} offer={offer} />
      ))}
    </ul>
  );
}
