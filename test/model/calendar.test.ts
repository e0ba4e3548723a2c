import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../../src/domain/core/calendar.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Santiago',
  'Africa/Casablanca',
];

describe('a moment some months later', () => {
  it('is the one that the calendar of the zone names, in any zone and at any time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) }),
        fc.integer({ min: -30, max: 60 }),
        fc.constantFrom(...ZONES),
        (ms, months, zone) => {
          const moved = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).add({ months });
          return addMonths(ms, months, zone) === moved.epochMilliseconds;
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('is it also around the changes of the clocks', () => {
    const hours = fc.integer({ min: -80, max: 80 });
    const changes = fc.constantFrom(
      at('2025-03-09T07:00Z'),
      at('2025-11-02T06:00Z'),
      at('2025-10-26T01:00Z'),
    );
    fc.assert(
      fc.property(
        changes,
        hours,
        fc.constantFrom(-12, -1, 0, 1, 12),
        fc.constantFrom(...ZONES),
        (change, hour, months, zone) => {
          const ms = change + hour * HOUR;
          const moved = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).add({ months });
          expect(addMonths(ms, months, zone)).toBe(moved.epochMilliseconds);
          // The same by the way back: the moment that so many months move onto a change.
          const before = Temporal.Instant.fromEpochMilliseconds(ms)
            .toZonedDateTimeISO(zone)
            .subtract({ months });
          const again = before.add({ months });
          expect(addMonths(before.epochMilliseconds, months, zone)).toBe(again.epochMilliseconds);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
