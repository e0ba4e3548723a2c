import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../src/domain/core/calendar.ts';

const read = (text: string) => {
  const ms = parseTimestamp(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('a timestamp that is accepted', () => {
  it.each([
    ['as UTC', '2025-06-15T12:30:45.123Z', '2025-06-15T12:30:45.123Z'],
    ['in lower case', '2025-06-15t12:30:45z', '2025-06-15T12:30:45.000Z'],
    ['without seconds', '2025-06-15T12:30Z', '2025-06-15T12:30:00.000Z'],
    ['with a space between date and time', '2025-06-15 12:30:45Z', '2025-06-15T12:30:45.000Z'],
    ['with a comma before the fraction', '2025-06-15T12:30:45,5Z', '2025-06-15T12:30:45.500Z'],
    ['with an offset ahead', '2025-06-15T12:30:00+05:30', '2025-06-15T07:00:00.000Z'],
    ['with an offset behind', '2025-06-15T12:30:00-04:00', '2025-06-15T16:30:00.000Z'],
    ['with an offset of digits alone', '2025-06-15T12:30:00+0530', '2025-06-15T07:00:00.000Z'],
    ['with an offset of hours alone', '2025-06-15T12:30:00-04', '2025-06-15T16:30:00.000Z'],
    ['with an offset of nothing', '2025-06-15T12:30:00-00:00', '2025-06-15T12:30:00.000Z'],
    ['with a + that arrived as a space', '2025-06-15T12:30:00 05:30', '2025-06-15T07:00:00.000Z'],
    ['on a leap day', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['in a leap second, as the second before it', '2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['at the first moment', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['at the last moment', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is read %s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is cut to the millisecond, never rounded', () => {
    expect(read('2025-06-15T12:30:45.1239Z')).toBe('2025-06-15T12:30:45.123Z');
    expect(read('2025-06-15T12:30:59.999999999Z')).toBe('2025-06-15T12:30:59.999Z');
    expect(read('9999-12-31T23:59:59.9999Z')).toBe('9999-12-31T23:59:59.999Z');
    expect(read('1969-12-31T23:59:59.9999Z')).toBe('1969-12-31T23:59:59.999Z');
    expect(read('2025-06-15T12:30:45.1Z')).toBe('2025-06-15T12:30:45.100Z');
  });
});

describe('a timestamp that is refused', () => {
  it.each([
    ['has no offset', '2025-06-15T12:30:45'],
    ['has no time', '2025-06-15'],
    ['is empty', ''],
    ['is a number', '1750000000000'],
    ['names hour 24', '2025-06-15T24:00:00Z'],
    ['names minute 60', '2025-06-15T12:60:00Z'],
    ['names second 61', '2025-06-15T12:00:61Z'],
    ['names a 30 February', '2025-02-30T00:00:00Z'],
    ['names a 29 February of another year', '2025-02-29T00:00:00Z'],
    ['names month 13', '2025-13-01T00:00:00Z'],
    ['names an offset of 24 hours', '2025-06-15T12:00:00+24:00'],
    ['names an offset of 60 minutes', '2025-06-15T12:00:00+01:60'],
    ['lies in year 0', '0000-12-31T23:59:59Z'],
    ['lies in year 0 by its offset', '0001-01-01T00:00:00+00:01'],
    ['lies in year 10000 by its offset', '9999-12-31T23:59:59-00:01'],
    ['has a year of five digits', '12025-06-15T12:00:00Z'],
    ['has an expanded year', '+012025-06-15T12:00:00Z'],
    ['has ten digits of fraction', '2025-06-15T12:00:00.1234567890Z'],
    ['has a name of a zone', '2025-06-15T12:00:00 Europe/Berlin'],
    ['has something behind it', '2025-06-15T12:00:00Z; drop table'],
    ['has a line break behind it', '2025-06-15T12:00:00Z\n'],
  ])('%s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
