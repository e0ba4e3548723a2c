import type { ComponentChildren } from 'preact';
import type { Mood } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<Mood, IconName> = { good: 'check', warn: 'alert', bad: 'alert', accent: 'info' };

interface NoticeProps {
  mood: Mood;
  /** The way to act on it. */
  beside?: ComponentChildren;
  /** A toast: it says what was just done, in front of the screen, and is read aloud. */
  toast?: boolean;
  children: ComponentChildren;
}

/** A sentence that stands out. */
export function Notice({ mood, beside, toast = false, children }: NoticeProps) {
  return (
    <div class={toast ? `notice toast ${mood}` : `notice ${mood}`} role={toast ? 'status' : undefined}>
      <Icon name={ICONS[mood]} />
      <p>{children}</p>
      {beside}
    </div>
  );
}
