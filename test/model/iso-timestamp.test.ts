import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTimestamp } from '../../src/http/iso-timestamp.ts';

describe('a moment in an answer', () => {
  it('is written as ISO 8601 does, whatever the moment', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -8.64e15, max: 8.64e15 }),
        (ms) => isoTimestamp(ms) === new Date(ms).toISOString(),
      ),
      { numRuns: 10_000 },
    );
  });

  it.each([0, -1, 1, 86_399_999, 86_400_000, Date.UTC(2024, 1, 29), Date.UTC(9999, 11, 31, 23, 59, 59, 999)])(
    'is exact at the edges: %d',
    (ms) => {
      expect(isoTimestamp(ms)).toBe(new Date(ms).toISOString());
    },
  );

  it('is refused where there is no such moment', () => {
    expect(() => isoTimestamp(Number.NaN)).toThrow(RangeError);
  });
});
