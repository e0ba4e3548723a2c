import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../src/db/timestamps.ts';

/** A moment as Postgres prints it in UTC: without the zeros at the end of its fraction. */
function printed(ms: number): string {
  const [date, time] = new Date(ms).toISOString().slice(0, -1).split('T') as [string, string];
  return `${date} ${time.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : time.includes('.000') ? zeros : ''))}+00`;
}

describe('a moment of the database', () => {
  it('is read exactly, whatever the moment and its fraction', () => {
    const moments = fc.integer({ min: Date.UTC(100, 0, 1), max: Date.UTC(9999, 11, 31) });
    fc.assert(
      fc.property(moments, fc.constantFrom(1, 10, 100, 1000), (any, unit) => {
        const ms = Math.floor(any / unit) * unit;
        expect(parseTimestamp(printed(ms))).toBe(ms);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['2025-06-15 12:30:45.123456+00', '2025-06-15T12:30:45.123Z'],
    ['2025-06-15 12:30:45.123+02', '2025-06-15T10:30:45.123Z'],
    ['2025-06-15 12:30:45-03:30', '2025-06-15T16:00:45.000Z'],
    ['0099-06-15 12:30:45+00', '0099-06-15T12:30:45.000Z'],
    ['12025-06-15 12:30:45+00', '+012025-06-15T12:30:45.000Z'],
  ])('is read in its other forms: %s', (text, iso) => {
    expect(new Date(parseTimestamp(text)).toISOString()).toBe(iso);
  });

  it.each([
    'infinity',
    '',
    '2025-06-15',
    '2025-06-15 12:30:4x+00',
    '2025-06-15 12:30:45.+00',
    '2025-06-15T12:30:45+00',
  ])('is refused in a form that the server does not write: %s', (text) => {
    expect(() => parseTimestamp(text)).toThrow(RangeError);
  });
});
