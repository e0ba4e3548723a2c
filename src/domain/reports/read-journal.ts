import { type Accounts, type JournalLine, journalOf } from '../books/journal.ts';
import { derivedPointValue } from '../books/point-value.ts';
import { DomainError } from '../core/errors.ts';
import { currencyDigits, toDecimalString } from '../core/money.ts';
import { FLOW_NAMES, type FlowFigures } from '../ledger/flows.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findBooks } from './closed-month-store.ts';
import { isMonth, lastDayOf, monthAfter } from './periods.ts';
import { readReport } from './read-report.ts';
import type { AsOf } from './sheet-store.ts';

export interface JournalRequest {
  /** YYYY-MM. A closed month is read from its books. */
  month: string;
  /** In units of the program's currency; null: derived from what rewards gave for points in twelve months. */
  point_value: number | null;
  accounts: Accounts;
}

export interface Journal {
  month: string;
  /** Whether the month is closed; otherwise its journal may still change. */
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

/** The bookings as rows of csv, each ended by LF, without the header. */
export function journalCsv({ lines }: Pick<Journal, 'lines'>): string {
  return lines
    .map((line) => `${JOURNAL_COLUMNS.map((column) => csvField(line[column])).join(',')}\n`)
    .join('');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The bookings of a month. Throws invalid_request for a month that is none, and where no value can be derived. */
export async function readJournal(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  { month, point_value, accounts }: JournalRequest,
): Promise<Journal> {
  if (!isMonth(month)) throw wrong('month', 'must be a month: YYYY-MM');
  const unit = 10 ** currencyDigits(program.currency);
  const value = point_value === null ? await derivedValue(deps, program, month) : point_value * unit;
  if (value === null) {
    throw wrong(
      'point_value',
      'must be given: nobody redeemed a reward of known worth in the twelve months up to this one',
    );
  }
  const { closed, as_of, row } = await monthOf(deps, program, month);
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

/** The roll-forward of a month: out of its books if it is closed. */
async function monthOf(deps: Pick<Deps, 'db' | 'clock'>, program: Program, month: string) {
  const text = await findBooks(deps.db, program.id, month);
  if (text !== undefined) {
    const { roll_forward: row, as_of } = JSON.parse(text);
    return { closed: true, as_of: { ...as_of, at: as_of.at === null ? null : Date.parse(as_of.at) }, row };
  }
  const days = { from: `${month}-01`, to: lastDayOf(month), interval: 'month' } as const;
  const { as_of, rows } = await readReport(deps, program, 'roll_forward', days);
  return { closed: false, as_of, row: rows[0]! };
}

async function derivedValue(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  month: string,
): Promise<number | null> {
  const days = {
    from: monthAfter(`${month}-01`, -11),
    to: lastDayOf(month),
    interval: 'month',
  } as const;
  const { rows } = await readReport(deps, program, 'rewards', days);
  const redeemed = rows.flatMap((row) => {
    const reward = program.rewards.find(({ key }) => key === row.reward);
    if (!reward) return [];
    const { cost } = variantFor(reward, null);
    return [{ reward: { cost, properties: reward.properties }, points: Number(row.redeemed) }];
  });
  return derivedPointValue(program.currency, redeemed);
}

function wrong(parameter: string, complaint: string): DomainError {
  return new DomainError('invalid_request', `${parameter} ${complaint}.`, {
    details: { [parameter]: complaint },
  });
}
