import type { PageContext } from './page-context.ts';

/** A text to copy, letter for letter. `id` is unique on the page. */
export function CodeLine({ page, id, text }: { page: PageContext; id: string; text: string }) {
  return (
    <p class="code">
      <code id={id} dir="ltr">
        {text}
      </code>
      <button
        type="button"
        class="button quiet scripted"
        data-copy={id}
        data-copied={page.say('page_copied', {})}
      >
        {page.say('page_copy', {})}
      </button>
    </p>
  );
}
