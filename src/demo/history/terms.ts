import { addMonths } from '../../domain/core/calendar.ts';

/** The decisions from which a history follows, to the point. */
export interface HistoryTerms {
  customers: number;
  months: number;
  seed: number;
  /** The moment at which it ends, in ms. */
  end: number;
}

/** The zone of the demo's first site, in whose days and months the history is told. */
export const HOME_ZONE = 'America/New_York';

const NOTE =
  /^A history of (\d+) customers over (\d+) months, seed (\d+), until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** The terms as the note of the version with which the history begins. */
export function noteOf({ customers, months, seed, end }: HistoryTerms): string {
  return `A history of ${customers} customers over ${months} months, seed ${seed}, until ${new Date(end).toISOString()}`;
}

/** The terms of a note; undefined: no history begins with it. */
export function readNote(note: string | null): HistoryTerms | undefined {
  const [, customers, months, seed, end] = NOTE.exec(note ?? '') ?? [];
  if (end === undefined) return undefined;
  return { customers: Number(customers), months: Number(months), seed: Number(seed), end: Date.parse(end) };
}

/** The moment at which a history begins, in ms. */
export function beginOf({ end, months }: HistoryTerms): number {
  return addMonths(end, -months, HOME_ZONE);
}
