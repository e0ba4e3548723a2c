import type { CustomerRow } from '../../domain/storefront/customer.ts';
import { pointsText } from '../../texts/points.ts';
import type { PageContext } from './page-context.ts';

export function PointsCard({ page, customer }: { page: PageContext; customer: CustomerRow }) {
  const { points_approved, points_pending } = customer;
  return (
    <section class="card hero stack" aria-labelledby="points">
      <h2 class="label" id="points">
        {page.say('page_points', {})}
      </h2>
      <p class="figure">{pointsText(points_approved, page.view.wording)}</p>
      {points_pending > 0 && (
        <p class="muted">{page.say('page_points_pending', { points: points_pending })}</p>
      )}
      {points_approved <= 0 && points_pending === 0 && (
        <p class="muted">{page.say('page_points_none', {})}</p>
      )}
    </section>
  );
}
