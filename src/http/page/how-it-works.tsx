import { Icon, type IconName } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { Section } from './section.tsx';

/** The program in three steps, for people who do not know it yet. `isKnown`: they have an account at the store. */
export function HowItWorks({ page, isKnown }: { page: PageContext; isKnown: boolean }) {
  const { say, view } = page;
  const steps: [IconName, string, string][] = [
    ['person', say('page_how_join', {}), say('page_how_join_text', { site: view.site.name })],
    ['bag', say('page_how_earn', {}), say('page_how_earn_text', {})],
    ['gift', say('page_how_redeem', {}), say('page_how_redeem_text', {})],
  ];
  return (
    <Section id="how" title={say('page_how', {})}>
      <ol class="cards">
        {steps.slice(isKnown ? 1 : 0).map(([icon, title, text]) => (
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
