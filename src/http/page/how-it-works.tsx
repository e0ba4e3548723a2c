import type { Offers } from '../../domain/storefront/offers.ts';
import { Icon, type IconName } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { Section } from './section.tsx';

interface HowItWorksProps {
  page: PageContext;
  /** Whether the visitor has an account at the store. */
  isKnown: boolean;
  offers: Offers;
}

/**
 * The program in up to three steps, for people who do not know it yet. It promises no way to earn and no reward that the
 * program does not have. One step alone explains nothing, so it is not shown.
 */
export function HowItWorks({ page, isKnown, offers }: HowItWorksProps) {
  const { say, view } = page;
  const steps: [IconName, string, string][] = [];
  if (!isKnown)
    steps.push(['person', say('page_how_join', {}), say('page_how_join_text', { site: view.site.name })]);
  if (offers.rules.length > 0) steps.push(['bag', say('page_how_earn', {}), say('page_how_earn_text', {})]);
  if (offers.rewards.length > 0)
    steps.push(['gift', say('page_how_redeem', {}), say('page_how_redeem_text', {})]);
  if (steps.length < 2) return null;
  return (
    <Section id="how" title={say('page_how', {})}>
      <ol class="cards">
        {steps.map(([icon, title, text]) => (
          <li key={icon} class="card step">
            <span class="tile">
              <Icon name={icon} />
            </span>
            <div class="words">
              <h3>{title}</h3>
              <p class="muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
