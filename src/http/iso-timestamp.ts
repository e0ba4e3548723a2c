const DAY_MS = 86_400_000;
const DAYS_KEPT = 4_000;

/** The `2025-06-15T` of recent days: an answer holds hundreds of moments of few days. */
const days = new Map<number, string>();

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/** `new Date(ms).toISOString()` for a whole number of milliseconds, at a tenth of its cost. */
export function isoTimestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let date = days.get(day);
  if (date === undefined) {
    if (days.size >= DAYS_KEPT) days.clear();
    date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
    days.set(day, date);
  }
  const time = ms - day * DAY_MS;
  const hours = TWO_DIGITS[Math.floor(time / 3_600_000)];
  const minutes = TWO_DIGITS[Math.floor(time / 60_000) % 60];
  const seconds = TWO_DIGITS[Math.floor(time / 1000) % 60];
  return `${date}${hours}:${minutes}:${seconds}.${THREE_DIGITS[time % 1000]}Z`;
}
