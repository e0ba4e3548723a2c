import type { ConsoleMessage } from '../language/en.ts';
import { useWording } from '../language/use-wording.ts';

/** The time since something was last used. `just`: the words for the last minutes. */
export function LastUsed({ at, now, just }: { at: number; now: number; just: ConsoleMessage }) {
  const { say } = useWording();
  const minutes = Math.round((now - at) / 60_000);
  const hours = Math.round(minutes / 60);
  const words =
    minutes < 2
      ? say(just)
      : minutes < 120
        ? say('account_minutes', { count: minutes })
        : hours < 48
          ? say('account_hours', { count: hours })
          : say('account_days', { count: Math.round(hours / 24) });
  return <time dateTime={new Date(at).toISOString()}>{words}</time>;
}
