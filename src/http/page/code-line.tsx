import type { PageContext } from './page-context.ts';

interface LineProps {
  /** Unique on the page. */
  id: string;
  text: string;
}

/** A text to copy, letter for letter. */
export function CodeLine({ page, id, text }: LineProps & { page: PageContext }) {
  return (
    <p class="code">
      <code id={id} dir="ltr">
        {text}
      </code>
      <CopyButton page={page} of={id} />
    </p>
  );
}

/** A link, on one line however long it is. `label`: the id of its label. */
export function LinkLine({ id, text, label }: LineProps & { label: string }) {
  return (
    <p class="code">
      <input id={id} dir="ltr" readonly value={text} aria-labelledby={label} />
    </p>
  );
}

/** Copies the text of the element of the id `of`. */
export function CopyButton({ page, of }: { page: PageContext; of: string }) {
  const { say } = page;
  return (
    <button type="button" class="button quiet scripted" data-copy={of} data-copied={say('page_copied', {})}>
      {say('page_copy', {})}
    </button>
  );
}
