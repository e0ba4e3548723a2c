import type { ComponentChildren } from 'preact';

interface MenuProps {
  /** Its name, where what is seen of it is no name. */
  label?: string;
  /** The part that shows while it is shut. */
  shut: ComponentChildren;
  /** The classes of its look. */
  look?: string;
  button?: string;
  children: ComponentChildren;
}

/** Folds out under its button, without a script. The console's script shuts it at a click beside it and by Escape. */
export function Menu({ label, shut, look = '', button = '', children }: MenuProps) {
  return (
    <details class={`menu ${look}`.trim()}>
      <summary class={button || undefined} aria-label={label} title={label}>
        {shut}
      </summary>
      <div class="float">{children}</div>
    </details>
  );
}
