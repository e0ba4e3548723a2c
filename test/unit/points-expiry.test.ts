import { describe, expect, it } from 'vitest';
import {
  datedSince,
  type ExpiryTerms,
  inactivityDeadline,
  keepsLots,
  pointsExpireAt,
} from '../../src/domain/ledger/points-expiry.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';

const NEW_YORK = 'America/New_York';
const at = (moment: string) => Date.parse(moment);
const told = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function terms(points_expiry: PointsExpiry | null, since: string | null): ExpiryTerms {
  return { settings: { points_expiry }, points_expiry_since: since === null ? null : at(since) };
}

const LONG_AGO = '2010-01-01T00:00:00Z';

describe('points that expire so long after they were earned', () => {
  const months = (duration_months: number) => ({ mode: 'after_earning', duration_months }) as const;

  it.each([
    ['a year later at the same time of day', 12, '2026-01-14T12:00:00Z', '2027-01-14T12:00:00.000Z'],
    ['in summer time an hour earlier by UTC', 6, '2026-01-14T12:00:00Z', '2026-07-14T11:00:00.000Z'],
    ['in standard time an hour later by UTC', 6, '2026-07-14T12:00:00Z', '2027-01-14T13:00:00.000Z'],
    ['on the last day of a shorter month', 1, '2026-01-31T15:00:00Z', '2026-02-28T15:00:00.000Z'],
    ['on a leap day where there is one', 1, '2028-01-31T15:00:00Z', '2028-02-29T15:00:00.000Z'],
    ['on 28 February when earned on a leap day', 12, '2028-02-29T15:00:00Z', '2029-02-28T15:00:00.000Z'],
    ['on the leap day again four years later', 48, '2028-02-29T15:00:00Z', '2032-02-29T15:00:00.000Z'],
    // 02:30 on 8 March 2026 does not exist in New York.
    ['after the hour that is left out', 1, '2026-02-08T07:30:00Z', '2026-03-08T07:30:00.000Z'],
    // 01:30 on 1 November 2026 comes twice; the first counts.
    ['the first time in the hour that comes twice', 1, '2026-10-01T05:30:00Z', '2026-11-01T05:30:00.000Z'],
    // Past midnight by UTC, still the 31st in New York.
    ['by the day at home', 1, '2026-02-01T03:00:00Z', '2026-03-01T03:00:00.000Z'],
  ])('%s', (_, duration, earned, expires) => {
    expect(told(pointsExpireAt(terms(months(duration), LONG_AGO), NEW_YORK, at(earned)))).toBe(expires);
  });

  it('count from when the mode was turned on where they were earned before', () => {
    const since = '2026-03-15T10:00:00Z';
    expect(told(pointsExpireAt(terms(months(12), since), 'UTC', at('2020-01-01T00:00:00Z')))).toBe(
      '2027-03-15T10:00:00.000Z',
    );
    expect(told(pointsExpireAt(terms(months(12), since), 'UTC', at('2026-03-15T10:00:00.001Z')))).toBe(
      '2027-03-15T10:00:00.001Z',
    );
  });
});

describe('points that expire on a calendar date', () => {
  const date = (month: number, day: number) => ({ mode: 'calendar_date', month, day }) as const;

  it.each<[string, PointsExpiry, string, string, string, string]>([
    [
      'at the end of that day',
      date(12, 31),
      LONG_AGO,
      'UTC',
      '2026-05-05T00:00:00Z',
      '2027-01-01T00:00:00.000Z',
    ],
    ['at home', date(12, 31), LONG_AGO, NEW_YORK, '2026-05-05T00:00:00Z', '2027-01-01T05:00:00.000Z'],
    [
      'also when earned on the day',
      date(12, 31),
      LONG_AGO,
      'UTC',
      '2026-12-31T23:59:59.999Z',
      '2027-01-01T00:00:00.000Z',
    ],
    [
      'the next year when earned at its end',
      date(12, 31),
      LONG_AGO,
      'UTC',
      '2027-01-01T00:00:00Z',
      '2028-01-01T00:00:00.000Z',
    ],
    [
      'on 28 February in place of a leap day',
      date(2, 29),
      LONG_AGO,
      'UTC',
      '2026-01-01T00:00:00Z',
      '2026-03-01T00:00:00.000Z',
    ],
    [
      'on the leap day of a leap year',
      date(2, 29),
      LONG_AGO,
      'UTC',
      '2028-01-01T00:00:00Z',
      '2028-03-01T00:00:00.000Z',
    ],
    ['a day of 23 hours', date(3, 8), LONG_AGO, NEW_YORK, '2026-03-08T06:00:00Z', '2026-03-09T04:00:00.000Z'],
    [
      'a day of 25 hours',
      date(11, 1),
      LONG_AGO,
      NEW_YORK,
      '2026-11-01T05:00:00Z',
      '2026-11-02T05:00:00.000Z',
    ],
    // Turned on in May: December would be too soon, and the one after it is the first.
    [
      'not within a year of its being turned on, the date before',
      date(12, 31),
      '2026-05-05T00:00:00Z',
      'UTC',
      '2026-05-05T00:00:00Z',
      '2028-01-01T00:00:00.000Z',
    ],
    [
      'not within a year of its being turned on, the date after',
      date(3, 1),
      '2026-05-05T00:00:00Z',
      'UTC',
      '2026-05-05T00:00:00Z',
      '2028-03-02T00:00:00.000Z',
    ],
    [
      'exactly a year after it was turned on',
      date(12, 31),
      '2026-01-01T00:00:00Z',
      'UTC',
      '2026-01-01T00:00:00Z',
      '2027-01-01T00:00:00.000Z',
    ],
    [
      'not a moment less than a year after',
      date(12, 31),
      '2026-01-01T00:00:00.001Z',
      'UTC',
      '2026-02-01T00:00:00Z',
      '2028-01-01T00:00:00.000Z',
    ],
    [
      'of the year in which they were earned, later on',
      date(12, 31),
      '2026-05-05T00:00:00Z',
      'UTC',
      '2029-06-01T00:00:00Z',
      '2030-01-01T00:00:00.000Z',
    ],
  ])('%s', (_, expiry, since, zone, earned, expires) => {
    expect(told(pointsExpireAt(terms(expiry, since), zone, at(earned)))).toBe(expires);
  });
});

