import type { PageContext } from './page-context.ts';

/** The program's name and logo. `greeting`: the words for the customer. */
export function Masthead({ page, greeting = null }: { page: PageContext; greeting?: string | null }) {
  const { program } = page.view;
  const logo = program.settings.theme?.logo ?? null;
  return (
    <header class={greeting ? 'masthead greets' : 'masthead'}>
      <h1>{logo === null ? program.name : <img class="logo" {...logo} alt={program.name} />}</h1>
      {greeting && <p class="muted">{greeting}</p>}
      <button type="button" class="button quiet close" data-close hidden>
        {page.say('page_close', {})}
      </button>
    </header>
  );
}
