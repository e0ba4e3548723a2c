import { daySpan, parseTimestamp } from '../core/calendar.ts';
import type { DateOrder } from './import-fields.ts';

interface Day {
  year: number | null;
  month: number;
  day: number;
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const YEARLESS = /^(?:--)?(\d{1,2})[-/.](\d{1,2})$/;

/**
 * Reads a day: with its year first, in the given order, or without a year. A time of day after it is ignored.
 * undefined: the text has none of these forms. The result may be a day that does not exist.
 */
export function readDay(text: string, order: DateOrder): Day | undefined {
  const date = text.replace(/[T ]\d{1,2}:.*$/, '');
  const first = YEAR_FIRST.exec(date);
  if (first) return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) };
  const last = order === 'ymd' ? null : YEAR_LAST.exec(date);
  const parts = last ?? YEARLESS.exec(date);
  if (!parts) return undefined;
  const [one, two] = [Number(parts[1]), Number(parts[2])];
  const year = last ? Number(last[3]) : null;
  return order === 'dmy' ? { year, day: one, month: two } : { year, month: one, day: two };
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/**
 * Reads a moment in ms: a timestamp with its offset or `UTC`, a local timestamp in the zone, or a day, whose start or
 * end is used. undefined: the text has none of these forms.
 */
export function readMoment(
  text: string,
  { order, zone, day: edge }: { order: DateOrder; zone: string; day: 'start' | 'end' },
): number | undefined {
  const exact = parseTimestamp(text.replace(/ ?(UTC|GMT)$/, 'Z').replace(/ ([+-]\d{2}:?\d{2})$/, '$1'));
  if (exact !== undefined) return exact;
  const local = LOCAL_TIME.exec(text);
  if (local) {
    const [, date = '', hour = '', minute = '', second = '00'] = local;
    return localMoment(date, `${hour}:${minute}:${second}`, zone);
  }
  const day = /\d:\d/.test(text) ? undefined : readDay(text, order);
  if (!day || day.year === null) return undefined;
  return daySpan(day.year, day.month, day.day, zone)?.[edge];
}

/**
 * On a day on which the clocks of the zone change, the result may differ by the change: the local time itself is
 * ambiguous then.
 */
function localMoment(date: string, time: string, zone: string): number | undefined {
  const asUtc = parseTimestamp(`${date}T${time}Z`);
  const midnight = parseTimestamp(`${date}T00:00:00Z`);
  const [year, month, day] = date.split('-').map(Number);
  const span = daySpan(year!, month!, day!, zone);
  return asUtc === undefined || midnight === undefined || !span ? undefined : span.start + (asUtc - midnight);
}
