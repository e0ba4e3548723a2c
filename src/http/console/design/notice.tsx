import type { ComponentChildren } from 'preact';
import type { Mood } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<Mood, IconName> = { good: 'check', warn: 'alert', bad: 'alert', accent: 'info' };

/** A sentence that stands out, with the way to act on it. */
export function Notice({
  mood,
  beside,
  children,
}: {
  mood: Mood;
  beside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class={`notice ${mood}`}>
      <Icon name={ICONS[mood]} />
      <p>{children}</p>
      {beside}
    </div>
  );
}

/** Says what was just done, in front of the screen. It is read aloud. */
export function Toast({
  mood,
  beside,
  children,
}: {
  mood: Mood;
  beside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class={`notice toast ${mood}`} role="status">
      <Icon name={ICONS[mood]} />
      <p>{children}</p>
      {beside}
    </div>
  );
}
