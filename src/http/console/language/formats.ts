import {
  amountText,
  axisText,
  countText,
  dateText,
  dayText,
  exactMoneyText,
  momentText,
  moneyText,
  periodLong,
  periodShort,
  shareText,
  spanText,
} from '../design/numbers.ts';

/** The forms of figures and days in a language. Days are YYYY-MM-DD, months YYYY-MM, moments in ms. */
export interface Formats {
  count(count: number): string;
  /** A short form, for axes. */
  axis(count: number): string;
  /** An amount rounded to whole units. */
  money(amount: number, currency: string): string;
  exactMoney(amount: number, currency: string): string;
  /** 0.4428 → "44.3%". */
  share(share: number, digits?: number): string;
  day(day: string): string;
  /** A day or a month on an axis. */
  periodShort(period: string): string;
  /** A day or a month outside an axis. */
  periodLong(period: string, interval: 'day' | 'month'): string;
  span(from: string, to: string): string;
  moment(ms: number, zone: string): string;
  /** The day of a moment. */
  date(ms: number, zone: string): string;
}

const ENGLISH: Formats = {
  count: countText,
  axis: axisText,
  money: moneyText,
  exactMoney: exactMoneyText,
  share: shareText,
  day: dayText,
  periodShort,
  periodLong,
  span: spanText,
  moment: momentText,
  date: dateText,
};

/** The formats of a language, a tag that `Intl` knows. */
export function formatsOf(language: string): Formats {
  return language === 'en' ? ENGLISH : intlFormats(language);
}

/** The moment at which a day, or the first day of a month, begins in UTC. */
const dateOf = (period: string) => new Date(period.length > 7 ? period : `${period}-01`);

function intlFormats(language: string): Formats {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const dates = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...format });
  const days = dates({ dateStyle: 'medium' });
  const short = dates({ day: 'numeric', month: 'short' });
  const long = dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const shortMonths = dates({ month: 'short' });
  const januaries = dates({ month: 'short', year: '2-digit' });
  const months = dates({ month: 'long', year: 'numeric' });
  const zones = new Map<string, Intl.DateTimeFormat>();
  const inZone = (zone: string, timeStyle?: 'short') => {
    const key = `${timeStyle ?? ''} ${zone}`;
    let format = zones.get(key);
    if (!format) {
      format = dates({
        dateStyle: 'medium',
        timeZone: zone,
        ...(timeStyle && { timeStyle, hourCycle: 'h23' }),
      });
      zones.set(key, format);
    }
    return format;
  };
  return {
    // -0 is written without its minus.
    count: (count) => whole.format(count === 0 ? 0 : count),
    axis: (count) => compact.format(count === 0 ? 0 : count),
    money: (amount, currency) => amountText(language, amount, currency, 0),
    exactMoney: (amount, currency) => amountText(language, amount, currency),
    share: (share, digits = 1) =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(share),
    day: (day) => days.format(dateOf(day)),
    periodShort: (period) => {
      if (period.length > 7) return short.format(dateOf(period));
      return (period.endsWith('-01') ? januaries : shortMonths).format(dateOf(period));
    },
    periodLong: (period, interval) => (interval === 'month' ? months : long).format(dateOf(period)),
    span: (from, to) => days.formatRange(dateOf(from), dateOf(to)),
    moment: (ms, zone) => inZone(zone, 'short').format(ms),
    date: (ms, zone) => inZone(zone).format(ms),
  };
}
