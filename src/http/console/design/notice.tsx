import type { ComponentChildren } from 'preact';
import type { Mood } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<Mood, IconName> = { good: 'check', warn: 'alert', bad: 'alert', accent: 'info' };

interface NoticeProps {
  mood: Mood;
  /** The action for it. */
  beside?: ComponentChildren;
  /** A toast reports the action that was just done. It is in front of the screen and is read aloud. */
  toast?: boolean;
  children: ComponentChildren;
}

/** A highlighted sentence. */
export function Notice({ mood, beside, toast = false, children }: NoticeProps) {
  return (
    <div class={toast ? `notice toast ${mood}` : `notice ${mood}`} role={toast ? 'status' : undefined}>
      <Icon name={ICONS[mood]} />
      <p>{children}</p>
      {beside}
    </div>
  );
}
