const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.NumberFormat>();

function format(count: number, unit: 'day' | 'hour' | 'minute', language: string): string {
  const key = `${language} ${unit}`;
  let unitFormat = formats.get(key);
  if (!unitFormat) {
    unitFormat = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    formats.set(key, unitFormat);
  }
  return unitFormat.format(count);
}

/**
 * The time from `now` until `at` (both ms): "3 days", "5 hours", "1 minute". It is rounded up, so that nobody comes
 * back too early.
 */
export function timeLeft(at: number, now: number, language: string): string {
  const left = Math.max(at - now, 1);
  const minutes = Math.ceil(left / MINUTE);
  if (minutes < 60) return format(minutes, 'minute', language);
  const hours = Math.ceil(left / HOUR);
  if (hours < 24) return format(hours, 'hour', language);
  return format(Math.ceil(left / DAY), 'day', language);
}

/** The first moment after `now` at which the text of `timeLeft` may change; from `at` on it never changes. */
export function timeLeftChangesAt(at: number, now: number): number {
  const left = at - now;
  if (left <= 1) return Number.POSITIVE_INFINITY;
  const unit = left > HOUR ? HOUR : MINUTE;
  const next = at - (Math.ceil(left / unit) - 1) * unit;
  return next < at ? next : Number.POSITIVE_INFINITY;
}
