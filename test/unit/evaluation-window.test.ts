import { describe, expect, it } from 'vitest';
import type { TierMembership } from '../../src/domain/programs/program-settings.ts';
import { amountAt, amountAtEnd, nextLeaving } from '../../src/domain/tiers/evaluation-window.ts';
import { membershipEnd, properEnd } from '../../src/domain/tiers/membership-end.ts';
import type { MembershipTerms } from '../../src/domain/tiers/membership-terms.ts';
import { anniversary, calendar, rolling } from '../support/tier-memberships.ts';

const at = (text: string) => Date.parse(text);
const iso = (moment: number | null) => moment && new Date(moment).toISOString();

const NEW_YORK = 'America/New_York';
const ENROLLED = '2024-02-29T15:00Z';
const LIFETIME: TierMembership = { mode: 'lifetime' };

const terms = (rules: TierMembership, zone = NEW_YORK, enrolled = ENROLLED): MembershipTerms => ({
  rules,
  zone,
  enrolled_at: at(enrolled),
});
/** Whether a fact of that date counts at that moment, and whether it does where a membership ends then. */
const counts = (rules: MembershipTerms, date: string, moment: string) =>
  amountAt(rules, [{ date: at(date), amount: 1 }], at(moment)) === 1;
const countsAtEnd = (rules: MembershipTerms, date: string, moment: string) =>
  amountAtEnd(rules, [{ date: at(date), amount: 1 }], at(moment)) === 1;

describe('the months of a rolling window', () => {
  const YEAR = terms(rolling(12));

  it.each([
    ['before the fact', '2024-03-10T14:59:59.999Z', false],
    ['at the fact', '2024-03-10T15:00Z', true],
    // 15:00Z is 11:00 in New York then; a year on, 11:00 is again 15:00Z.
    ['just short of a year later', '2025-03-10T14:59:59.999Z', true],
    ['a year later', '2025-03-10T15:00Z', false],
  ])('hold it %s: %s', (_, moment, counted) => {
    expect(counts(YEAR, '2024-03-10T15:00Z', moment)).toBe(counted);
    expect(countsAtEnd(YEAR, '2024-03-10T15:00Z', moment)).toBe(counted);
  });

  it.each([
    ['keep the local hour when clocks go forward', 1, '2025-02-20T17:00Z', '2025-03-20T16:00Z'],
    ['keep the local hour when clocks go back', 1, '2025-10-20T16:00Z', '2025-11-20T17:00Z'],
    ['end on the last day of a month that is too short', 1, '2025-01-31T17:00Z', '2025-02-28T17:00Z'],
    ['end on 29 February in a leap year', 1, '2024-01-31T17:00Z', '2024-02-29T17:00Z'],
    ['end on 28 February after a leap day', 12, '2024-02-29T17:00Z', '2025-02-28T17:00Z'],
    ['end on the leap day after four years', 48, '2024-02-29T17:00Z', '2028-02-29T17:00Z'],
    ['may be two years', 24, '2024-06-15T16:00Z', '2026-06-15T16:00Z'],
  ])('%s', (_, months, date, end) => {
    const rules = terms(rolling(months));
    expect(counts(rules, date, new Date(at(end) - 1).toISOString())).toBe(true);
    expect(counts(rules, date, end)).toBe(false);
    expect(iso(membershipEnd(rules, at(date)))).toBe(new Date(end).toISOString());
  });

  it('valid_until is that of the later fact where a short month clamps both to its last day', () => {
    const facts = [
      { date: at('2025-01-29T23:00Z'), amount: 1 },
      { date: at('2025-01-31T06:00Z'), amount: 1 },
    ];
    const leaving = nextLeaving(terms(rolling(1), 'UTC'), facts, at('2025-02-01T00:00Z'));
    expect(iso(leaving)).toBe('2025-02-28T06:00:00.000Z');
  });
});

