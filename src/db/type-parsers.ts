import pg from 'pg';
import { parseTimestamp } from './timestamps.ts';

/** Throws beyond 2^53: a rounded id would be the id of another row. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`an integer beyond 2^53 in the database: ${text}`);
  return value;
}

const asText = (text: string): string => text;

/** For one-dimensional arrays of types whose text holds neither commas nor backslashes. */
function arrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => {
    if (!text.startsWith('{') || text.startsWith('{{')) throw new RangeError(`not a plain array: ${text}`);
    if (text === '{}') return [];
    return text
      .slice(1, -1)
      .split(',')
      .map((entry) => (entry === 'NULL' ? null : parse(entry.startsWith('"') ? entry.slice(1, -1) : entry)));
  };
}

/** The parsers by type oid, for values that pg itself would round, shift by the local zone or leave as text. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [20, parseInt8], // int8
  [1016, arrayOf(parseInt8)], // int8[]
  [1184, parseTimestamp], // timestamptz
  [1185, arrayOf(parseTimestamp)], // timestamptz[]
  [1700, asText], // numeric
  [1231, arrayOf(asText)], // numeric[]
  [1082, asText], // date
  [1182, arrayOf(asText)], // date[]
  [1114, asText], // timestamp
  [1115, arrayOf(asText)], // timestamp[]
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  const ours = format === 'binary' ? undefined : PARSERS.get(oid);
  return ours ?? pg.types.getTypeParser(oid, format as 'text');
}

/** The parsers of our connections only: pg's global ones stay as they are. */
export const typeParsers = { getTypeParser } as pg.CustomTypesConfig;
