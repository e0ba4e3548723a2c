import type { ComponentChildren } from 'preact';

/** How a thing stands: good, it asks for attention (warn), it failed (bad), it is special (accent). */
export type Mood = 'good' | 'warn' | 'bad' | 'accent';

/** The words say all; the colour repeats it. */
export function Badge({ mood, children }: { mood?: Mood; children: ComponentChildren }) {
  return <span class={mood ? `badge ${mood}` : 'badge'}>{children}</span>;
}
