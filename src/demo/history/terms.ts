import { addMonths } from '../../domain/core/calendar.ts';

/** The decisions that determine a history completely, to the last point. */
export interface HistoryTerms {
  customers: number;
  months: number;
  seed: number;
  /** The moment of the history's end, in ms. */
  end: number;
}

/** The zone of the demo's first site. The history uses its days and months. */
export const HOME_ZONE = 'America/New_York';

const NOTE =
  /^A history of (\d+) customers over (\d+) months, seed (\d+), until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** The terms as the note of the version that begins the history. */
export function noteOf({ customers, months, seed, end }: HistoryTerms): string {
  return `A history of ${customers} customers over ${months} months, seed ${seed}, until ${new Date(end).toISOString()}`;
}

/** The terms in a note; undefined: the note does not begin a history. */
export function readNote(note: string | null): HistoryTerms | undefined {
  const [, customers, months, seed, end] = NOTE.exec(note ?? '') ?? [];
  if (end === undefined) return undefined;
  return { customers: Number(customers), months: Number(months), seed: Number(seed), end: Date.parse(end) };
}

/** The moment of a history's beginning, in ms. */
export function beginOf({ end, months }: HistoryTerms): number {
  return addMonths(end, -months, HOME_ZONE);
}
