import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  /** main: the main action here; danger: destroys something; bare: without a border. */
  kind?: 'main' | 'danger' | 'bare';
  /** A lower button, for the heads of cards and the rows of tables. */
  low?: boolean;
  icon?: IconName;
}

interface ButtonProps extends Look {
  type?: 'submit' | 'button';
  name?: string;
  value?: string;
  disabled?: boolean;
  /** The id of the popover that it opens. */
  opens?: string;
  /** The id of the popover that it closes. */
  closes?: string;
  children: ComponentChildren;
}

function classOf({ kind, low }: Look): string {
  return ['button', kind, low && 'low'].filter(Boolean).join(' ');
}

export function Button({ type = 'submit', icon, kind, low, opens, closes, children, ...rest }: ButtonProps) {
  return (
    <button
      type={opens || closes ? 'button' : type}
      class={classOf({ ...(kind && { kind }), ...(low && { low }) })}
      popovertarget={opens ?? closes}
      popovertargetaction={closes ? 'hide' : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  href,
  icon,
  children,
  ...look
}: Look & { href: string; children: ComponentChildren }) {
  return (
    <a href={href} class={classOf(look)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
