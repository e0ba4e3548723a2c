import type { ComponentChildren } from 'preact';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { Icon } from './icon.tsx';

export interface StatView {
  name: string;
  figure: ComponentChildren;
  /** Content under the figure. */
  aside?: ComponentChildren;
  trend?: Trend;
}

/** The change since the previous span. */
export interface Trend {
  /** The change as a fraction of the previous value; null: the previous value was zero. */
  change: number | null;
  /** Whether a rise is good or bad; null: neither. */
  rise_is: 'good' | 'bad' | null;
}

/** Figures side by side, each with its change. */
export function Stats({ stats }: { stats: readonly StatView[] }) {
  return (
    <dl class="stats">
      {stats.map(({ name, figure, aside, trend }) => (
        <div class="stat">
          <dt>{name}</dt>
          <dd class="figure">{figure}</dd>
          {(aside || trend) && (
            <dd class="aside">
              {trend && <TrendText {...trend} />} {aside}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function TrendText({ change, rise_is }: Trend) {
  const wording = useWording();
  const { say, share } = wording;
  if (change === null) return <span class="trend">{say('trend_new')}</span>;
  const moved = Math.abs(change) >= 0.0005;
  if (!moved) return <span class="trend">±{share(0, 0)}</span>;
  const rises = change > 0;
  const mood = rise_is === null ? '' : rises === (rise_is === 'good') ? 'good' : 'bad';
  return (
    <span class={`trend ${mood}`.trim()}>
      <Icon name={rises ? 'up' : 'down'} />
      <span class="unseen">{say(rises ? 'trend_up' : 'trend_down')} </span>
      {changeText(wording, change)}
    </span>
  );
}

/** 0.042 → "4.2%", 23 → "×24". */
function changeText({ share }: ConsoleWording, change: number): string {
  const size = Math.abs(change);
  return change >= 9 ? `×${Math.round(change + 1)}` : share(size, size < 0.1 ? 1 : 0);
}

/** The change of a figure since the previous span. */
export function trendOf(now: number, before: number, rise_is: Trend['rise_is']): Trend {
  if (before === 0) return { change: now === 0 ? 0 : null, rise_is };
  return { change: (now - before) / Math.abs(before), rise_is };
}
