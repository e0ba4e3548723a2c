import type { ComponentChildren } from 'preact';

/** The state of a thing: good, it needs attention (warn), it failed (bad), it is special (accent). */
export type Mood = 'good' | 'warn' | 'bad' | 'accent';

/** The words say everything; the colour only repeats it. */
export function Badge({ mood, children }: { mood?: Mood; children: ComponentChildren }) {
  return <span class={mood ? `badge ${mood}` : 'badge'}>{children}</span>;
}
