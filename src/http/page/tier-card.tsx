import type { Tier } from '../../domain/programs/configuration.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { TierProgress, TierStatus } from '../../domain/tiers/tier-status.ts';
import { Benefits, benefitsOf } from './benefits.tsx';
import { Celebration } from './celebration.tsx';
import type { PageContext } from './page-context.ts';
import { AboutTier, ProgramWords } from './program-words.tsx';
import { renewalText, upgradeText } from './tier-text.ts';

interface TierCardProps {
  page: PageContext;
  customer: StorefrontCustomer;
  status: TierStatus;
  /**
   * Whether another part of the page shows all tiers with their benefits. Then a narrow window leaves the benefits out
   * here.
   */
  brief: boolean;
}

/** The present tier, its benefits, its end, and the missing amounts: to keep it, and to reach the next one. */
export function TierCard({ page, customer, status, brief }: TierCardProps) {
  const { say, day, view } = page;
  const { tier_id, expires_at, progress } = status;
  const tier = view.program.tier(tier_id)!;
  const renewal = progress.needed_for_renewal;
  const isNew = isNewlyReached(page, customer, tier);
  return (
    <section class={brief ? 'card stack brief' : 'card stack'} aria-labelledby="tier">
      <h2 class="label" id="tier">
        {say('page_tier', {})}
      </h2>
      <p class={isNew ? 'tier-name joyful' : 'tier-name'}>
        <ProgramWords page={page} text={tier.name} />
        {isNew && <Celebration />}
      </p>
      {isNew && (
        <p>
          <AboutTier page={page} tier={tier}>
            {(name) => say('page_tier_reached', { tier: name })}
          </AboutTier>
        </p>
      )}
      <NextTier page={page} tier={tier} progress={progress} />
      {expires_at !== null && renewal !== null && (
        <p class="muted small">
          {renewal > 0
            ? renewalText(page, progress.kind, renewal, day(expires_at))
            : say('page_tier_renews', { date: day(expires_at) })}
        </p>
      )}
      <Benefits page={page} benefits={benefitsOf(page, tier, true)} />
    </section>
  );
}

const NEW_FOR_MS = 3 * 86_400_000;

/** Whether the customer rose to the tier within the last few days. */
function isNewlyReached(
  { view: { program } }: PageContext,
  customer: StorefrontCustomer,
  tier: Tier,
): boolean {
  const entry = customer.history.find(({ kind }) => kind === 'entered_tier');
  if (entry?.kind !== 'entered_tier' || entry.tier_id !== tier.id || entry.from_tier_id === null)
    return false;
  const before = program.tier(entry.from_tier_id)?.lower_bound ?? null;
  const hasRisen = tier.lower_bound === null || before === null || tier.lower_bound > before;
  return hasRisen && customer.now - entry.date < NEW_FOR_MS;
}

function NextTier({ page, tier, progress }: { page: PageContext; tier: Tier; progress: TierProgress }) {
  const { upgrade_tier_id, needed_for_upgrade: missing } = progress;
  if (upgrade_tier_id === null || missing === null) {
    return isHighestShown(page, tier) ? <p>{page.say('page_tier_highest', {})}</p> : null;
  }
  const next = page.view.program.tier(upgrade_tier_id)!;
  return (
    <div class="climb">
      <progress aria-labelledby="tier-next" value={progress.now} max={progress.now + missing} />
      <p id="tier-next">
        <AboutTier page={page} tier={next}>
          {(name) => upgradeText(page, progress.kind, missing, name)}
        </AboutTier>
      </p>
    </div>
  );
}

/** Whether a tier that a customer can earn is the highest of several that the customer may see. */
function isHighestShown({ view }: PageContext, { lower_bound }: Tier): boolean {
  if (lower_bound === null) return false;
  const known = view.program.tiers.filter((tier) => !tier.hidden);
  return (
    known.some((tier) => tier.lower_bound < lower_bound) &&
    known.every((tier) => tier.lower_bound <= lower_bound)
  );
}
