import { describe, expect, it } from 'vitest';
import {
  addMonths,
  calendarDate,
  type Interval,
  intervalAt,
  isTimeZone,
  localDate,
  nextBirthday,
  nextBirthdayStart,
} from '../../src/domain/core/calendar.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

/** interval, zone, a moment, and the window that holds it: [start, end). */
type Case = [Interval, string, string, string, string];

const WINDOWS: Record<string, Case[]> = {
  'New York, when clocks go forward': [
    ['day', 'America/New_York', '2025-03-09T12:00Z', '2025-03-09T05:00Z', '2025-03-10T04:00Z'],
    ['day', 'America/New_York', '2025-03-09T04:59:59.999Z', '2025-03-08T05:00Z', '2025-03-09T05:00Z'],
    ['week', 'America/New_York', '2025-03-09T12:00Z', '2025-03-03T05:00Z', '2025-03-10T04:00Z'],
    ['month', 'America/New_York', '2025-03-09T12:00Z', '2025-03-01T05:00Z', '2025-04-01T04:00Z'],
    ['year', 'America/New_York', '2025-03-09T12:00Z', '2025-01-01T05:00Z', '2026-01-01T05:00Z'],
  ],
  'New York, when clocks go back': [
    ['day', 'America/New_York', '2025-11-02T12:00Z', '2025-11-02T04:00Z', '2025-11-03T05:00Z'],
    // Both half past ones of that night are of one day.
    ['day', 'America/New_York', '2025-11-02T05:30Z', '2025-11-02T04:00Z', '2025-11-03T05:00Z'],
    ['day', 'America/New_York', '2025-11-02T06:30Z', '2025-11-02T04:00Z', '2025-11-03T05:00Z'],
    ['week', 'America/New_York', '2025-11-03T04:59:59.999Z', '2025-10-27T04:00Z', '2025-11-03T05:00Z'],
    ['month', 'America/New_York', '2025-11-02T12:00Z', '2025-11-01T04:00Z', '2025-12-01T05:00Z'],
  ],
  'zones of half an hour': [
    ['day', 'Asia/Kolkata', '2025-06-15T18:29:59.999Z', '2025-06-14T18:30Z', '2025-06-15T18:30Z'],
    ['day', 'Asia/Kolkata', '2025-06-15T18:30Z', '2025-06-15T18:30Z', '2025-06-16T18:30Z'],
    ['day', 'Australia/Adelaide', '2025-10-04T20:00Z', '2025-10-04T14:30Z', '2025-10-05T13:30Z'],
    ['day', 'Australia/Adelaide', '2025-04-05T20:00Z', '2025-04-05T13:30Z', '2025-04-06T14:30Z'],
  ],
  'a zone whose summer is half an hour': [
    ['day', 'Australia/Lord_Howe', '2025-10-04T20:00Z', '2025-10-04T13:30Z', '2025-10-05T13:00Z'],
    ['day', 'Australia/Lord_Howe', '2025-04-05T20:00Z', '2025-04-05T13:00Z', '2025-04-06T13:30Z'],
  ],
  'a zone whose clocks go forward at midnight': [
    ['day', 'America/Havana', '2025-03-09T12:00Z', '2025-03-09T05:00Z', '2025-03-10T04:00Z'],
    ['day', 'Africa/Cairo', '2025-04-25T12:00Z', '2025-04-24T22:00Z', '2025-04-25T21:00Z'],
  ],
  'the ends of months, years and weeks': [
    ['month', 'UTC', '2024-02-29T23:59:59.999Z', '2024-02-01T00:00Z', '2024-03-01T00:00Z'],
    ['year', 'UTC', '2024-12-31T23:59:59.999Z', '2024-01-01T00:00Z', '2025-01-01T00:00Z'],
    ['year', 'Pacific/Auckland', '2024-12-31T11:00Z', '2024-12-31T11:00Z', '2025-12-31T11:00Z'],
    ['week', 'UTC', '2025-01-01T00:00Z', '2024-12-30T00:00Z', '2025-01-06T00:00Z'],
    ['week', 'UTC', '2025-01-05T23:59:59.999Z', '2024-12-30T00:00Z', '2025-01-06T00:00Z'],
  ],
};

describe('the calendar interval of a moment', () => {
  for (const [name, cases] of Object.entries(WINDOWS)) {
    it(`is right in ${name}`, () => {
      for (const [interval, zone, moment, start, end] of cases) {
        const window = intervalAt(interval, zone, at(moment));
        expect([interval, zone, moment, iso(window.start), iso(window.end)]).toEqual([
          interval,
          zone,
          moment,
          iso(at(start)),
          iso(at(end)),
        ]);
      }
    });
  }

  it('makes local days of 23, 24 and 25 hours, and of half hours at Lord Howe', () => {
    const hours = (zone: string, moment: string) => {
      const { start, end } = intervalAt('day', zone, at(moment));
      return (end - start) / HOUR;
    };
    expect(hours('America/New_York', '2025-03-09T12:00Z')).toBe(23);
    expect(hours('America/New_York', '2025-11-02T12:00Z')).toBe(25);
    expect(hours('America/New_York', '2025-07-01T12:00Z')).toBe(24);
    expect(hours('Australia/Lord_Howe', '2025-10-04T20:00Z')).toBe(23.5);
    expect(hours('Australia/Lord_Howe', '2025-04-05T20:00Z')).toBe(24.5);
  });

  it('partitions time: every window ends where the next begins, whatever was asked before', () => {
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      for (const interval of ['day', 'week', 'month', 'year'] as const) {
        let moment = at('2024-12-25T12:00Z');
        for (let i = 0; i < 12; i += 1) {
          const { start, end } = intervalAt(interval, zone, moment);
          expect(intervalAt(interval, zone, end).start).toBe(end);
          expect(intervalAt(interval, zone, end - 1)).toEqual({ start, end });
          expect(intervalAt(interval, zone, start)).toEqual({ start, end });
          moment = end;
        }
      }
    }
  });
});

