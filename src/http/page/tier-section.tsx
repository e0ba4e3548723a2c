import { isBounded, type Tier } from '../../domain/programs/configuration.ts';
import { boundText } from '../shared/bound-text.ts';
import { Benefits, benefitsOf } from './benefits.tsx';
import type { PageContext } from './page-context.ts';
import { AboutTier, ProgramWords } from './program-words.tsx';
import { Section } from './section.tsx';
import { TierGains } from './tier-gains.tsx';

/**
 * The tiers that customers can earn and that are not hidden, without secret benefits, and the present tier (null: none)
 * as its members see it. Empty if there is only one.
 */
export function shownTiers({ view: { program } }: PageContext, held: number | null): Tier[] {
  const earned = program.tiers.filter((tier) => !tier.hidden || tier.id === held);
  const given = program.conditional_tiers.filter((tier) => tier.id === held);
  const tiers = [...earned, ...given];
  return tiers.length < 2 ? [] : tiers;
}

/** The tiers side by side. Each shows the benefits that it adds to the tier before it. */
export function TierSection({ page, held = null }: { page: PageContext; held?: number | null }) {
  const { say, view } = page;
  const tiers = shownTiers(page, held);
  if (tiers.length === 0) return null;
  return (
    <Section id="tiers" title={say('page_tiers', {})}>
      <ol class="tiers">
        {tiers.map((tier, index) => (
          <li key={tier.id} class={tier.id === held ? 'card stack held' : 'card stack'}>
            <h3>
              <ProgramWords page={page} text={tier.name} />
            </h3>
            {tier.id === held && <p class="badge">{say('page_tier', {})}</p>}
            {isBounded(tier) && (
              <p class="muted small">
                {boundText(view, view.program.settings.tier_boundary_mode, tier.lower_bound)}
              </p>
            )}
            <Additions page={page} all={tiers} index={index} held={held} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface AdditionsProps {
  page: PageContext;
  all: readonly Tier[];
  /** The index of the tier in `all`. */
  index: number;
  held: number | null;
}

/** The benefits of a tier that the tier before it lacks. If this tier lacks a benefit of that one, all its benefits. */
function Additions({ page, all, index, held }: AdditionsProps) {
  const tier = all[index]!;
  const before = all[index - 1];
  const benefits = benefitsOf(page, tier, tier.id === held);
  const known = before ? benefitsOf(page, before, before.id === held) : [];
  const builds = known.length > 0 && known.every((benefit) => benefits.includes(benefit));
  const added = builds ? benefits.filter((benefit) => !known.includes(benefit)) : benefits;
  return (
    <>
      {before && builds && added.length > 0 && (
        <p class="small">
          <AboutTier page={page} tier={before}>
            {(name) => page.say('page_tier_builds', { tier: name })}
          </AboutTier>
        </p>
      )}
      <Benefits page={page} benefits={added} />
      <TierGains page={page} tier={tier} others={before ? [before] : all} />
    </>
  );
}
