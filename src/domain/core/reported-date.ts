import { DomainError } from './errors.ts';

/** A clock that runs ahead of ours may date what it reports a little into the future; that is taken as just happened. */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/** Refuses what a back end dates into the future, `invalid_request`. null: it happened just now. */
export function refuseFuture(date: number | null, now: number): void {
  if (date === null || date <= now + CLOCK_SKEW_MS) return;
  throw new DomainError('invalid_request', 'The request is not valid.', {
    details: { date: 'must not lie in the future' },
  });
}

/** When what was so dated happened, for something that is recorded at `at`. */
export function reportedDate(date: number | null, at: number): number {
  return Math.min(date ?? at, at);
}