describe('moving by months', () => {
  it.each([
    ['2025-01-31T12:00Z', 1, 'UTC', '2025-02-28T12:00Z'],
    ['2024-01-31T12:00Z', 1, 'UTC', '2024-02-29T12:00Z'],
    ['2024-02-29T12:00Z', 12, 'UTC', '2025-02-28T12:00Z'],
    ['2024-02-29T12:00Z', 48, 'UTC', '2028-02-29T12:00Z'],
    ['2025-10-31T12:00Z', 1, 'UTC', '2025-11-30T12:00Z'],
    // The local time of day is kept: noon in New York stays noon across both changes of the clock.
    ['2025-02-15T17:00Z', 1, 'America/New_York', '2025-03-15T16:00Z'],
    ['2025-10-15T16:00Z', 1, 'America/New_York', '2025-11-15T17:00Z'],
    // Half past two does not exist on 9 March; the moment as long after two is taken.
    ['2025-02-09T07:30Z', 1, 'America/New_York', '2025-03-09T07:30Z'],
    // The 31st in Kolkata is still the 30th in UTC.
    ['2025-01-30T19:00Z', 1, 'Asia/Kolkata', '2025-02-27T19:00Z'],
  ])('%s and %i months in %s is %s', (from, months, zone, to) => {
    expect(iso(addMonths(at(from), months, zone))).toBe(iso(at(to)));
  });
});

describe('local dates', () => {
  it('are those of the zone', () => {
    expect(localDate(at('2025-06-15T03:59:59Z'), 'America/New_York')).toBe('2025-06-14');
    expect(localDate(at('2025-06-15T18:30:00Z'), 'Asia/Kolkata')).toBe('2025-06-16');
  });

  it.each([
    ['today', { day: 15, month: 6 }, '2025-06-15T12:00Z', '2025-06-15'],
    ['tomorrow', { day: 16, month: 6 }, '2025-06-15T12:00Z', '2025-06-16'],
    ['yesterday, so next year', { day: 14, month: 6 }, '2025-06-15T12:00Z', '2026-06-14'],
    ['today where it is still today', { day: 14, month: 6 }, '2025-06-15T03:00Z', '2025-06-14'],
    ['29 February in a leap year', { day: 29, month: 2 }, '2024-01-10T12:00Z', '2024-02-29'],
    ['29 February in another year', { day: 29, month: 2 }, '2025-01-10T12:00Z', '2025-02-28'],
    ['29 February after the 28th', { day: 29, month: 2 }, '2025-03-01T12:00Z', '2026-02-28'],
    ['29 February on the 29th itself', { day: 29, month: 2 }, '2024-02-29T12:00Z', '2024-02-29'],
  ])('know the next birthday: %s', (_, birthday, now, expected) => {
    expect(nextBirthday(birthday, 'America/New_York', at(now))).toBe(expected);
  });
});

describe('a birthday', () => {
  it.each([
    ['at midnight', { day: 20, month: 7 }, 'America/New_York', '2025-06-15T12:00Z', '2025-07-20T04:00Z'],
    [
      'earlier where the day does',
      { day: 20, month: 7 },
      'Asia/Kolkata',
      '2025-06-15T12:00Z',
      '2025-07-19T18:30Z',
    ],
    // On 8 March 2026 Havana has no midnight.
    [
      'at one where there is no midnight',
      { day: 8, month: 3 },
      'America/Havana',
      '2025-06-15T12:00Z',
      '2026-03-08T05:00Z',
    ],
    [
      "on its day at that day's beginning",
      { day: 14, month: 6 },
      'America/New_York',
      '2025-06-15T03:59Z',
      '2025-06-14T04:00Z',
    ],
    [
      'the next year when its day is over',
      { day: 14, month: 6 },
      'America/New_York',
      '2025-06-15T04:00Z',
      '2026-06-14T04:00Z',
    ],
  ])('begins %s', (_, birthday, zone, now, start) => {
    expect(iso(nextBirthdayStart(birthday, zone, at(now)))).toBe(iso(at(start)));
  });
});

describe('a day of the calendar', () => {
  it('is one of its month and year', () => {
    expect(calendarDate(2024, 2, 29)).toBe('2024-02-29');
    expect(calendarDate(1990, 7, 4)).toBe('1990-07-04');
    expect(calendarDate(9999, 12, 31)).toBe('9999-12-31');
  });

  it.each([
    [2023, 2, 29],
    [2024, 4, 31],
    [2024, 0, 1],
    [2024, 13, 1],
    [2024, 1, 0],
    [0, 1, 1],
    [10_000, 1, 1],
    [2024, 1, Number.MAX_SAFE_INTEGER],
  ])('is not year %i, month %i, day %i', (year, month, day) => {
    expect(calendarDate(year, month, day)).toBeUndefined();
  });
});

describe('names of time zones', () => {
  it('are known or not', () => {
    expect(['America/New_York', 'UTC', 'Asia/Kolkata'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['Mars/Olympus', '', 'America'].map(isTimeZone)).toEqual([false, false, false]);
  });
});
