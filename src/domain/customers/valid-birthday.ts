import { type Birthday, calendarDate, localDate } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';

const EARLIEST_YEAR = 1900;
const LEAP_YEAR = 2000;

/**
 * Refuses with invalid_date a day that never was, is not yet past at `now` (ms) at home, or lies before 1900.
 * Without a year: one that is in no year.
 */
export function refuseImpossible({ year, month, day }: Birthday, zone: string, now: number): void {
  const date = calendarDate(year ?? LEAP_YEAR, month, day);
  if (date === undefined) throw new DomainError('invalid_date', 'There is no such day.');
  if (year === null || year === undefined) return;
  if (year < EARLIEST_YEAR)
    throw new DomainError('invalid_date', `The birthday lies before ${EARLIEST_YEAR}.`);
  if (date > localDate(now, zone)) throw new DomainError('invalid_date', 'The birthday lies in the future.');
}
