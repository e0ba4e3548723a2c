import type { ComponentChildren } from 'preact';

interface MenuProps {
  /** The name of the menu, if its visible part is not a name. */
  label?: string;
  /** The part that is visible while the menu is closed. */
  shut: ComponentChildren;
  /** The menu's additional classes. */
  look?: string;
  button?: string;
  children: ComponentChildren;
}

/**
 * A menu that opens under its button without a script. The console's script closes it after Escape or a click beside
 * it.
 */
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
