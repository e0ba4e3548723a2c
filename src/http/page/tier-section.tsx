import { isBounded, type Tier } from '../../domain/programs/configuration.ts';
import { Benefits } from './benefits.tsx';
import type { PageContext } from './page-context.ts';
import { Section } from './section.tsx';
import { boundText } from './tier-text.ts';

/**
 * The tiers that facts earn and that are not hidden, without secret benefits, and the present tier (null: none) as its
 * members know it. Empty if there is only one.
 */
export function shownTiers({ view: { program } }: PageContext, held: number | null): Tier[] {
  const earned = program.tiers.filter((tier) => !tier.hidden || tier.id === held);
  const given = program.conditional_tiers.filter((tier) => tier.id === held);
  const tiers = [...earned, ...given];
  return tiers.length < 2 ? [] : tiers;
}

export function TierSection({ page, held = null }: { page: PageContext; held?: number | null }) {
  const { say, view } = page;
  const tiers = shownTiers(page, held);
  if (tiers.length === 0) return null;
  return (
    <Section id="tiers" title={say('page_tiers', {})}>
      <ol class="cards">
        {tiers.map((tier) => (
          <li key={tier.id} class={tier.id === held ? 'card stack held' : 'card stack'}>
            <h3>
              <bdi lang={view.language}>{view.text(tier.name)}</bdi>
            </h3>
            {tier.id === held && <p class="badge">{say('page_tier', {})}</p>}
            {isBounded(tier) && (
              <p class="muted small">
                {boundText(page, view.program.settings.tier_boundary_mode, tier.lower_bound)}
              </p>
            )}
            <Benefits page={page} tier={tier} secret={tier.id === held} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
