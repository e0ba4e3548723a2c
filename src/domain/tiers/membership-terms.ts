import { addMonths, startOfPeriod } from '../core/calendar.ts';
import type { TierMembership } from '../programs/program-settings.ts';

/** The terms that decide which facts count towards a customer's tier and when its membership ends. */
export interface MembershipTerms {
  rules: TierMembership;
  /** The time zone of the customer's home site. */
  zone: string;
  enrolled_at: number;
  /** The windows of an anniversary membership, after the first call that needed them. */
  own_windows?: Windows;
}

export const DAY_MS = 86_400_000;
const MONTH_MS = 30.436875 * DAY_MS;

/** Windows that follow each other without a gap. Window `index` reaches from its own start to the start of the next. */
export interface Windows {
  months: number;
  /** A membership lasts to the end of this many windows, the present one included. */
  held: number;
  startOf(index: number): number;
}

/**
 * The windows of calendar and anniversary memberships; undefined for the others, whose facts leave one by one or never.
 */
export function windowsOf(terms: MembershipTerms): Windows | undefined {
  const { rules, zone, enrolled_at } = terms;
  switch (rules.mode) {
    case 'calendar':
      return kept(rules, zone, () => ({
        months: rules.window_months,
        held: rules.windows,
        startOf: (index) => startOfPeriod(rules.starts_on, index * rules.window_months, zone),
      }));
    case 'enrollment_anniversary':
      terms.own_windows ??= remembering({
        months: 12,
        held: rules.windows,
        startOf: (index) => addMonths(enrolled_at, 12 * index, zone),
      });
      return terms.own_windows;
    default:
      return undefined;
  }
}

// The calendar is slow, so its answers are cached: with a program's rules by time zone, and in a customer's terms. A
// WeakMap with terms as keys would keep the answers of each customer until the garbage collection of old objects.
const calendarWindows = new WeakMap<TierMembership, Map<string, Windows>>();

function kept(rules: TierMembership, zone: string, make: () => Windows): Windows {
  let byZone = calendarWindows.get(rules);
  if (!byZone) {
    byZone = new Map();
    calendarWindows.set(rules, byZone);
  }
  let windows = byZone.get(zone);
  if (!windows) {
    windows = remembering(make());
    byZone.set(zone, windows);
  }
  return windows;
}

function remembering({ months, held, startOf }: Windows): Windows {
  const starts = new Map<number, number>();
  return {
    months,
    held,
    startOf(index) {
      let start = starts.get(index);
      if (start === undefined) {
        start = startOf(index);
        starts.set(index, start);
      }
      return start;
    },
  };
}

/** The index of the window that holds a moment. */
export function windowAt(windows: Windows, at: number): number {
  let index = Math.floor((at - windows.startOf(0)) / (windows.months * MONTH_MS));
  while (windows.startOf(index) > at) index -= 1;
  while (windows.startOf(index + 1) <= at) index += 1;
  return index;
}
