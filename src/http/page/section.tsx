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

/** A part of a section. With the title null it is the section's only part and needs no title. */
export function Group({ title, children }: { title: string | null; children: ComponentChildren }) {
  return (
    <div class="group">
      {title !== null && <h3 class="label">{title}</h3>}
      {children}
    </div>
  );
}

/** The text in the place of an empty list. */
export function Nothing({ children }: { children: ComponentChildren }) {
  return <p class="card nothing muted">{children}</p>;
}