describe('windows of the calendar', () => {
  it.each([
    // rules, zone, moment → the window that holds it
    ['a year', calendar(1, 1, 12), NEW_YORK, '2026-06-01T12:00Z', '2026-01-01T05:00Z', '2027-01-01T05:00Z'],
    [
      'its first ms',
      calendar(1, 1, 12),
      NEW_YORK,
      '2026-01-01T05:00Z',
      '2026-01-01T05:00Z',
      '2027-01-01T05:00Z',
    ],
    [
      'the ms before',
      calendar(1, 1, 12),
      NEW_YORK,
      '2026-01-01T04:59:59.999Z',
      '2025-01-01T05:00Z',
      '2026-01-01T05:00Z',
    ],
    [
      'a year from April on',
      calendar(4, 6, 12),
      'Europe/London',
      '2026-04-05T22:59Z',
      '2025-04-05T23:00Z',
      '2026-04-05T23:00Z',
    ],
    ['a half year', calendar(1, 1, 6), 'UTC', '2026-07-01T00:00Z', '2026-07-01T00:00Z', '2027-01-01T00:00Z'],
    [
      'a quarter over the clock change',
      calendar(1, 1, 3),
      NEW_YORK,
      '2026-03-31T12:00Z',
      '2026-01-01T05:00Z',
      '2026-04-01T04:00Z',
    ],
    ['a month', calendar(1, 1, 1), NEW_YORK, '2026-11-15T12:00Z', '2026-11-01T04:00Z', '2026-12-01T05:00Z'],
    [
      'months that begin on the 31st',
      calendar(1, 31, 1),
      'UTC',
      '2026-03-01T00:00Z',
      '2026-02-28T00:00Z',
      '2026-03-31T00:00Z',
    ],
    [
      'months that begin on the 31st, in a leap year',
      calendar(1, 31, 1),
      'UTC',
      '2028-03-01T00:00Z',
      '2028-02-29T00:00Z',
      '2028-03-31T00:00Z',
    ],
    [
      'a year that begins on a leap day',
      calendar(2, 29, 12),
      'UTC',
      '2026-02-28T00:00Z',
      '2026-02-28T00:00Z',
      '2027-02-28T00:00Z',
    ],
    [
      'a year that begins on a leap day, in a leap year',
      calendar(2, 29, 12),
      'UTC',
      '2028-02-28T23:59Z',
      '2027-02-28T00:00Z',
      '2028-02-29T00:00Z',
    ],
    [
      'two years, counted from 2000',
      calendar(1, 1, 24),
      'UTC',
      '2027-06-01T00:00Z',
      '2026-01-01T00:00Z',
      '2028-01-01T00:00Z',
    ],
    [
      'eighteen months',
      calendar(7, 1, 18),
      'UTC',
      '2026-06-30T00:00Z',
      '2026-01-01T00:00Z',
      '2027-07-01T00:00Z',
    ],
    ['five months', calendar(1, 1, 5), 'UTC', '2000-06-01T00:00Z', '2000-06-01T00:00Z', '2000-11-01T00:00Z'],
    ['before 2000', calendar(1, 1, 12), 'UTC', '1999-12-31T23:59Z', '1999-01-01T00:00Z', '2000-01-01T00:00Z'],
    // Midnight does not exist there on the day on which clocks go forward.
    [
      'a day that begins at one',
      calendar(9, 8, 12),
      'America/Santiago',
      '2024-09-08T04:00Z',
      '2024-09-08T04:00Z',
      '2025-09-08T03:00Z',
    ],
  ] as const)('are %s', (_, rules, zone, moment, start, end) => {
    const window = terms(rules, zone);
    expect(counts(window, moment, moment)).toBe(true);
    expect(counts(window, start, moment)).toBe(true);
    expect(counts(window, new Date(at(start) - 1).toISOString(), moment)).toBe(false);
    expect(iso(membershipEnd(window, at(moment)))).toBe(new Date(end).toISOString());
    expect(iso(nextLeaving(window, [{ date: at(start), amount: 1 }], at(moment)))).toBe(
      new Date(end).toISOString(),
    );
    expect(countsAtEnd(window, start, end)).toBe(true);
    expect(countsAtEnd(window, new Date(at(end) - 1).toISOString(), end)).toBe(true);
    // A fact at the very end belongs to the next window.
    expect(countsAtEnd(window, end, end)).toBe(false);
    expect(counts(window, end, end)).toBe(true);
  });

  it('that have not ended count as far as they have come, also where a membership ends within', () => {
    const window = terms(calendar(1, 1, 12), 'UTC');
    expect(countsAtEnd(window, '2026-02-01T00:00Z', '2026-06-01T00:00Z')).toBe(true);
    expect(countsAtEnd(window, '2026-06-01T00:00Z', '2026-06-01T00:00Z')).toBe(true);
    expect(countsAtEnd(window, '2026-06-02T00:00Z', '2026-06-01T00:00Z')).toBe(false);
    expect(countsAtEnd(window, '2025-12-31T00:00Z', '2026-06-01T00:00Z')).toBe(false);
  });

  it.each([
    [1, 12, '2027-01-01T05:00Z'],
    [2, 12, '2028-01-01T05:00Z'],
    [3, 12, '2029-01-01T05:00Z'],
    [1, 3, '2026-07-01T04:00Z'],
    [2, 3, '2026-10-01T04:00Z'],
    [3, 3, '2027-01-01T05:00Z'],
    [1, 1, '2026-07-01T04:00Z'],
    [3, 1, '2026-09-01T04:00Z'],
    [1, 24, '2028-01-01T05:00Z'],
    [3, 24, '2032-01-01T05:00Z'],
  ])('are held %i of %i months, the present one counted, to %s', (windows, months, end) => {
    const held = terms(calendar(1, 1, months, windows));
    expect(iso(membershipEnd(held, at('2026-06-15T12:00Z')))).toBe(new Date(end).toISOString());
  });
});

