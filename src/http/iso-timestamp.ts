const DAY_MS = 86_400_000;
const DAYS_KEPT = 4_000;

/** The `2025-06-15T` of recent days: an answer has hundreds of moments, but only of a few days. */
const days = new Map<number, string>();

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/**
 * The texts of all hours and minutes of a day, then of all seconds, then of all milliseconds: few pieces join fastest.
 */
const MINUTES = Array.from(
  { length: 1440 },
  (_, n) => `${padded(Math.floor(n / 60), 2)}:${padded(n % 60, 2)}:`,
);
const SECONDS = Array.from({ length: 60 }, (_, n) => `${padded(n, 2)}.`);
const MILLISECONDS = Array.from({ length: 1000 }, (_, n) => `${padded(n, 3)}Z`);

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
  const second = Math.floor(time / 1000);
  return date + MINUTES[Math.floor(time / 60_000)] + SECONDS[second % 60] + MILLISECONDS[time % 1000];
}
