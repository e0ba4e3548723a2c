// Figures and days as an English reader writes them. The console has no other language yet.

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** 12400 → "12,400". */
export function countText(count: number): string {
  return whole.format(count === 0 ? 0 : count);
}

/** 12400 → "12.4K", for axes. */
export function axisText(count: number): string {
  return compact.format(count === 0 ? 0 : count);
}

/** 0.4428 → "44.3%". */
export function shareText(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}%`;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const FORMATS = {
  day_short: format({ day: 'numeric', month: 'short' }),
  day_long: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  day: format({ day: 'numeric', month: 'short', year: 'numeric' }),
  month_short: format({ month: 'short' }),
  month_year: format({ month: 'short', year: '2-digit' }),
  month: format({ month: 'long', year: 'numeric' }),
};

const at = (day: string) => new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);

/** 2026-03-04 → "4 Mar 2026". */
export function dayText(day: string): string {
  return FORMATS.day.format(at(day));
}

/** A period of a report on an axis: "4 Mar", or "Mar" and in January "Jan 26". */
export function periodShort(period: string): string {
  if (period.length > 7) return FORMATS.day_short.format(at(period));
  return (period.endsWith('-01') ? FORMATS.month_year : FORMATS.month_short).format(at(period));
}

/** A period of a report by itself: "Wed, 4 Mar 2026", "Week from 2 Mar 2026", "March 2026". */
export function periodLong(period: string, interval: 'day' | 'week' | 'month'): string {
  if (interval === 'month') return FORMATS.month.format(at(period));
  return interval === 'week' ? `Week from ${dayText(period)}` : FORMATS.day_long.format(at(period));
}

/** 2026-03-01 and 2026-03-31 → "1 Mar – 31 Mar 2026". */
export function spanText(from: string, to: string): string {
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return from === to
    ? dayText(to)
    : `${sameYear ? FORMATS.day_short.format(at(from)) : dayText(from)} – ${dayText(to)}`;
}

/** A moment in a zone: "22 Nov 2026, 15:41". */
export function momentText(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(ms);
}
