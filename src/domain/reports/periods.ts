import { calendarDate, localDate } from '../core/calendar.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

// Days are texts, YYYY-MM-DD, of the calendar. The day of a moment was decided when the moment was counted.

export const REPORT_INTERVALS = ['day', 'week', 'month'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** The days of a report, both inclusive. */
export interface ReportSpan {
  from: string;
  to: string;
  interval: ReportInterval;
}

/** The days from `from` on (null: from the beginning) and before `before`, from the sums of days or of whole months. */
export interface SummedDays {
  sums: 'days' | 'months';
  from: string | null;
  before: string;
}

const MOST_PERIODS = 1_000;
const DAY_MS = 86_400_000;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export function dayAfter(day: string, days = 1): string {
  return textOf(msOf(day) + days * DAY_MS);
}

/** The first day of the month that is `months` after the month of a day. */
export function monthAfter(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number);
  return textOf(Date.UTC(year!, month! - 1 + months, 1));
}

/** The first day of the period that includes a day. A week begins on Monday. */
export function periodOf(day: string, interval: ReportInterval): string {
  if (interval === 'day') return day;
  if (interval === 'month') return monthAfter(day, 0);
  return dayAfter(day, -((new Date(msOf(day)).getUTCDay() + 6) % 7));
}

function following(period: string, interval: ReportInterval): string {
  return interval === 'month' ? monthAfter(period, 1) : dayAfter(period, interval === 'week' ? 7 : 1);
}

/** The name of a period in reports: a month as YYYY-MM, a week by its Monday. */
export function periodName(period: string, interval: ReportInterval): string {
  return interval === 'month' ? period.slice(0, 7) : period;
}

export const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

/** Whether a text is a day that a report may begin or end with. */
export function isDay(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number);
  return calendarDate(year!, month!, day!) === text && text >= FIRST_DAY && text <= LAST_DAY;
}

/** The last day of a month, YYYY-MM. */
export function lastDayOf(month: string): string {
  return dayAfter(monthAfter(`${month}-01`, 1), -1);
}

/** Whether a text is a month, YYYY-MM. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
}

/** The present month, YYYY-MM, at the site whose local time is furthest behind. */
export function presentMonth({ clock }: Pick<Deps, 'clock'>, program: Program): string {
  const now = clock.now(program);
  return program.sites.map(({ time_zone }) => localDate(now, time_zone).slice(0, 7)).sort()[0]!;
}

/** The mistakes of a span, by the parameter to change: the span ends before it begins, or has too many periods. */
export function spanMistakes(span: ReportSpan): Record<string, string> {
  const wrong = (['from', 'to'] as const).filter((end) => !isDay(span[end]));
  if (wrong.length > 0)
    return Object.fromEntries(wrong.map((end) => [end, `must be a day from ${FIRST_DAY} to ${LAST_DAY}`]));
  if (!REPORT_INTERVALS.includes(span.interval))
    return { interval: `must be one of ${REPORT_INTERVALS.join(', ')}` };
  if (span.to < span.from) return { to: 'must not be before `from`' };
  return listPeriods(span).length > MOST_PERIODS
    ? { interval: `must be longer, or the span shorter: a report has at most ${MOST_PERIODS} periods` }
    : {};
}

/** The first days of all periods of a span, up to one more than a report may have. */
export function listPeriods({ from, to, interval }: ReportSpan): string[] {
  const periods: string[] = [];
  for (
    let period = periodOf(from, interval);
    period <= to && periods.length <= MOST_PERIODS;
    period = following(period, interval)
  )
    periods.push(period);
  return periods;
}

/** The sums that a span needs: those before it, and those in it. Whole months are read from the sums of months. */
export function sumsToRead({ from, to, interval }: ReportSpan): {
  before: SummedDays[];
  within: SummedDays[];
} {
  const end = dayAfter(to);
  const month = monthAfter(from, 0);
  const before: SummedDays[] = [
    { sums: 'months', from: null, before: month },
    { sums: 'days', from: month, before: from },
  ];
  if (interval !== 'month')
    return { before: before.filter(isAny), within: [{ sums: 'days', from, before: end }] };
  const first = from === month ? month : monthAfter(from, 1);
  const last = monthAfter(end, 0);
  const within: SummedDays[] =
    first > last
      ? [{ sums: 'days', from, before: end }]
      : [
          { sums: 'days', from, before: first },
          { sums: 'months', from: first, before: last },
          { sums: 'days', from: last, before: end },
        ];
  return { before: before.filter(isAny), within: within.filter(isAny) };
}

function isAny({ from, before }: SummedDays): boolean {
  return from === null || from < before;
}
