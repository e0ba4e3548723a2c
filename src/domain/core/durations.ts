/** A whole number of seconds, minutes, hours or days, from 1 to 999999: 30s, 15m, 24h, 90d. */
export const DURATION_PATTERN = '^[1-9][0-9]{0,5}(s|m|h|d)$';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Converts such a duration to milliseconds. */
export function durationMs(duration: string): number {
  return Number(duration.slice(0, -1)) * UNIT_MS[duration.slice(-1) as keyof typeof UNIT_MS];
}
