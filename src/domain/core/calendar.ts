import { Temporal } from 'temporal-polyfill';
import { steadyOffset } from './steady-offset.ts';

export type Interval = 'day' | 'week' | 'month' | 'year';

interface Span {
  start: number;
  end: number;
}

/** The latest span seen per interval and zone. Almost every request asks for the same span again. */
const latestSpans = new Map<string, Span>();

/**
 * Returns the calendar interval that holds `now`, in ms: `start` inclusive, `end` exclusive. A week begins on Monday.
 * The steps are taken on the local calendar and then converted: a day has 23, 24 or 25 hours, as its zone says.
 */
export function intervalAt(interval: Interval, zone: string, now: number): Span {
  const key = `${interval} ${zone}`;
  const latest = latestSpans.get(key);
  if (latest && now >= latest.start && now < latest.end) return latest;
  const today = zonedDate(now, zone);
  const first =
    interval === 'day'
      ? today
      : interval === 'week'
        ? today.subtract({ days: today.dayOfWeek - 1 })
        : interval === 'month'
          ? today.with({ day: 1 })
          : today.with({ month: 1, day: 1 });
  const following = first.add(
    interval === 'day'
      ? { days: 1 }
      : interval === 'week'
        ? { weeks: 1 }
        : interval === 'month'
          ? { months: 1 }
          : { years: 1 },
  );
  const span = { start: startOfDay(first, zone), end: startOfDay(following, zone) };
  latestSpans.set(key, span);
  return span;
}

/**
 * Moves `ms` by whole calendar months in a zone. The time of day stays; the day is clamped to the length of the month.
 */
export function addMonths(ms: number, months: number, zone: string): number {
  return addMonthsSteadily(ms, months, zone) ?? addMonthsByZone(ms, months, zone);
}

/** undefined if the zone's clocks change near either moment. Tiers ask for every fact of a year. */
function addMonthsSteadily(ms: number, months: number, zone: string): number | undefined {
  const offset = steadyOffset(ms, zone);
  if (offset === null) return undefined;
  const local = new Date(ms + offset);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() + months);
  // In a shorter month the date has run over into the next one: its day 0 is the last of the month before.
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  const guess = local.getTime() - offset;
  const offsetThen = steadyOffset(guess, zone);
  if (offsetThen === null) return undefined;
  const moved = local.getTime() - offsetThen;
  return steadyOffset(moved, zone) === offsetThen ? moved : undefined;
}

function addMonthsByZone(ms: number, months: number, zone: string): number {
  const moved = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).add({ months });
  return moved.epochMilliseconds;
}

/**
 * The start of the day that lies `months` whole months after a day of the year 2000, in ms. The year 2000 has a 29
 * February. A day that the month does not have becomes the last day of the month.
 */
export function startOfPeriod(from: { month: number; day: number }, months: number, zone: string): number {
  return startOfDay(Temporal.PlainDate.from({ year: 2000, ...from }).add({ months }), zone);
}

export interface Birthday {
  day: number;
  month: number;
  year?: number | null;
}

/** The next birthday on or after today in the zone, as YYYY-MM-DD. In other years 29 February counts on the 28th. */
export function nextBirthday(birthday: Birthday, zone: string, now: number): string {
  return birthdayFrom(birthday, zone, now).toString();
}

/** The start of the day that `nextBirthday` returns, in ms. */
export function nextBirthdayStart(birthday: Birthday, zone: string, now: number): number {
  return startOfDay(birthdayFrom(birthday, zone, now), zone);
}

function birthdayFrom({ day, month }: Birthday, zone: string, now: number): Temporal.PlainDate {
  const today = zonedDate(now, zone);
  const inYear = (year: number) => Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' });
  const thisYear = inYear(today.year);
  return Temporal.PlainDate.compare(thisYear, today) >= 0 ? thisYear : inYear(today.year + 1);
}

/** A day of the years 0001 to 9999 as YYYY-MM-DD; undefined if there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  if (year < 1 || year > 9999) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/**
 * A day of the years 0001 to 9999 in a zone, in ms: `start` inclusive, `end` exclusive; undefined if there is no such
 * day.
 */
export function daySpan(year: number, month: number, day: number, zone: string): Span | undefined {
  const date = calendarDate(year, month, day);
  if (date === undefined) return undefined;
  const first = Temporal.PlainDate.from(date);
  return { start: startOfDay(first, zone), end: startOfDay(first.add({ days: 1 }), zone) };
}

/** The first end after `ms` of a local day that comes once a year, in ms. In other years 29 February is the 28th. */
export function nextEndOfYearlyDay({ day, month }: { day: number; month: number }, zone: string, ms: number) {
  for (let year = zonedDate(ms, zone).year; ; year += 1) {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' });
    const end = startOfDay(date.add({ days: 1 }), zone);
    if (end > ms) return end;
  }
}

/** The local date of a moment, as YYYY-MM-DD. */
export function localDate(ms: number, zone: string): string {
  return zonedDate(ms, zone).toString();
}

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+\- ]\d{2}(?::?\d{2})?)$/i;

/**
 * Reads an ISO 8601 timestamp with an offset, in ms, truncated to the millisecond. A space is read as a `+` that was
 * not escaped. Returns undefined for any other text and outside the years 0001 to 9999.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = match;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(' ', '+');
  try {
    const local = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`, {
      overflow: 'reject',
    });
    const ms =
      local.toZonedDateTime('UTC').epochMilliseconds +
      Number(fraction.padEnd(3, '0').slice(0, 3)) -
      offsetMinutes(offset) * 60_000;
    return ms >= FIRST_MS && ms <= LAST_MS ? ms : undefined;
  } catch {
    return undefined;
  }
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
/** The last moment there is: 31 December 9999. */
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) throw new RangeError(`no such offset: ${offset}`);
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function zonedDate(ms: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
}

function startOfDay(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}
