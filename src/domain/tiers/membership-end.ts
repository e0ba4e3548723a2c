import { addMonths } from '../core/calendar.ts';
import type { TierMembership } from '../programs/program-settings.ts';
import { DAY_MS, type MembershipTerms, windowAt, windowsOf } from './membership-terms.ts';

/** The moment at which a membership that starts at `start` ends; null: never. */
export function membershipEnd(terms: MembershipTerms, start: number): number | null {
  const { rules, zone } = terms;
  if (rules.mode === 'rolling') return addMonths(start, rules.duration_months, zone);
  const windows = windowsOf(terms);
  return windows ? windows.startOf(windowAt(windows, start) + windows.held) : null;
}

/** The length of a month, or another time zone, can move an end by this much. */
const SLACK_MS = 2 * DAY_MS;

/**
 * The proper end, under the present terms, of a membership held at `now`. Its present end is in the future and may come
 * from other terms. The proper end is never later than the end of a membership that starts now, and if the terms have
 * windows, it is the end of a window. Otherwise the present end stays.
 */
export function properEnd(terms: MembershipTerms, end: number | null, now: number): number | null {
  const latest = membershipEnd(terms, now);
  if (latest === null || end === null) return latest;
  const windows = windowsOf(terms);
  if (!windows) return end > latest + SLACK_MS ? latest : end;
  return Math.min(latest, windows.startOf(windowAt(windows, end - SLACK_MS - 1) + 1));
}

/**
 * A condition that finds memberships held at `now` whose end may not be proper. With `never`, no end is proper.
 * Otherwise an end is suspect if it comes after `after` and is none of `except`.
 */
export function suspectEnds(
  rules: TierMembership,
  zone: string,
  now: number,
): { never: boolean; after: number; except: number[] } {
  switch (rules.mode) {
    case 'lifetime':
      return { never: false, after: now, except: [] };
    case 'rolling':
      return { never: true, after: addMonths(now, rules.duration_months, zone) + SLACK_MS, except: [] };
    case 'enrollment_anniversary':
      return { never: true, after: now, except: [] };
    case 'calendar': {
      const windows = windowsOf({ rules, zone, enrolled_at: now })!;
      const present = windowAt(windows, now);
      const ends = Array.from({ length: windows.held }, (_, i) => windows.startOf(present + 1 + i));
      return { never: true, after: now, except: ends };
    }
  }
}