describe('years from the enrolment', () => {
  it.each([
    // enrolled, zone, moment → the year that holds it
    [
      'the first',
      '2024-05-10T14:00Z',
      NEW_YORK,
      '2024-05-10T14:00Z',
      '2024-05-10T14:00Z',
      '2025-05-10T14:00Z',
    ],
    [
      'the second',
      '2024-05-10T14:00Z',
      NEW_YORK,
      '2025-05-10T14:00Z',
      '2025-05-10T14:00Z',
      '2026-05-10T14:00Z',
    ],
    [
      'the ms before the second',
      '2024-05-10T14:00Z',
      NEW_YORK,
      '2025-05-10T13:59:59.999Z',
      '2024-05-10T14:00Z',
      '2025-05-10T14:00Z',
    ],
    [
      'from a leap day on',
      '2024-02-29T15:00Z',
      NEW_YORK,
      '2025-03-01T00:00Z',
      '2025-02-28T15:00Z',
      '2026-02-28T15:00Z',
    ],
    [
      'from a leap day to a leap day',
      '2024-02-29T15:00Z',
      NEW_YORK,
      '2028-02-01T00:00Z',
      '2027-02-28T15:00Z',
      '2028-02-29T15:00Z',
    ],
    // Clocks went forward on 10 March 2024 and on 9 March 2025: 3:30 in the morning is another hour of UTC.
    [
      'by the local hour',
      '2024-03-09T15:00Z',
      NEW_YORK,
      '2025-03-09T14:00Z',
      '2025-03-09T14:00Z',
      '2026-03-09T14:00Z',
    ],
    [
      'from an hour that is skipped later',
      '2024-03-09T07:30Z',
      NEW_YORK,
      '2025-03-09T12:00Z',
      '2025-03-09T07:30Z',
      '2026-03-09T06:30Z',
    ],
  ] as const)('%s', (_, enrolled, zone, moment, start, end) => {
    const year = terms(anniversary(), zone, enrolled);
    expect(counts(year, start, moment)).toBe(true);
    expect(iso(membershipEnd(year, at(moment)))).toBe(new Date(end).toISOString());
    expect(iso(nextLeaving(year, [{ date: at(start), amount: 1 }], at(moment)))).toBe(
      new Date(end).toISOString(),
    );
    expect(countsAtEnd(year, start, end)).toBe(true);
    expect(countsAtEnd(year, end, end)).toBe(false);
    if (start !== enrolled) expect(counts(year, new Date(at(start) - 1).toISOString(), moment)).toBe(false);
  });

  it('hold in the first what was done as a guest', () => {
    const year = terms(anniversary(), NEW_YORK, '2024-05-10T14:00Z');
    expect(counts(year, '2019-01-01T00:00Z', '2024-05-10T14:00Z')).toBe(true);
    expect(countsAtEnd(year, '2024-05-10T13:59Z', '2025-05-10T14:00Z')).toBe(true);
    expect(counts(year, '2024-05-10T13:59Z', '2025-05-10T14:00Z')).toBe(false);
  });

  it.each([
    [1, '2025-05-10T14:00Z'],
    [2, '2026-05-10T14:00Z'],
    [3, '2027-05-10T14:00Z'],
  ])('are held %i, the present one counted', (windows, end) => {
    const held = terms(anniversary(windows), NEW_YORK, '2024-05-10T14:00Z');
    expect(iso(membershipEnd(held, at('2024-11-01T00:00Z')))).toBe(new Date(end).toISOString());
  });
});

