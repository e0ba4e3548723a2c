import type { ComponentChildren } from 'preact';

interface SectionProps {
  id: string;
  title: string;
  /** One line under the title. */
  lead?: string | null;
  children: ComponentChildren;
}

/** A titled part of the page, to which the page's own menu leads. */
export function Section({ id, title, lead = null, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p class="muted">{lead}</p>}
      </header>
      {children}
    </section>
  );
}

/** Stands in the place of an empty list. */
export function Nothing({ children }: { children: ComponentChildren }) {
  return <p class="card nothing muted">{children}</p>;
}