describe('the other modes', () => {
  it.each<PointsExpiry | null>([
    null,
    { mode: 'inactivity_since_purchase', duration_months: 12 },
    { mode: 'inactivity_since_balance_change', duration_months: 12 },
  ])('give points no date of their own: %j', (expiry) => {
    expect(pointsExpireAt(terms(expiry, LONG_AGO), 'UTC', at('2026-01-01T00:00:00Z'))).toBeNull();
    expect(keepsLots(expiry)).toBe(false);
    expect(datedSince(terms(expiry, LONG_AGO))).toBeNull();
  });

  it.each<PointsExpiry | null>([
    null,
    { mode: 'after_earning', duration_months: 12 },
    { mode: 'calendar_date', month: 12, day: 31 },
  ])('have no deadline for the inactive: %j', (expiry) => {
    const customer = { enrolled_at: 0, last_purchase_at: 0, balance_changed_at: 0 };
    expect(inactivityDeadline(terms(expiry, LONG_AGO), customer, 'UTC')).toBeNull();
  });
});

describe('the deadline of an inactive customer', () => {
  const since_purchase = { mode: 'inactivity_since_purchase', duration_months: 6 } as const;
  const since_change = { mode: 'inactivity_since_balance_change', duration_months: 6 } as const;

  /** enrolled, last purchase, last change of the balance */
  type Facts = [string | null, string | null, string | null];

  it.each<[string, PointsExpiry, string, Facts, string]>([
    [
      'counts from the last purchase',
      since_purchase,
      LONG_AGO,
      ['2020-01-01T00:00:00Z', '2026-02-01T10:00:00Z', '2026-03-01T00:00:00Z'],
      '2026-08-01T09:00:00.000Z',
    ],
    [
      'without a purchase counts from the enrolment',
      since_purchase,
      LONG_AGO,
      ['2026-01-31T12:00:00Z', null, '2026-02-01T12:00:00Z'],
      '2026-07-31T11:00:00.000Z',
    ],
    [
      'counts from the enrolment where the purchase was before it',
      since_purchase,
      LONG_AGO,
      ['2026-01-31T12:00:00Z', '2026-01-01T12:00:00Z', '2026-02-01T12:00:00Z'],
      '2026-07-31T11:00:00.000Z',
    ],
    [
      'counts from the last change of the balance',
      since_change,
      LONG_AGO,
      ['2020-01-01T00:00:00Z', '2026-05-01T00:00:00Z', '2026-03-01T12:00:00Z'],
      '2026-09-01T11:00:00.000Z',
    ],
    [
      'counts from when the mode was turned on, if that is later',
      since_purchase,
      '2026-06-15T12:00:00Z',
      ['2020-01-01T00:00:00Z', '2026-02-01T10:00:00Z', null],
      '2026-12-15T13:00:00.000Z',
    ],
    [
      'likewise of changes of the balance',
      since_change,
      '2026-06-15T12:00:00Z',
      ['2020-01-01T00:00:00Z', null, '2026-02-01T10:00:00Z'],
      '2026-12-15T13:00:00.000Z',
    ],
    [
      'counts from when the mode was turned on where no change was ever noted',
      since_change,
      '2026-06-15T12:00:00Z',
      ['2020-01-01T00:00:00Z', null, null],
      '2026-12-15T13:00:00.000Z',
    ],
    [
      'is clamped to the month',
      since_change,
      LONG_AGO,
      [null, null, '2025-08-31T12:00:00Z'],
      '2026-02-28T13:00:00.000Z',
    ],
    [
      'is a leap day where there is one',
      since_change,
      LONG_AGO,
      [null, null, '2027-08-31T12:00:00Z'],
      '2028-02-29T13:00:00.000Z',
    ],
    [
      'leaves points that came in after it their whole period',
      since_purchase,
      LONG_AGO,
      ['2020-01-01T00:00:00Z', '2025-02-01T12:00:00Z', '2026-01-10T12:00:00Z'],
      '2026-07-10T11:00:00.000Z',
    ],
  ])('%s', (_, expiry, since, [enrolled, purchase, change], deadline) => {
    const moment = (text: string | null) => (text === null ? null : at(text));
    const customer = {
      enrolled_at: moment(enrolled),
      last_purchase_at: moment(purchase),
      balance_changed_at: moment(change),
    };
    expect(told(inactivityDeadline(terms(expiry, since), customer, NEW_YORK))).toBe(deadline);
  });
});
