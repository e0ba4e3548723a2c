import type { ComponentChildren } from 'preact';

interface DialogProps {
  /** A button with `opens={id}` opens it. */
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A popover of the browser. Without a script it opens, and it closes with Escape or with a click beside it. */
export function Dialog({ id, title, children }: DialogProps) {
  return (
    <div id={id} class="dialog" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </div>
  );
}
