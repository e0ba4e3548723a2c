import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import {
  type ClosedMonth,
  findBooks,
  insertClosedMonth,
  listClosedMonths,
} from '../reports/closed-month-store.ts';
import { type Horizons, readHorizons } from '../reports/horizons.ts';
import { isMonth, lastDayOf, monthAfter, presentMonth } from '../reports/periods.ts';
import { readReport } from '../reports/read-report.ts';
import type { ReportName } from '../reports/report-kinds.ts';
import { recountLateSales } from '../reports/sales-store.ts';
import { lockState } from '../reports/state-store.ts';
import { countNextIn } from './count-figures.ts';

export interface ClosedBooks extends ClosedMonth {
  /** JSON, byte for byte as it is stored. */
  books: string;
  /** Whether it was closed by this call; otherwise it was closed before, and nothing changed. */
  closed_now: boolean;
}

/**
 * Closes the books of a month, YYYY-MM: counts everything that is recorded up to now, and stores the books. Everything
 * that is recorded later is booked in a later month. A closed month does not change. Throws invalid_request if the
 * month is not over in every zone of the program, or does not follow the last closed one.
 */
export async function closeMonth(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, month, by }: { program: Program; month: string; by: Actor },
  hooks?: Hooks<ClosedBooks>,
): Promise<ClosedBooks> {
  if (!isMonth(month)) throw wrongMonth('must be a month: YYYY-MM');
  // This is read before the statements that read transactions: no transaction below it can appear any more.
  const settled = await readHorizons(deps);
  return runInTransaction(deps, hooks, async (tx) => {
    const { generation } = (await lockState(tx, program.id, { wait: true }))!;
    const before = await findClosed(tx, program.id, month);
    if (before) return before;
    await refuseOutOfTurn(tx, deps, program, month);
    const { counted_to, sales_to } = await countAllIn(tx, program.id, settled);
    await recountLateSales(tx, { program_id: program.id, generation, month, sales_to });
    const closed_at = deps.clock.now(program);
    const closed = { month, closed_at, counted_to };
    const books = await writeBooks(tx, deps, program, closed);
    await insertClosedMonth(tx, program.id, { ...closed, sales_to }, books);
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'month.closed',
      subject: { kind: 'program', id: program.id },
      details: { month, transaction_id: counted_to },
    });
    return { ...closed, books, closed_now: true };
  });
}

async function findClosed(tx: Tx, programId: number, month: string): Promise<ClosedBooks | undefined> {
  const closed = (await listClosedMonths(tx, programId)).find((one) => one.month === month);
  return closed && { ...closed, books: (await findBooks(tx, programId, month))!, closed_now: false };
}

/** Counts everything that is settled. Returns the last transaction and the last change of sales that are counted. */
async function countAllIn(
  tx: Tx,
  programId: number,
  settled: Horizons,
): Promise<{ counted_to: number; sales_to: number }> {
  for (;;) {
    const state = (await lockState(tx, programId, { wait: true }))!;
    const { to, sales_to, complete } = await countNextIn(tx, state, settled);
    if (complete) return { counted_to: to, sales_to };
  }
}

async function refuseOutOfTurn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  program: Program,
  month: string,
): Promise<void> {
  const last = (await listClosedMonths(tx, program.id)).at(-1)?.month;
  if (last !== undefined && month <= last) throw wrongMonth(`must be after ${last}, which is closed`);
  const next = last === undefined ? month : monthAfter(`${last}-01`, 1).slice(0, 7);
  if (month !== next) throw wrongMonth(`must be ${next}: months are closed one after another`);
  if (month >= presentMonth(deps, program))
    throw wrongMonth('must be over in every time zone of the program');
}

function wrongMonth(complaint: string): DomainError {
  return new DomainError('invalid_request', `month ${complaint}.`, {
    details: { month: complaint },
  });
}

async function writeBooks(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  program: Program,
  { month, closed_at }: ClosedMonth,
): Promise<string> {
  const from = `${month}-01`;
  const days = { from, to: lastDayOf(month), interval: 'month' } as const;
  const read = (name: ReportName, site?: string) =>
    readReport({ db: tx, clock }, program, name, { ...days, site });
  const { rows, zone, as_of, late } = await read('roll_forward');
  const { currency, point_value } = await read('liability');
  const revenue = await read('deferred_revenue');
  const sites = [];
  for (const { key } of program.sites)
    sites.push({ site: key, ...(await read('roll_forward', key)).rows[0] });
  const books = {
    program: program.key,
    month,
    zone,
    closed_at: new Date(closed_at).toISOString(),
    as_of: { ...as_of, at: as_of.at === null ? null : new Date(as_of.at).toISOString() },
    currency,
    point_value,
    roll_forward: rows[0],
    sites,
    tiers: (await read('tiers')).rows,
    rules: (await read('rules')).rows,
    rewards: (await read('rewards')).rows,
    deferred_revenue: revenue.rows[0],
    late,
    late_sales: revenue.late_sales,
  };
  return `${JSON.stringify(books, null, 2)}\n`;
}
