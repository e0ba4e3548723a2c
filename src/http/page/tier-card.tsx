import type { TierStanding } from '../../domain/tiers/standing.ts';
import type { PageContext } from './page-context.ts';

/** The tier held, how long, and what is missing to keep it and to reach the next. */
export function TierCard({ page, standing }: { page: PageContext; standing: TierStanding }) {
  const { say, day, view } = page;
  const { tier_id, expires_at, progress } = standing;
  const nameOf = (tierId: number) => view.text(view.program.tier(tierId)!.name);
  const missing = progress.spend_needed_for_upgrade_minor;
  const renewal = progress.spend_needed_for_renewal_minor;
  return (
    <section class="card stack" aria-labelledby="tier">
      <h2 class="label" id="tier">
        {say('page_tier', {})}
      </h2>
      <p class="tier">
        <bdi lang={view.language}>{nameOf(tier_id)}</bdi>
      </p>
      {progress.upgrade_tier_id === null || missing === null ? (
        <p>{say('page_tier_highest', {})}</p>
      ) : (
        <>
          <progress
            aria-labelledby="tier-next"
            value={progress.spend_now_minor}
            max={progress.spend_now_minor + missing}
          />
          <p id="tier-next">
            {say('page_tier_upgrade', {
              amount: view.money(missing).formatted,
              tier: nameOf(progress.upgrade_tier_id),
            })}
          </p>
        </>
      )}
      {expires_at !== null && renewal !== null && (
        <p class="muted small">
          {renewal > 0
            ? say('page_tier_renewal', { amount: view.money(renewal).formatted, date: day(expires_at) })
            : say('page_tier_renews', { date: day(expires_at) })}
        </p>
      )}
    </section>
  );
}