describe('a lifetime', () => {
  it('counts everything up to the moment, and never ends', () => {
    const life = terms(LIFETIME);
    expect(counts(life, '1971-01-01T00:00Z', '2099-01-01T00:00Z')).toBe(true);
    expect(counts(life, '2026-01-02T00:00Z', '2026-01-01T00:00Z')).toBe(false);
    expect(membershipEnd(life, at('2026-01-01T00:00Z'))).toBeNull();
    expect(nextLeaving(life, [{ date: 0, amount: 1 }], at('2026-01-01T00:00Z'))).toBeNull();
  });
});

describe('the end of a membership that was begun under other terms', () => {
  const NOW = at('2026-03-10T12:00Z');
  it.each([
    ['for life', LIFETIME, '2026-09-01T00:00Z', null],
    ['for life, from life', LIFETIME, null, null],
    ['rolling, from life', rolling(12), null, '2027-03-10T12:00Z'],
    ['rolling, from less', rolling(12), '2026-09-01T00:00Z', '2026-09-01T00:00Z'],
    ['rolling, from more', rolling(12), '2028-09-01T00:00Z', '2027-03-10T12:00Z'],
    ['calendar, from life', calendar(1, 1, 12), null, '2027-01-01T00:00Z'],
    ['calendar, from an end within', calendar(1, 1, 12, 2), '2026-09-01T00:00Z', '2027-01-01T00:00Z'],
    [
      'calendar, from an end within the second',
      calendar(1, 1, 12, 2),
      '2027-02-10T00:00Z',
      '2028-01-01T00:00Z',
    ],
    ['calendar, from an end of one', calendar(1, 1, 12, 2), '2027-01-01T00:00Z', '2027-01-01T00:00Z'],
    ['calendar, from more', calendar(1, 1, 12), '2028-09-01T00:00Z', '2027-01-01T00:00Z'],
    ['calendar, of another zone', calendar(1, 1, 12, 2), '2027-01-01T05:00Z', '2027-01-01T00:00Z'],
    ['anniversary, from life', anniversary(2), null, '2028-02-29T15:00Z'],
    ['anniversary, from an end within', anniversary(2), '2026-09-01T00:00Z', '2027-02-28T15:00Z'],
    ['anniversary, from an anniversary', anniversary(2), '2028-02-29T15:00Z', '2028-02-29T15:00Z'],
  ] as const)('is as these have it: %s', (_, rules, end, proper) => {
    const ends = properEnd(terms(rules, 'UTC'), end && at(end), NOW);
    expect(iso(ends)).toBe(proper && new Date(proper).toISOString());
  });
});
