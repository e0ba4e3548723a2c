import { platformKey } from '../core/platform-key.ts';
import type { FileRow } from './import-fields.ts';
import { KeyCensus, RepeatedKeys } from './key-census.ts';
import { type ColumnMapping, cellOf } from './map-columns.ts';

/** The keys that must be different in all rows of a file. */
const KEYS = {
  merchant_id: { same: platformKey, complaint: 'names the same customer' },
  email: { same: (email: string) => email.toLowerCase(), complaint: 'has the same email' },
  referral_id: { same: (id: string) => id, complaint: 'has the same referral_id' },
} as const;
type Key = keyof typeof KEYS;
const KEY_FIELDS = Object.keys(KEYS) as Key[];

/** The results of a first pass over a whole file. */
export interface FileSurvey {
  rows: number;
  /** For one pass over all rows in order: the reason why a row conflicts with an earlier row. */
  repetition(row: FileRow): string | undefined;
}

/** Counts the rows of a file and finds repeated keys, in little memory. */
export async function surveyFile(rows: AsyncIterable<FileRow>, mapping: ColumnMapping): Promise<FileSurvey> {
  const censuses = Object.fromEntries(KEY_FIELDS.map((key) => [key, new KeyCensus()])) as Record<
    Key,
    KeyCensus
  >;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    for (const key of KEY_FIELDS) {
      const value = keyOf(row, mapping, key);
      if (value !== undefined) censuses[key].add(value);
    }
  }
  const repeated = KEY_FIELDS.map((key) => ({ key, keys: new RepeatedKeys(censuses[key].repeated()) }));
  return {
    rows: count,
    repetition(row) {
      const complaints = repeated.flatMap(({ key, keys }) => {
        const value = keyOf(row, mapping, key);
        const line = value === undefined ? undefined : keys.seen(value, row.line);
        return line === undefined ? [] : [{ line, complaint: KEYS[key].complaint }];
      });
      const first = complaints[0];
      return first && `${first.complaint} as line ${first.line}`;
    },
  };
}

function keyOf({ cells }: FileRow, mapping: ColumnMapping, key: Key): string | undefined {
  const text = cellOf(cells, mapping, key);
  return text === '' ? undefined : KEYS[key].same(text);
}
