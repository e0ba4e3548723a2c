import { describe, expect, it } from 'vitest';
import {
  isLimitReached,
  type Limit,
  limitState,
  type UsageCounter,
  windowStart,
} from '../../src/domain/core/limits.ts';
import { usedOnceLess, usedOnceMore } from '../../src/domain/ledger/usage.ts';

const ZONE = 'America/New_York';
const NOON = Date.parse('2025-06-15T16:00:00Z');
const TODAY = Date.parse('2025-06-15T04:00:00Z');
const TOMORROW = Date.parse('2025-06-16T04:00:00Z');
const YESTERDAY = Date.parse('2025-06-14T04:00:00Z');

const daily = (count: number): Limit => ({ count, interval: 'day' });
const forever = (count: number): Limit => ({ count, interval: null });
const counter = (window_start: number, window_count: number, total = window_count): UsageCounter => ({
  total,
  window_start,
  window_count,
  last_at: NOON - 1,
});

describe('a customer’s use of a limit', () => {
  it.each<[string, Limit | null, UsageCounter | undefined, object]>([
    ['no limit, never used', null, undefined, { state: 'no_limit' }],
    ['no limit, used often', null, counter(0, 900), { state: 'no_limit' }],
    [
      'for ever, never used',
      forever(1),
      undefined,
      { state: 'limit_not_reached', interval: null, allowed: 1, count: 0, remaining: 1 },
    ],
    [
      'for ever, one left',
      forever(3),
      counter(0, 2),
      { state: 'limit_not_reached', interval: null, allowed: 3, count: 2, remaining: 1 },
    ],
    ['for ever, used up', forever(3), counter(0, 3), { state: 'limit_reached_forever' }],
    ['for ever, lowered below what was used', forever(1), counter(0, 3), { state: 'limit_reached_forever' }],
    [
      'a day, used today',
      daily(3),
      counter(TODAY, 2, 9),
      { state: 'limit_not_reached', interval: 'day', allowed: 3, count: 2, remaining: 1 },
    ],
    [
      'a day, used up yesterday',
      daily(3),
      counter(YESTERDAY, 3, 9),
      { state: 'limit_not_reached', interval: 'day', allowed: 3, count: 0, remaining: 3 },
    ],
    [
      'a day, used up today',
      daily(3),
      counter(TODAY, 3, 9),
      { state: 'limit_reached_until_reset', interval: 'day', resets_at: TOMORROW },
    ],
    [
      'a week, used up',
      { count: 1, interval: 'week' },
      counter(Date.parse('2025-06-09T04:00:00Z'), 1),
      { state: 'limit_reached_until_reset', interval: 'week', resets_at: TOMORROW },
    ],
    [
      'a month, used up',
      { count: 1, interval: 'month' },
      counter(Date.parse('2025-06-01T04:00:00Z'), 1),
      {
        state: 'limit_reached_until_reset',
        interval: 'month',
        resets_at: Date.parse('2025-07-01T04:00:00Z'),
      },
    ],
    [
      'a year, used up',
      { count: 1, interval: 'year' },
      counter(Date.parse('2025-01-01T05:00:00Z'), 1),
      {
        state: 'limit_reached_until_reset',
        interval: 'year',
        resets_at: Date.parse('2026-01-01T05:00:00Z'),
      },
    ],
  ])('%s', (_, limit, usage, expected) => {
    const state = limitState(limit, usage, ZONE, NOON);
    expect(state).toEqual(expected);
    expect(isLimitReached(state)).toBe(state.state.startsWith('limit_reached'));
  });

  it('turns over with the local day, not with that of UTC', () => {
    const used = counter(TODAY, 1);
    expect(isLimitReached(limitState(daily(1), used, ZONE, TOMORROW - 1))).toBe(true);
    expect(isLimitReached(limitState(daily(1), used, ZONE, TOMORROW))).toBe(false);
  });
});

describe('a counter', () => {
  it('begins with the first use', () => {
    expect(usedOnceMore(undefined, daily(3), ZONE, NOON)).toEqual({
      total: 1,
      window_start: TODAY,
      window_count: 1,
      last_at: NOON,
    });
    expect(usedOnceMore(undefined, null, ZONE, NOON).window_start).toBe(0);
  });

  it('counts on within its window and anew in the next', () => {
    const twice = usedOnceMore(counter(TODAY, 1, 5), daily(3), ZONE, NOON);
    expect(twice).toEqual({ total: 6, window_start: TODAY, window_count: 2, last_at: NOON });
    expect(usedOnceMore(twice, daily(3), ZONE, TOMORROW)).toEqual({
      total: 7,
      window_start: TOMORROW,
      window_count: 1,
      last_at: TOMORROW,
    });
  });

  it('keeps its window when what happened in an earlier one is reported late', () => {
    expect(usedOnceMore(counter(TODAY, 2, 5), daily(3), ZONE, NOON, YESTERDAY + 1)).toEqual({
      total: 6,
      window_start: TODAY,
      window_count: 2,
      last_at: NOON - 1,
    });
    expect(usedOnceMore(undefined, daily(3), ZONE, NOON, YESTERDAY + 1)).toEqual({
      total: 1,
      window_start: TODAY,
      window_count: 0,
      last_at: YESTERDAY + 1,
    });
  });

  it('gives the place back that a use of its window had, and no other', () => {
    expect(usedOnceLess(counter(TODAY, 2, 5), daily(3), ZONE, NOON, null)).toEqual({
      total: 4,
      window_start: TODAY,
      window_count: 1,
      last_at: null,
    });
    expect(usedOnceLess(counter(TODAY, 2, 5), daily(3), ZONE, TODAY - 1, NOON)).toEqual({
      total: 4,
      window_start: TODAY,
      window_count: 2,
      last_at: NOON,
    });
    expect(usedOnceLess(counter(0, 2, 2), forever(2), ZONE, YESTERDAY, null).window_count).toBe(1);
  });

  it('never falls below nothing', () => {
    expect(usedOnceLess(counter(TODAY, 0, 0), daily(3), ZONE, NOON, null)).toMatchObject({
      total: 0,
      window_count: 0,
    });
  });
});

describe('the window of a limit', () => {
  it('has no beginning without an interval', () => {
    expect([windowStart(null, ZONE, NOON), windowStart(forever(1), ZONE, NOON)]).toEqual([0, 0]);
  });
});
