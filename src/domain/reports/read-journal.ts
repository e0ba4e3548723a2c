import { type Accounts, type JournalLine, journalOf } from '../books/journal.ts';
import { DomainError } from '../core/errors.ts';
import { currencyDigits, toDecimalString } from '../core/money.ts';
import { FLOW_NAMES, type FlowFigures } from '../ledger/flows.ts';
import { beginReading } from '../listings/begin-reading.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findBooks } from './closed-month-store.ts';
import { isMonth, lastDayOf } from './periods.ts';
import { readPointValue } from './point-value.ts';
import { readReport } from './read-report.ts';
import type { AsOf } from './sheet-store.ts';

export interface JournalRequest {
  /** YYYY-MM. A closed month is read from its stored books. */
  month: string;
  /**
   * In units of the program's currency; null: for a closed month the value in its books, otherwise the program's value.
   */
  point_value: number | null;
  accounts: Accounts;
}

export interface Journal {
  month: string;
  /** Whether the month is closed; if not, its journal may still change. */
  closed: boolean;
  as_of: AsOf;
  currency: string;
  /** In units of the currency. */
  point_value: number;
  lines: PricedLine[];
}

/** A booking with its amount as a decimal text in the program's currency. */
interface PricedLine extends Omit<JournalLine, 'amount_minor'> {
  amount: string;
  currency: string;
}

export const JOURNAL_COLUMNS = ['month', 'debit', 'credit', 'amount', 'currency', 'flow'] as const;

/** The bookings as rows of csv, each with LF at its end, without the header. */
export function journalCsv({ lines }: Pick<Journal, 'lines'>): string {
  return lines
    .map((line) => `${JOURNAL_COLUMNS.map((column) => csvField(line[column])).join(',')}\n`)
    .join('');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The bookings of a month. Throws invalid_request if the text is not a month, or if no value of a point can be derived.
 */
export async function readJournal(
  deps: Pick<Deps, 'db' | 'replicas' | 'clock'>,
  program: Program,
  request: JournalRequest,
): Promise<Journal> {
  if (!isMonth(request.month)) throw wrong('month', 'must be a month: YYYY-MM');
  const { read } = await beginReading(deps, null);
  return read((source) => readLines(source, program, request));
}

async function readLines(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  { month, point_value, accounts }: JournalRequest,
): Promise<Journal> {
  const { closed, as_of, row, kept_value } = await monthOf(deps, program, month);
  const unit = 10 ** currencyDigits(program.currency);
  const given = point_value ?? kept_value;
  const value = given === null ? await readPointValue(deps, program, month) : given * unit;
  if (value === null) {
    throw wrong(
      'point_value',
      'must be given: nobody redeemed a reward of known worth in the twelve months up to this one',
    );
  }
  const figures = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, row[flow]])) as FlowFigures;
  const { currency } = program;
  const lines = journalOf({ month, opening: Number(row.opening), figures }, value, accounts);
  return {
    month,
    closed,
    as_of,
    currency,
    point_value: value / unit,
    lines: lines.map(({ amount_minor, ...line }) => ({
      ...line,
      amount: toDecimalString(amount_minor, currency),
      currency,
    })),
  };
}

/** The roll-forward of a month: from its stored books if it is closed, with the value of a point in them. */
async function monthOf(deps: Pick<Deps, 'db' | 'clock'>, program: Program, month: string) {
  const text = await findBooks(deps.db, program.id, month);
  if (text !== undefined) {
    const { roll_forward: row, as_of, point_value: kept_value = null } = JSON.parse(text);
    const at = as_of.at === null ? null : Date.parse(as_of.at);
    return { closed: true, as_of: { ...as_of, at }, row, kept_value };
  }
  const days = { from: `${month}-01`, to: lastDayOf(month), interval: 'month' } as const;
  const { as_of, rows } = await readReport(deps, program, 'roll_forward', days);
  return { closed: false, as_of, row: rows[0]!, kept_value: null };
}

function wrong(parameter: string, complaint: string): DomainError {
  return new DomainError('invalid_request', `${parameter} ${complaint}.`, {
    details: { [parameter]: complaint },
  });
}
