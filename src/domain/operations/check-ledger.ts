import {
  beginRound,
  type LedgerRound,
  leaseSlice,
  listRounds,
  putOffSlice,
  recordSlice,
} from '../ledger/round-store.ts';
import { type CheckedSlice, verifySlice } from '../ledger/verify-slice.ts';
import type { Deps } from '../programs/deps.ts';

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/** The size of one slice. A slice ends after the step in which its time is over. */
export interface SliceSize {
  customers_a_step: number;
  ms: number;
}

const SLICE: SliceSize = { customers_a_step: 500, ms: 100 };

/**
 * After a slice, the check pauses for a hundred times the length of the slice: it takes one per cent of a processor.
 */
const PAUSES = 100;
const ROUND_MS = 24 * 3_600_000;
/** After a round that found something, so that the person who repairs it soon sees the result. */
const ROUND_AFTER_DRIFT_MS = 3_600_000;
/** Longer than any transaction. */
const LEASE_MS = 60_000;

/**
 * Checks the next slice of the ledger, if it is time. A round goes through all customers of all programs, and begins a
 * day after the former one. Any number of servers share one round, and the database holds its progress. An ordered
 * round is checked to its end without pauses.
 */
export async function checkLedger(
  deps: CheckDeps,
  size: SliceSize = SLICE,
  signal?: AbortSignal,
): Promise<void> {
  while ((await checkSlice(deps, size)) && !signal?.aborted);
}

/** Returns whether somebody waits for the next slice. */
async function checkSlice(deps: CheckDeps, size: SliceSize): Promise<boolean> {
  const now = await deps.clock.shared(deps.db);
  const [latest] = await listRounds(deps.db, 1);
  if (latest && (latest.next_at > now || (latest.leased_until ?? 0) > now)) return false;
  if (!latest || latest.finished_at !== null) {
    await beginRound(deps.db, now);
    return false;
  }
  const leased = await leaseSlice(deps.db, latest, now + LEASE_MS);
  if (!leased) return false;
  const began = deps.clock.real();
  const slice = await verifyOrPutOff(deps, leased, size, began);
  const busy_ms = deps.clock.real() - began;
  const ended = now + busy_ms;
  const drifts = leased.drifts + slice.drifts.length;
  const nextRound = Math.max(ended, drifts > 0 ? ended + ROUND_AFTER_DRIFT_MS : leased.started_at + ROUND_MS);
  const isRecorded = await recordSlice(deps.db, leased, slice, {
    busy_ms,
    finished_at: slice.next ? null : ended,
    next_at: slice.next ? ended + (leased.ordered ? 0 : busy_ms * PAUSES) : nextRound,
  });
  if (isRecorded && slice.drifts.length > 0) {
    deps.logger.error({ drifts: slice.drifts }, 'the ledger does not add up: run "loyaltyd verify-ledger"');
  }
  return isRecorded && leased.ordered && slice.next !== null;
}

/** A slice that fails has cost as much as one that succeeds, so the same pause follows. */
async function verifyOrPutOff(
  deps: CheckDeps,
  leased: LedgerRound,
  size: SliceSize,
  began: number,
): Promise<CheckedSlice> {
  // After a slice that failed or took too long, the rest of the round is checked in smaller steps.
  const customers_a_step = Math.max(1, Math.round(size.customers_a_step / 8 ** (leased.attempts - 1)));
  const isOver = () => deps.clock.real() - began >= size.ms;
  try {
    return await verifySlice(deps, leased, { customers_a_step, isOver });
  } catch (error) {
    const busy_ms = deps.clock.real() - began;
    const until = leased.leased_until! + Math.max(0, busy_ms * (1 + PAUSES) - LEASE_MS);
    // If this fails too, the lease ends by itself.
    await putOffSlice(deps.db, leased, until).catch(() => {});
    throw error;
  }
}
