import type { ComponentChildren } from 'preact';
import type { Mood } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface TimelineEntry {
  icon: IconName;
  mood?: Mood;
  title: ComponentChildren;
  /** The screen of the subject. */
  href?: string;
  /** The reason of the event. */
  why?: ComponentChildren;
  at: ComponentChildren;
  /** The change of the balance. */
  worth?: string;
}

/** Newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline">
      {entries.map(({ icon, mood, title, href, why, at, worth }) => (
        <li>
          <span class={mood ? `dot ${mood}` : 'dot'}>
            <Icon name={icon} />
          </span>
          <div class="event">
            <p>{href ? <a href={href}>{title}</a> : title}</p>
            {why && <p class="muted">{why}</p>}
            <p class="muted small">{at}</p>
          </div>
          {worth && <p class="event-worth">{worth}</p>}
        </li>
      ))}
    </ol>
  );
}
