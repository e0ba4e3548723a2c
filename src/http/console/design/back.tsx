import { Icon } from './icon.tsx';

/** The screen above another one. */
export interface Above {
  href: string;
  /** The title of that screen. */
  words: string;
}

/** The way to the screen above, before the title. Every screen below another one has it. */
export function Back({ to: { href, words } }: { to: Above }) {
  return (
    <a class="back" href={href}>
      <Icon name="back" />
      {words}
    </a>
  );
}
