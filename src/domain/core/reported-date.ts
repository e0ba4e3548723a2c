import { DomainError } from './errors.ts';

/**
 * If the clock of a back end runs ahead, a report may have a date a little in the future. Such a report counts as
 * happening now.
 */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/** Refuses a date in the future with `invalid_request`. null: it happened just now. */
export function refuseFuture(date: number | null, now: number): void {
  if (date === null || date <= now + CLOCK_SKEW_MS) return;
  throw new DomainError('invalid_request', 'The request is not valid.', {
    details: { date: 'must not lie in the future' },
  });
}

/** The moment at which something dated `date` happened, when it is recorded at `at`. */
export function reportedDate(date: number | null, at: number): number {
  return Math.min(date ?? at, at);
}
