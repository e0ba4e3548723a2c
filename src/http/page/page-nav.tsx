import type { PageContext } from './page-context.ts';

/** Leads to the sections of the page, each with its id and title. */
export function PageNav({ page, sections }: { page: PageContext; sections: [id: string, title: string][] }) {
  return (
    <nav class="menu" aria-label={page.say('page_nav', {})}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
