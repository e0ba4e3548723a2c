import { type Interval, intervalAt } from './calendar.ts';

export interface Limit {
  count: number;
  /** Calendar interval in the customer's home zone; null: for ever. */
  interval: Interval | null;
}

/** How often a customer did something: ever, and within the limit's calendar interval that began at `window_start`. */
export interface UsageCounter {
  total: number;
  window_start: number;
  window_count: number;
  last_at: number | null;
}

export type LimitState =
  | { state: 'no_limit' }
  | { state: 'limit_reached_forever' }
  | { state: 'limit_reached_until_reset'; interval: Interval; resets_at: number }
  | {
      state: 'limit_not_reached';
      interval: Interval | null;
      allowed: number;
      count: number;
      remaining: number;
    };

/** The start of the window in which `now` is counted. A limit without an interval has one window, from the epoch on. */
export function windowStart(limit: Limit | null, zone: string, now: number): number {
  return limit?.interval ? intervalAt(limit.interval, zone, now).start : 0;
}

/** How many uses a limit counts at `now` (ms): those in its present window. */
export function countInWindow(
  limit: Limit | null,
  counter: UsageCounter | undefined,
  zone: string,
  now: number,
): number {
  return counter && counter.window_start === windowStart(limit, zone, now) ? counter.window_count : 0;
}

/** A customer's use of a limit at `now` (ms). */
export function limitState(
  limit: Limit | null,
  counter: UsageCounter | undefined,
  zone: string,
  now: number,
): LimitState {
  if (!limit) return { state: 'no_limit' };
  const count = countInWindow(limit, counter, zone, now);
  const remaining = limit.count - count;
  if (remaining > 0) {
    return { state: 'limit_not_reached', interval: limit.interval, allowed: limit.count, count, remaining };
  }
  if (!limit.interval) return { state: 'limit_reached_forever' };
  return {
    state: 'limit_reached_until_reset',
    interval: limit.interval,
    resets_at: intervalAt(limit.interval, zone, now).end,
  };
}

export function isLimitReached(state: LimitState): boolean {
  return state.state === 'limit_reached_forever' || state.state === 'limit_reached_until_reset';
}
