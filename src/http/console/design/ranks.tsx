import type { Tone } from './plot-layout.ts';

export interface Rank {
  name: string;
  href?: string;
  value: number;
  text: string;
}

/** Names with their values, each over a bar that begins at zero. The greatest value has the longest bar. */
export function Ranks({ ranks, tone = 1 }: { ranks: readonly Rank[]; tone?: Tone }) {
  const most = Math.max(1, ...ranks.map(({ value }) => value));
  return (
    <ol class="ranks">
      {ranks.map(({ name, href, value, text }) => (
        <li>
          <span class="name">{href ? <a href={href}>{name}</a> : name}</span>
          <span class="number">{text}</span>
          <svg aria-hidden="true">
            <rect
              class={`fill-${tone}`}
              width={`${((100 * Math.max(0, value)) / most).toFixed(2)}%`}
              height="100%"
              rx="3"
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
