import { Icon, type IconName } from './icon.tsx';
import type { PageContext } from './page-context.ts';

/** A section of the page: its id, its short name, and its ornament. */
export interface Tab {
  id: string;
  name: string;
  icon: IconName;
}

/**
 * The menu with the sections of the page, if there are several. In a narrow window the sections are tabs: only one of
 * them is shown at a time.
 */
export function PageNav({ page, tabs }: { page: PageContext; tabs: readonly Tab[] }) {
  if (tabs.length === 1) return null;
  return (
    <nav class="menu" aria-label={page.say('page_nav', {})}>
      <ul>
        {tabs.map(({ id, name, icon }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Icon name={icon} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
