import { type Birthday, calendarDate, localDate } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';

const EARLIEST_YEAR = 1900;
const LEAP_YEAR = 2000;

/**
 * Throws invalid_date for a day that does not exist, is not yet over at `now` (ms) in the home's zone, or is before
 * 1900. Without a year: for a day that exists in no year.
 */
export function refuseImpossible({ year, month, day }: Birthday, zone: string, now: number): void {
  const date = calendarDate(year ?? LEAP_YEAR, month, day);
  if (date === undefined) throw new DomainError('invalid_date', 'There is no such day.');
  if (year === null || year === undefined) return;
  if (year < EARLIEST_YEAR)
    throw new DomainError('invalid_date', `The birthday lies before ${EARLIEST_YEAR}.`);
  if (date > localDate(now, zone)) throw new DomainError('invalid_date', 'The birthday lies in the future.');
}
