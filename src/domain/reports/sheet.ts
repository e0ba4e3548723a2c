import { changeBy, FLOW_NAMES } from '../ledger/flows.ts';
import type { Deferral } from './deferral.ts';
import { OTHER_FLOWS, type SheetFlow } from './sheet-source-store.ts';
import type { SheetPart } from './sheet-store.ts';

type Figures = Record<SheetFlow, number>;

/** The figures of one period, for one subject or for all. */
export interface Cell {
  /** Outstanding points before the period and after it. */
  opening: number;
  closing: number;
  /** Points that wait for approval after the period. */
  pending: number;
  /** Members after the period. */
  members: number;
  points: Figures;
  /** The number of transactions for each flow. */
  transactions: Figures;
  /** Deferred revenue, if the report has it; absent: nothing was sold yet. */
  deferral?: Deferral | undefined;
}

const none = (): Figures =>
  Object.fromEntries([...FLOW_NAMES, ...OTHER_FLOWS].map((flow) => [flow, 0])) as Figures;

/** The cells of one subject, one for every period in order. The opening of a cell is the closing of the cell before. */
export function cellsOf(parts: readonly SheetPart[], periods: readonly string[]): Cell[] {
  const byPeriod = new Map<string | null, Pick<Cell, 'points' | 'transactions'>>();
  for (const { period, flow, points, transactions } of parts) {
    const figures = byPeriod.get(period) ?? { points: none(), transactions: none() };
    figures.points[flow] += points;
    figures.transactions[flow] += transactions;
    byPeriod.set(period, figures);
  }
  const before = byPeriod.get(null)?.points ?? none();
  let closing = changeBy(before);
  let pending = before.pending;
  let members = before.came - before.went;
  return periods.map((period) => {
    const { points, transactions } = byPeriod.get(period) ?? { points: none(), transactions: none() };
    const opening = closing;
    closing += changeBy(points);
    pending += points.pending;
    members += points.came - points.went;
    return { opening, closing, pending, members, points, transactions };
  });
}

/** The parts of each subject, in the order of their ids. */
export function partsBySubject(parts: readonly SheetPart[]): Map<number, SheetPart[]> {
  const bySubject = new Map<number, SheetPart[]>();
  for (const part of [...parts].sort((a, b) => a.subject_id - b.subject_id)) {
    const own = bySubject.get(part.subject_id);
    if (own) own.push(part);
    else bySubject.set(part.subject_id, [part]);
  }
  return bySubject;
}

/** Whether anything happened in the period. */
export function hasMoved({ transactions }: Cell): boolean {
  return Object.values(transactions).some((count) => count > 0);
}
