import { FLOWS, type Flow } from '../ledger/flows.ts';
import type { Cell } from './sheet.ts';

/** Amounts in units of the program's currency. */
export interface Worth {
  /** null: the value of a point is not known. */
  ofPoints(points: number): number | null;
  ofMinor(minor: number): number;
}

/** The value of a report's column for a period, or for a period and a subject if the report has subjects. */
export type ReportValue = string | number | null;

export interface ReportColumn {
  unit: 'points' | 'count' | 'share' | 'money';
  meaning: string;
  /** The value in the example of a whole report. */
  example: number;
  of: (cell: Cell, worth: Worth) => number | null;
}

export const points = (meaning: string, example: number, of: ReportColumn['of']): ReportColumn => ({
  unit: 'points',
  meaning,
  example,
  of,
});
export const count = (meaning: string, example: number, of: ReportColumn['of']): ReportColumn => ({
  unit: 'count',
  meaning,
  example,
  of,
});

export const flow = (name: Flow, example = 0) =>
  points(sentence(FLOWS[name].meaning), example, (cell) => cell.points[name]);

/** Units of the program's currency. */
export const money = (meaning: string, example: number, of: ReportColumn['of']): ReportColumn => ({
  unit: 'money',
  meaning,
  example,
  of,
});

function sentence(meaning: string): string {
  return `${meaning[0]!.toUpperCase()}${meaning.slice(1)}.`;
}

/** Rounds to four decimals. */
export function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
