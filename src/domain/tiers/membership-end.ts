import { addMonths } from '../core/calendar.ts';
import type { TierMembership } from '../programs/program-settings.ts';
import { DAY_MS, type MembershipTerms, windowAt, windowsOf } from './membership-terms.ts';

/** When a membership that starts at `start` ends; null: never. */
export function membershipEnd(terms: MembershipTerms, start: number): number | null {
  const { rules, zone } = terms;
  if (rules.mode === 'rolling') return addMonths(start, rules.duration_months, zone);
  const windows = windowsOf(terms);
  return windows ? windows.startOf(windowAt(windows, start) + windows.held) : null;
}

/** By so much an end may be off for no other reason than the length of a month or another time zone. */
const SLACK_MS = 2 * DAY_MS;

/**
 * The end under the present terms of a membership held at `now` whose end, still to come, was perhaps given by
 * others: never later than of one that starts now, and where windows end, with one of them. Otherwise what was
 * promised stands.
 */
export function properEnd(terms: MembershipTerms, end: number | null, now: number): number | null {
  const latest = membershipEnd(terms, now);
  if (latest === null || end === null) return latest;
  const windows = windowsOf(terms);
  if (!windows) return end > latest + SLACK_MS ? latest : end;
  return Math.min(latest, windows.startOf(windowAt(windows, end - SLACK_MS - 1) + 1));
}

/**
 * Where alone, among memberships held at `now`, there can be ends that are not proper: with `never`, there is none
 * at all; or it comes after `after` and is none of `except`.
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
