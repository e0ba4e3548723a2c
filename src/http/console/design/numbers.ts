// Figures and days in the form of an English reader.

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

const amounts = new Map<string, Intl.NumberFormat>();

/** An amount with so many decimals; absent: with those of its currency, also where it is whole. */
export function amountText(language: string, amount: number, currency: string, digits?: number): string {
  const key = `${language} ${currency} ${digits}`;
  let format = amounts.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      ...(digits !== undefined && { maximumFractionDigits: digits }),
    });
    amounts.set(key, format);
  }
  return format.format(amount);
}

/** 4801.5 USD → "$4,802": amounts of reports, rounded to whole units. */
export function moneyText(amount: number, currency: string): string {
  return amountText('en', amount, currency, 0);
}

/** 4801.5 USD → "$4,801.50". */
export function exactMoneyText(amount: number, currency: string): string {
  return amountText('en', amount, currency);
}

/** 0.4428 → "44.3%". */
export function shareText(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}%`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** The year, month and day of YYYY-MM-DD or YYYY-MM. */
function partsOf(day: string): { year: string; month: string; date: number } {
  const [year, month, date = '01'] = day.split('-');
  return { year: year!, month: MONTHS[Number(month) - 1]!, date: Number(date) };
}

function dayShort(day: string): string {
  const { month, date } = partsOf(day);
  return `${date} ${month.slice(0, 3)}`;
}

/** 2026-03-04 → "4 Mar 2026". */
export function dayText(day: string): string {
  return `${dayShort(day)} ${partsOf(day).year}`;
}

/** A period of a report on an axis: "4 Mar", or "Mar" and in January "Jan 26". */
export function periodShort(period: string): string {
  if (period.length > 7) return dayShort(period);
  const { month, year } = partsOf(period);
  return month === 'January' ? `Jan ${year.slice(2)}` : month.slice(0, 3);
}

/** A period of a report outside an axis: "Wed 4 Mar 2026", "Week from 2 Mar 2026", "March 2026". */
export function periodLong(period: string, interval: 'day' | 'week' | 'month'): string {
  const { month, year } = partsOf(period);
  if (interval === 'month') return `${month} ${year}`;
  if (interval === 'week') return `Week from ${dayText(period)}`;
  return `${WEEKDAYS[new Date(`${period}T00:00:00Z`).getUTCDay()]} ${dayText(period)}`;
}

/** 2026-03-01 and 2026-03-31 → "1 Mar – 31 Mar 2026". */
export function spanText(from: string, to: string): string {
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return from === to ? dayText(to) : `${sameYear ? dayShort(from) : dayText(from)} – ${dayText(to)}`;
}

const moments = new Map<string, Intl.DateTimeFormat>();

/** A moment in a zone: "22 Nov 2026, 15:41". */
export function momentText(ms: number, zone: string): string {
  let format = moments.get(zone);
  if (!format) {
    // The calendar of this locale is written YYYY-MM-DD, hh:mm.
    format = new Intl.DateTimeFormat('en-CA', {
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: zone,
    });
    moments.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return `${dayText(`${parts.year}-${parts.month}-${parts.day}`)}, ${parts.hour}:${parts.minute}`;
}

/** The day of a moment in a zone: "22 Nov 2026". */
export function dateText(ms: number, zone: string): string {
  return momentText(ms, zone).split(',')[0]!;
}
