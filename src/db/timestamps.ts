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

const ISO_TIMESTAMP =
  /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

/**
 * The whole milliseconds of a timestamptz as Postgres prints it under DateStyle ISO, in any time zone. Digits beyond
 * the millisecond are cut off, never rounded. Throws on any other text, infinity included.
 */
export function parseTimestamp(text: string): number {
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
