import { type Kysely, type Selectable, sql } from 'kysely';
import type { LedgerRoundsTable } from '../../db/ledger-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CheckedSlice } from './verify-slice.ts';
import type { Drift } from './verify-step.ts';

/** One round of the ledger check through all programs, as servers stored it. */
export type LedgerRound = Omit<Selectable<LedgerRoundsTable>, 'findings'> & { findings: Drift[] };

const KEPT_ROUNDS = 30;
const KEPT_FINDINGS = 20;

/** The last rounds, the latest first. */
export async function listRounds(db: Kysely<DB>, most: number): Promise<LedgerRound[]> {
  const rows = await db.selectFrom('ledger_rounds').selectAll().orderBy('id', 'desc').limit(most).execute();
  return rows.map((row) => ({ ...row, findings: row.findings as Drift[] }));
}

/** Begins a round, unless another process did so first. Deletes old rounds. */
export async function beginRound(db: Kysely<DB>, now: number): Promise<void> {
  await db
    .insertInto('ledger_rounds')
    .values({ started_at: ts(now), finished_at: null, next_at: ts(now), leased_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`delete from ledger_rounds where id <= (select max(id) from ledger_rounds) - ${KEPT_ROUNDS}::int`.execute(
    db,
  );
}

/**
 * Begins a round that an operator ordered, in the place of the present one. If the present round was ordered too, it
 * goes on, and the result is undefined.
 */
export async function insertOrderedRound(tx: Tx, now: number): Promise<number | undefined> {
  // A server may begin its own round between the two statements. The second attempt replaces that round.
  return (await replaceRound(tx, now)) ?? (await replaceRound(tx, now));
}

/** Ends the present round as a part, with its findings, at the moment when the ordered one begins. */
async function replaceRound(tx: Tx, now: number): Promise<number | undefined> {
  await tx
    .updateTable('ledger_rounds')
    .set({ finished_at: ts(now), next_at: ts(now), leased_until: null })
    .where('finished_at', 'is', null)
    .where('ordered', '=', false)
    .execute();
  const row = await tx
    .insertInto('ledger_rounds')
    .values({ started_at: ts(now), finished_at: null, next_at: ts(now), leased_until: null, ordered: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether an ordered round took the place of the one before. After a whole round the next one waits for hours. */
export function hasReplaced({ ordered, started_at }: LedgerRound, before: LedgerRound): boolean {
  return ordered && before.finished_at === started_at && before.next_at === started_at;
}

/** Reserves the next slice of an unfinished round; undefined: another process has it. */
export async function leaseSlice(
  db: Kysely<DB>,
  { id, attempts }: LedgerRound,
  leasedUntil: number,
): Promise<LedgerRound | undefined> {
  const row = await db
    .updateTable('ledger_rounds')
    .set({ leased_until: ts(leasedUntil), attempts: attempts + 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && { ...row, findings: row.findings as Drift[] };
}

/** Records a slice and releases the round. Returns false if the lease had ended and another process has it. */
export async function recordSlice(
  db: Kysely<DB>,
  leased: LedgerRound,
  { next, customers, transactions, drifts }: CheckedSlice,
  times: { busy_ms: number; finished_at: number | null; next_at: number },
): Promise<boolean> {
  const findings = [...leased.findings, ...drifts].slice(0, KEPT_FINDINGS);
  const recorded = await db
    .updateTable('ledger_rounds')
    .set({
      ...(next ?? {}),
      customers: leased.customers + customers,
      transactions: leased.transactions + transactions,
      drifts: leased.drifts + drifts.length,
      findings: JSON.stringify(findings),
      busy_ms: leased.busy_ms + times.busy_ms,
      finished_at: times.finished_at === null ? null : ts(times.finished_at),
      next_at: ts(times.next_at),
      leased_until: null,
      // As before this lease: the next slice has the size that worked.
      attempts: Math.max(0, leased.attempts - 1),
    })
    .where('id', '=', leased.id)
    .where('attempts', '=', leased.attempts)
    .where('leased_until', '=', ts(leased.leased_until!))
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Postpones a slice that failed, unless another process has leased it meanwhile. */
export async function putOffSlice(db: Kysely<DB>, leased: LedgerRound, until: number): Promise<void> {
  await db
    .updateTable('ledger_rounds')
    .set({ leased_until: ts(until) })
    .where('id', '=', leased.id)
    .where('attempts', '=', leased.attempts)
    .where('leased_until', '=', ts(leased.leased_until!))
    .execute();
}
