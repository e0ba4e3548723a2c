import { type RawBuilder, sql } from 'kysely';

/**
 * A moment as text for Postgres: exact to the millisecond, in any DateStyle and TimeZone of the session. Years outside
 * 1 to 9999 are written in Postgres's form, not as ISO's expanded years.
 */
export function timestampText(ms: number): string {
  const iso = new Date(ms).toISOString();
  const year = new Date(ms).getUTCFullYear();
  if (year >= 1 && year <= 9999) return iso;
  const rest = iso.slice(iso.indexOf('-', 1));
  const shown = year >= 1 ? year : 1 - year;
  return `${String(shown).padStart(4, '0')}${rest}${year >= 1 ? '' : ' BC'}`;
}

/** `ms` (whole milliseconds since the epoch) as a timestamptz value of a query. */
export function ts(ms: number): RawBuilder<number> {
  return sql<number>`${timestampText(ms)}::timestamptz`;
}

/** The SQL of a timestamptz as whole milliseconds since the epoch; null for null. */
export function msOf(moment: string): string {
  return `(date_part('epoch', ${moment}) * 1000)::bigint`;
}

/**
 * The SQL of a moment's text in ISO 8601, `2025-06-15T12:30:45.123Z`, in any TimeZone of the session; null for null.
 * `moment` is a timestamptz of whole milliseconds, like all columns. Each row of a csv has one, and to_char takes a
 * third longer than json's text of a moment, so json's text is used. The added microsecond keeps the zeros at the end
 * of a fraction.
 */
export function isoText(moment: string): string {
  const fast = `substr(to_json((${moment} at time zone interval '0') + interval '1 microsecond')::text, 2, 23) || 'Z'`;
  const plain = `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // The years with four digits.
  const usual = `${moment} between timestamptz '0001-01-01 00:00:00Z' and timestamptz '9999-12-31 23:59:59Z'`;
  return `case when ${usual} then ${fast} else ${plain} end`;
}

const ISO_TIMESTAMP =
  /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

/**
 * The whole milliseconds of a timestamptz as Postgres prints it under DateStyle ISO, in any time zone. Digits beyond
 * the millisecond are cut off, never rounded. Throws on any other text, infinity included.
 */
export function parseTimestamp(text: string): number {
  return usualTimestamp(text) ?? anyTimestamp(text);
}

/**
 * The common form, of a session in UTC: 2025-06-15 12:30:45.123+00. It has a fast path because one customer's row has a
 * dozen of them.
 */
function usualTimestamp(text: string): number | undefined {
  // Postgres omits the zeros at the end of a fraction. If all digits are zeros, it also omits the point.
  const fractionDigits = text.length - '2025-06-15 12:30:45.+00'.length;
  const msPerUnit = MS_PER_UNIT.get(fractionDigits);
  if (msPerUnit === undefined || text.charCodeAt(10) !== SPACE || !text.endsWith('+00')) return undefined;
  const year = digits(text, 0, 4);
  // Date.UTC reads the years 0 to 99 as years of the 20th century.
  if (!(year > 99)) return undefined;
  const ms = Date.UTC(
    year,
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
    digits(text, 20, 20 + fractionDigits) * msPerUnit,
  );
  return Number.isNaN(ms) ? undefined : ms;
}

/** Milliseconds per unit, by the number of digits of a fraction; -1: there is not even a point. */
const MS_PER_UNIT = new Map([
  [-1, 0],
  [1, 100],
  [2, 10],
  [3, 1],
]);
const SPACE = 32;
const ZERO = 48;

/** NaN if a character is not a digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN;
  }
  return value;
}

function anyTimestamp(text: string): number {
  const match = ISO_TIMESTAMP.exec(text);
  if (!match) throw new RangeError(`not a timestamp that this server writes: ${text}`);
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute, zoneSecond, bc] =
    match;
  const instant = new Date(0);
  instant.setUTCFullYear(bc ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  instant.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    fraction ? Number(fraction.padEnd(3, '0').slice(0, 3)) : 0,
  );
  const offset = Number(zoneHour) * 3600 + Number(zoneMinute ?? 0) * 60 + Number(zoneSecond ?? 0);
  return instant.getTime() - (sign === '-' ? -offset : offset) * 1000;
}
