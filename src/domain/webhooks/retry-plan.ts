const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays after failed attempts: three days together, as Standard Webhooks recommends. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * Each delay is longer by a random part of up to a fifth, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.2;

/** The longest time that a receiver may ask for with Retry-After. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** After this many failures in a row, one delivery at a time finds out whether the receiver works again. */
export const FAILURES_TO_PAUSE = 5;
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 15 * MINUTE;

/** An endpoint that has failed for this long counts as gone. The last attempt at a delivery comes later than that. */
const FAILING_TOO_LONG = 72 * HOUR;

/** The known health of an endpoint; moments in ms. */
export interface EndpointHealth {
  failing_since: number | null;
  failures_in_row: number;
  paused_until: number | null;
}

export interface FailedAttempt {
  at: number;
  /** The number of the attempt, from 1. For a replayed delivery it counts from the replay. */
  tries: number;
  /** null: there was no answer. */
  response_status: number | null;
  /** The time that its Retry-After asked for. */
  retry_after_ms: number | null;
  /** Whether the attempt was made to find out if a paused endpoint works again. */
  probe: boolean;
}

/** The moment of the next attempt after a failed one; null: there is none. `chance` is from 0 to 1. */
export function nextAttemptAt(attempt: FailedAttempt, chance: number): number | null {
  const delay = DELAYS[attempt.tries - 1];
  if (delay === undefined) return null;
  return attempt.at + Math.max(spread(delay, chance), askedPause(attempt));
}

/**
 * The health of an endpoint after a failed attempt. A failure during a pause changes nothing, because that attempt
 * began before the pause, unless it is the probe.
 */
export function afterFailure(
  health: EndpointHealth,
  attempt: FailedAttempt,
  chance: number,
): EndpointHealth & { failing_since: number } {
  const failing_since = health.failing_since ?? attempt.at;
  const wasPaused = health.paused_until !== null && health.paused_until > attempt.at;
  if (wasPaused && !attempt.probe) {
    return { ...health, failing_since, failures_in_row: Math.max(1, health.failures_in_row) };
  }
  const failures_in_row = health.failures_in_row + 1;
  const asked = askedPause(attempt);
  const excess = failures_in_row - FAILURES_TO_PAUSE;
  const pause = excess < 0 ? 0 : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(excess, 10));
  const until = attempt.at + Math.max(pause === 0 ? 0 : spread(pause, chance), Math.min(asked, HOUR));
  return { failing_since, failures_in_row, paused_until: until > attempt.at ? until : null };
}

/** The reason to disable an endpoint after a failed attempt; undefined: it stays enabled. */
export function reasonToDisable(
  health: { failing_since: number },
  attempt: FailedAttempt,
): 'gone' | 'failing' | undefined {
  if (attempt.response_status === 410) return 'gone';
  return attempt.at - health.failing_since >= FAILING_TOO_LONG ? 'failing' : undefined;
}

/**
 * The time that a Retry-After header asks for, in ms from `now`: seconds or a date (RFC 9110, 10.2.3); null for
 * anything else.
 */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND;
  const moment = /GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

/** Only with the statuses of an overloaded or absent receiver may a receiver ask for time. */
function askedPause({ response_status, retry_after_ms }: FailedAttempt): number {
  if (response_status !== 429 && response_status !== 503) return 0;
  return Math.min(retry_after_ms ?? 0, LONGEST_RETRY_AFTER);
}

function spread(delay: number, chance: number): number {
  return Math.round(delay * (1 + JITTER * chance));
}
