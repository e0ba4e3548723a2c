import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  type EndpointHealth,
  type FailedAttempt,
  nextAttemptAt,
  reasonToDisable,
  retryAfter,
} from '../../src/domain/webhooks/retry-plan.ts';

const NOW = Date.parse('2026-01-14T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const WELL: EndpointHealth = { failing_since: null, failures_in_row: 0, paused_until: null };

const failed = (rest: Partial<FailedAttempt> = {}): FailedAttempt => ({
  at: NOW,
  tries: 1,
  response_status: 500,
  retry_after_ms: null,
  probe: false,
  ...rest,
});

describe('the next attempt', () => {
  it('comes later and later, over three days in all, and ten times at most', () => {
    const waits = Array.from(
      { length: 9 },
      (_, index) => nextAttemptAt(failed({ tries: index + 1 }), 0)! - NOW,
    );
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR);
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.5);
    expect(nextAttemptAt(failed({ tries: 10 }), 0)).toBeNull();
  });

  it('comes up to a fifth later by chance', () => {
    expect(nextAttemptAt(failed({ tries: 2 }), 1)! - NOW).toBe(1.2 * 300 * SECOND);
  });

  it('comes no sooner than an overloaded receiver asks for, a day at most', () => {
    const wait = (rest: Partial<FailedAttempt>) => nextAttemptAt(failed(rest), 0)! - NOW;
    expect(wait({ response_status: 503, retry_after_ms: HOUR })).toBe(HOUR);
    expect(wait({ response_status: 429, retry_after_ms: 1 })).toBe(5 * SECOND);
    expect(wait({ response_status: 503, retry_after_ms: 99 * HOUR })).toBe(24 * HOUR);
    expect(wait({ response_status: 500, retry_after_ms: HOUR })).toBe(5 * SECOND);
  });
});

describe('an endpoint that fails', () => {
  it('is paused from the fifth time in a row on, for longer and longer, a quarter of an hour at most', () => {
    let health: EndpointHealth = WELL;
    let at = NOW;
    const pauses: number[] = [];
    for (let count = 1; count <= 12; count++) {
      health = afterFailure(health, failed({ at, probe: count > 5 }), 0);
      pauses.push(((health.paused_until ?? at) - at) / SECOND);
      at = health.paused_until ?? at;
    }
    expect(pauses).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
    expect(health).toMatchObject({ failing_since: NOW, failures_in_row: 12 });
  });

  it('is not paused further by what was sent before it was paused', () => {
    const paused = { failing_since: NOW, failures_in_row: 5, paused_until: NOW + 30 * SECOND };
    expect(afterFailure(paused, failed({ at: NOW + 1 }), 0)).toEqual(paused);
  });

  it('is paused for as long as it asks for, an hour at most', () => {
    const asked = (retry_after_ms: number) =>
      afterFailure(WELL, failed({ response_status: 429, retry_after_ms }), 0).paused_until! - NOW;
    expect(asked(90 * SECOND)).toBe(90 * SECOND);
    expect(asked(9 * HOUR)).toBe(HOUR);
  });

  it('is disabled when it says that it is gone, and after three days in which nothing got through', () => {
    expect(reasonToDisable({ failing_since: NOW }, failed({ response_status: 410 }))).toBe('gone');
    expect(reasonToDisable({ failing_since: NOW - 72 * HOUR + 1 }, failed())).toBeUndefined();
    expect(reasonToDisable({ failing_since: NOW - 72 * HOUR }, failed())).toBe('failing');
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120 * SECOND],
    ['0', 0],
    ['Wed, 14 Jan 2026 12:01:00 GMT', 60 * SECOND],
    ['Wed, 14 Jan 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    [undefined, null],
  ])('says by %s to wait %s ms', (header, ms) => expect(retryAfter(header, NOW)).toBe(ms));
});
