import { localDate } from '../../domain/core/calendar.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { AboutReward } from './program-words.tsx';
import { groupOffers, isRedeemable, type Offer } from './reward-offer.ts';
import { Missing } from './reward-row.tsx';

interface PointsCardProps {
  page: PageContext;
  customer: StorefrontCustomer;
}

/** The points to spend, the pending points with their date, the next expiry, and the use of the points now and next. */
export function PointsCard({ page, customer }: PointsCardProps) {
  const { say, points } = page;
  const { points_approved, points_pending } = customer.row;
  return (
    <section class="card hero" aria-labelledby="points">
      <h2 class="label" id="points">
        {say('page_points', {})}
      </h2>
      <p class="figure">{points(points_approved)}</p>
      {points_approved < 0 && <p>{say('page_points_below', {})}</p>}
      {points_approved === 0 &&
        points_pending === 0 &&
        customer.rules.length > 0 &&
        !hasHadPoints(customer) && <p>{say('page_points_none', {})}</p>}
      <Facts page={page} customer={customer} />
      <Use page={page} customer={customer} />
    </section>
  );
}

function Facts({ page, customer }: PointsCardProps) {
  const { say, day, points } = page;
  const { points_pending } = customer.row;
  const arriving = nextArrival(customer, page.view.site.time_zone);
  const expiring = customer.next_expiry;
  if (points_pending <= 0 && !expiring) return null;
  return (
    <ul class="facts">
      {points_pending > 0 && (
        <li>
          <Icon name="clock" />
          <span>
            {say('page_points_pending', { points: points_pending })}
            {arriving && (
              <span class="aside">
                {say('page_points_arrive', { amount: points(arriving.points), date: day(arriving.at) })}
              </span>
            )}
          </span>
        </li>
      )}
      {expiring && (
        <li>
          <Icon name="clock" />
          {say('page_points_expire', { amount: points(expiring.points), date: day(expiring.at) })}
        </li>
      )}
    </ul>
  );
}

/** Whether the latest history has entries with points. */
function hasHadPoints({ history }: StorefrontCustomer): boolean {
  return history.some((entry) => 'points' in entry || 'points_cost' in entry);
}

/**
 * A link to the rewards that the customer can redeem, or to the ways to earn if there are none; then the reward for
 * which the fewest points are missing.
 */
function Use({ page, customer }: PointsCardProps) {
  const { now, next } = groupOffers(page, customer.rewards);
  const count = now.filter(isRedeemable).length;
  const [nearest] = next;
  return (
    <div class="use">
      {count > 0 && (
        <a class="button" href="#rewards">
          {page.say('page_reach', { count })}
        </a>
      )}
      {count === 0 && customer.rules.length > 0 && (
        <a class="button" href="#earn">
          {page.say('page_earn', {})}
        </a>
      )}
      {nearest && <Nearest page={page} offer={nearest} />}
    </div>
  );
}

function Nearest({ page, offer }: { page: PageContext; offer: Offer }) {
  return (
    <div class="nearest">
      <p>
        <AboutReward page={page} reward={offer.reward} variant={offer.variant}>
          {(reward) => page.say('page_next_reward', { reward })}
        </AboutReward>
      </p>
      <Missing page={page} offer={offer} id="nearest" />
    </div>
  );
}

/** The pending points that arrive on the next day with an arrival; null if no pending points have a date yet. */
function nextArrival({ history }: StorefrontCustomer, zone: string): { points: number; at: number } | null {
  const arriving = history.flatMap((entry) =>
    entry.kind === 'earned_points_from_rule' && entry.state === 'pending' && entry.approves_at !== null
      ? [{ points: entry.points, at: entry.approves_at }]
      : [],
  );
  if (arriving.length === 0) return null;
  const at = Math.min(...arriving.map((entry) => entry.at));
  const together = arriving.filter((entry) => localDate(entry.at, zone) === localDate(at, zone));
  return { at, points: together.reduce((sum, entry) => sum + entry.points, 0) };
}
