import { localDate } from '../../domain/core/calendar.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';

/** The points to spend, the pending points with their date, and the next expiry. */
export function PointsCard({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, day, points } = page;
  const { points_approved, points_pending } = customer.row;
  const arriving = nextArrival(customer, page.view.site.time_zone);
  const expiring = customer.next_expiry;
  return (
    <section class="card hero" aria-labelledby="points">
      <h2 class="label" id="points">
        {say('page_points', {})}
      </h2>
      <p class="figure">{points(points_approved)}</p>
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
        {points_approved <= 0 && points_pending === 0 && <li>{say('page_points_none', {})}</li>}
      </ul>
    </section>
  );
}

/** The pending points that arrive on the next day on which any do; null if none has a date yet. */
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
