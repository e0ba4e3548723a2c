import { addMonths } from '../core/calendar.ts';
import type { TierMembership } from '../programs/program-settings.ts';
import { DAY_MS, type MembershipTerms, type Windows, windowAt, windowsOf } from './membership-terms.ts';

/** A fact that counts towards a tier, in the unit of the program's boundary mode; `date` in ms. */
export interface TierFact {
  date: number;
  amount: number;
}

/** The facts that count at `at`: those of the last months, or those of the present window so far. */
export function countedAt(terms: MembershipTerms, facts: readonly TierFact[], at: number): TierFact[] {
  return facts.filter(counting(terms, at, at));
}

/** The sum of the amounts of `countedAt`. */
export function amountAt(terms: MembershipTerms, facts: readonly TierFact[], at: number): number {
  return sum(facts, counting(terms, at, at));
}

/** The sum of the facts that count if a membership ends at `at`. If a window ends there, they are the facts of that window. */
export function amountAtEnd(terms: MembershipTerms, facts: readonly TierFact[], at: number): number {
  return sum(facts, counting(terms, at, at - 1));
}

function sum(facts: readonly TierFact[], counts: (fact: TierFact) => boolean): number {
  let amount = 0;
  for (const fact of facts) if (counts(fact)) amount += fact.amount;
  return amount;
}

/** Finds the facts up to `at`. If the terms have windows, only facts of the window that holds `moment`. */
function counting(terms: MembershipTerms, at: number, moment: number): (fact: TierFact) => boolean {
  const windows = windowsOf(terms);
  if (!windows) return (fact) => isCounted(terms, fact, at);
  const index = windowAt(windows, moment);
  const from = startOf(terms, windows, index);
  const until = windows.startOf(index + 1);
  return ({ date }) => date >= from && date < until && date <= at;
}

/** A fact from before the enrolment counts in the first year. */
function startOf({ rules }: MembershipTerms, windows: Windows, index: number): number {
  const isFirstYear = rules.mode === 'enrollment_anniversary' && index <= 0;
  return isFirstYear ? Number.NEGATIVE_INFINITY : windows.startOf(index);
}

/**
 * Whether a fact counts for life, or in the months before `at`: it leaves `duration_months` after its date. The
 * calendar is asked only near that moment, since months have 28 to 31 days.
 */
function isCounted({ rules, zone }: MembershipTerms, fact: TierFact, at: number): boolean {
  const age = at - fact.date;
  if (age < 0) return false;
  if (rules.mode !== 'rolling') return true;
  if (age < (28 * rules.duration_months - 1) * DAY_MS) return true;
  if (age > (31 * rules.duration_months + 1) * DAY_MS) return false;
  return addMonths(fact.date, rules.duration_months, zone) > at;
}

/**
 * No fact with an earlier date can count at `at` or later. There is one exception: in anniversary memberships every
 * fact from a guest's time may count for customers who enrolled since then.
 */
export function earliestFact(rules: TierMembership, at: number): number {
  if (rules.mode === 'lifetime') return 0;
  return at - (31 * windowMonths(rules) + 1) * DAY_MS;
}

function windowMonths(rules: Exclude<TierMembership, { mode: 'lifetime' }>): number {
  if (rules.mode === 'rolling') return rules.duration_months;
  return rules.mode === 'calendar' ? rules.window_months : 12;
}

/**
 * Facts may leave in another order than they came. A shorter month clamps days to its last one: facts of the 29th at
 * 23:00 and of the 31st at 1:00 leave on the same day. No fact leaves after a fact that came this much later.
 */
const CLAMPED_MS = 5 * DAY_MS;

/**
 * The moment at which the first of the facts that count at `at` leaves, by itself or with its window; null: none
 * leaves.
 */
export function nextLeaving(terms: MembershipTerms, facts: readonly TierFact[], at: number): number | null {
  const counted = countedAt(terms, facts, at);
  if (counted.length === 0) return null;
  const windows = windowsOf(terms);
  if (windows) return windows.startOf(windowAt(windows, at) + 1);
  if (terms.rules.mode !== 'rolling') return null;
  let oldest = Number.POSITIVE_INFINITY;
  for (const { date } of counted) oldest = Math.min(oldest, date);
  let first = Number.POSITIVE_INFINITY;
  for (const { date } of counted) {
    if (date >= oldest + CLAMPED_MS) continue;
    first = Math.min(first, addMonths(date, terms.rules.duration_months, terms.zone));
  }
  return first;
}
