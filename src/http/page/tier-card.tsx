import type { Tier } from '../../domain/programs/configuration.ts';
import type { TierProgress, TierStanding } from '../../domain/tiers/standing.ts';
import { Benefits } from './benefits.tsx';
import type { PageContext } from './page-context.ts';
import { renewalText, upgradeText } from './tier-text.ts';

/** The present tier, its benefits, its end, and the amounts that are missing to keep it and to reach the next one. */
export function TierCard({ page, standing }: { page: PageContext; standing: TierStanding }) {
  const { say, day, view } = page;
  const { tier_id, expires_at, progress } = standing;
  const tier = view.program.tier(tier_id)!;
  const renewal = progress.needed_for_renewal;
  return (
    <section class="card stack" aria-labelledby="tier">
      <h2 class="label" id="tier">
        {say('page_tier', {})}
      </h2>
      <p class="tier-name">
        <bdi lang={view.language}>{view.text(tier.name)}</bdi>
      </p>
      <Benefits page={page} tier={tier} secret={true} />
      <NextTier page={page} tier={tier} progress={progress} />
      {expires_at !== null && renewal !== null && (
        <p class="muted small">
          {renewal > 0
            ? renewalText(page, progress.kind, renewal, day(expires_at))
            : say('page_tier_renews', { date: day(expires_at) })}
        </p>
      )}
    </section>
  );
}

function NextTier({ page, tier, progress }: { page: PageContext; tier: Tier; progress: TierProgress }) {
  const { upgrade_tier_id, needed_for_upgrade: missing } = progress;
  if (upgrade_tier_id === null || missing === null) {
    return isHighestShown(page, tier) ? <p>{page.say('page_tier_highest', {})}</p> : null;
  }
  const next = page.view.text(page.view.program.tier(upgrade_tier_id)!.name);
  return (
    <div class="climb">
      <progress aria-labelledby="tier-next" value={progress.now} max={progress.now + missing} />
      <p id="tier-next">{upgradeText(page, progress.kind, missing, next)}</p>
    </div>
  );
}

/** Whether a tier that facts earn is the highest one that a customer may know of. */
function isHighestShown({ view }: PageContext, { lower_bound }: Tier): boolean {
  return (
    lower_bound !== null && !view.program.tiers.some((tier) => tier.lower_bound > lower_bound && !tier.hidden)
  );
}
