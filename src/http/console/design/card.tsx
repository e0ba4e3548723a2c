import type { ComponentChildren } from 'preact';

interface CardProps {
  title?: ComponentChildren;
  /** The id of its title: unique on the screen. */
  id?: string;
  /** Content beside the title: a link, a button. */
  beside?: ComponentChildren;
  /** The content reaches the edges of the card, as a table does. */
  flush?: boolean;
  children: ComponentChildren;
}

export function Card({ title, id, beside, flush = false, children }: CardProps) {
  const labelled = title && id ? { 'aria-labelledby': id } : {};
  return (
    <section class={flush ? 'card flush' : 'card'} {...labelled}>
      {title && (
        <div class="card-head">
          <h2 id={id}>{title}</h2>
          {beside}
        </div>
      )}
      {children}
    </section>
  );
}
