import type { Deps } from '../programs/deps.ts';
import { hasReplaced, listRounds } from './round-store.ts';
import type { Drift } from './verify-step.ts';

/** The state of the ledger check that servers do by themselves. Moments in ms of the wall clock. */
export interface LedgerChecks {
  /** The last round through all customers; null: none has ended yet. */
  last: {
    started_at: number;
    finished_at: number;
    customers: number;
    transactions: number;
    busy_ms: number;
  } | null;
  /** The customers that the present round has checked; null: no round goes on. */
  running: { started_at: number; customers: number; busy_ms: number; ordered: boolean } | null;
  /** The part of a round that was checked before an ordered round, the present one, replaced it; null: none. */
  replaced: { started_at: number; customers: number } | null;
  /**
   * The moment since when no round has ended: the beginning of the present round, or of the round that it replaced, or
   * the end of the last; null: no round ever began.
   */
  since: number | null;
  /** Things that do not add up: those of the last round, or of the present or replaced one if it has found more. */
  drifts: number;
  /** The first of them. */
  findings: Drift[];
}

/** For operators: when the ledger was last checked, how far the present check is, and what was found. */
export async function readLedgerChecks(deps: Pick<Deps, 'db'>): Promise<LedgerChecks> {
  const rounds = await listRounds(deps.db, 3);
  const running = rounds[0]?.finished_at === null ? rounds.shift() : undefined;
  const replaced = running && rounds[0] && hasReplaced(running, rounds[0]) ? rounds.shift() : undefined;
  const last = rounds[0];
  const [worst] = [last, replaced, running]
    .filter((round) => round !== undefined)
    .sort((a, b) => b.drifts - a.drifts);
  return {
    last: last
      ? {
          started_at: last.started_at,
          finished_at: last.finished_at!,
          customers: last.customers,
          transactions: last.transactions,
          busy_ms: last.busy_ms,
        }
      : null,
    running: running
      ? {
          started_at: running.started_at,
          customers: running.customers,
          busy_ms: running.busy_ms,
          ordered: running.ordered,
        }
      : null,
    replaced: replaced ? { started_at: replaced.started_at, customers: replaced.customers } : null,
    since: (replaced ?? running)?.started_at ?? last?.finished_at ?? null,
    drifts: worst?.drifts ?? 0,
    findings: worst?.findings ?? [],
  };
}

/** A state of the ledger that an operator should look at. */
export interface LedgerWarning {
  kind: 'ledger_drift' | 'ledger_unchecked';
}

/** A round should end within this time. */
export const LEDGER_LATE_MS = 3 * 24 * 3_600_000;

/** Whether something does not add up, or no check has ended for days. */
export async function listLedgerWarnings(deps: Pick<Deps, 'db' | 'clock'>): Promise<LedgerWarning[]> {
  const { since, drifts } = await readLedgerChecks(deps);
  const isLate = since !== null && deps.clock.real() - since > LEDGER_LATE_MS;
  return [
    ...(drifts > 0 ? [{ kind: 'ledger_drift' } as const] : []),
    ...(isLate ? [{ kind: 'ledger_unchecked' } as const] : []),
  ];
}
