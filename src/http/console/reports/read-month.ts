import { accountsOf } from '../../../domain/books/journal.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { type ClosedMonth, findBooks, listClosedMonths } from '../../../domain/reports/closed-month-store.ts';
import { isMonth, lastDayOf, monthAfter, presentMonth } from '../../../domain/reports/periods.ts';
import { type Journal, readJournal } from '../../../domain/reports/read-journal.ts';
import { type Report, readReport } from '../../../domain/reports/read-report.ts';
import type { ReportName } from '../../../domain/reports/report-kinds.ts';

type Row = Report['rows'][number];

/** A month in the list: closed, the month that can be closed now, or a month that cannot be closed yet. */
export interface ListedMonth {
  month: string;
  closed_at: number | null;
  can_close: boolean;
}

/** The most past months that may be the first to be closed. */
const MOST_FIRST = 24;

/** Months, newest first: the present one, those that wait to be closed, and the closed ones. */
export async function listMonths(deps: Deps, program: Program): Promise<ListedMonth[]> {
  const closed = await listClosedMonths(deps.db, program.id);
  const present = presentMonth(deps, program);
  const before = (month: string, months: number) => monthAfter(`${month}-01`, months).slice(0, 7);
  const last = closed.at(-1)?.month;
  const first = last === undefined ? await firstMonth(deps, program, present) : last;
  const open: ListedMonth[] = [];
  for (let month = present; open.length <= MOST_FIRST && month !== last; month = before(month, -1)) {
    if (month < first) break;
    const can_close = month < present && (last === undefined || month === before(last, 1));
    open.push({ month, closed_at: null, can_close });
  }
  return [...open, ...closed.reverse().map(closedMonth)];
}

/**
 * The first month with a movement of points, among those that may be the first to be closed; without any, the present
 * month.
 */
async function firstMonth(deps: Deps, program: Program, present: string): Promise<string> {
  const from = monthAfter(`${present}-01`, -MOST_FIRST);
  const span = { from, to: lastDayOf(present), interval: 'month' } as const;
  const { rows } = await readReport(deps, program, 'roll_forward', span);
  const moved = rows.find(({ period: _, ...points }) =>
    Object.values(points).some((count) => Number(count) !== 0),
  );
  return typeof moved?.period === 'string' ? moved.period.slice(0, 7) : present;
}

function closedMonth({ month, closed_at }: ClosedMonth): ListedMonth {
  return { month, closed_at, can_close: false };
}

/** The figures of one month. For a closed month they come from its books. */
export interface MonthFigures {
  month: string;
  closed_at: number | null;
  can_close: boolean;
  zone: string;
  roll_forward: Row;
  /** undefined: the books are older than this figure. */
  deferred_revenue: Row | undefined;
  /** The value in units of the currency; null: it is not known. */
  point_value: number | null;
  /** null: the value of a point is not known. */
  journal: Journal | null;
}

/** Throws `not_found` for a text that is no month, and for a future month. */
export async function readMonth(deps: Deps, program: Program, month: string): Promise<MonthFigures> {
  if (!isMonth(month) || month > presentMonth(deps, program)) {
    throw new DomainError('not_found', 'There is no such month.');
  }
  const listed = (await listMonths(deps, program)).find((one) => one.month === month);
  const { closed_at = null, can_close = false } = listed ?? {};
  const [kept, journal] = await Promise.all([
    findBooks(deps.db, program.id, month),
    readJournal(deps, program, { month, point_value: null, accounts: accountsOf({}) }).catch(orNoValue),
  ]);
  const zone = program.sites[0]!.time_zone;
  const common = { month, closed_at, can_close, journal, zone };
  if (kept !== undefined) {
    const { roll_forward, deferred_revenue, point_value = null } = JSON.parse(kept);
    return { ...common, roll_forward, deferred_revenue, point_value };
  }
  const read = (name: ReportName) =>
    readReport(deps, program, name, { from: `${month}-01`, to: lastDayOf(month), interval: 'month' });
  const [roll, revenue] = await Promise.all([read('roll_forward'), read('deferred_revenue')]);
  return {
    ...common,
    roll_forward: roll.rows[0]!,
    deferred_revenue: revenue.rows[0],
    point_value: revenue.point_value ?? journal?.point_value ?? null,
  };
}

function orNoValue(error: unknown): null {
  if (error instanceof DomainError && error.code === 'invalid_request') return null;
  throw error;
}
