import { type Accounts, type JournalLine, journalOf } from '../books/journal.ts';
import { derivedPointValue } from '../books/point-value.ts';
import { DomainError } from '../core/errors.ts';
import { FLOW_NAMES, type FlowFigures } from '../ledger/flows.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findBooks } from './closed-month-store.ts';
import { isMonth, lastDayOf, monthAfter } from './periods.ts';
import { readReport } from './read-report.ts';

export interface JournalRequest {
  /** YYYY-MM. A closed month is read from its books. */
  month: string;
  /** In minor units of the program's currency; null: derived from what rewards gave for points in twelve months. */
  point_value_minor: number | null;
  accounts: Accounts;
}

export interface Journal {
  month: string;
  /** Whether the month is closed; otherwise its journal may still change. */
  closed: boolean;
  currency: string;
  point_value_minor: number;
  lines: JournalLine[];
}

/** The bookings of a month. Throws invalid_request for a month that is none, and where no value can be derived. */
export async function readJournal(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  { month, point_value_minor, accounts }: JournalRequest,
): Promise<Journal> {
  if (!isMonth(month)) throw wrong('month', 'must be a month: YYYY-MM');
  const value = point_value_minor ?? (await derivedValue(deps, program, month));
  if (value === null) {
    throw wrong(
      'point_value',
      'must be given: nobody redeemed a reward of known worth in the twelve months up to this one',
    );
  }
  const books = await findBooks(deps.db, program.id, month);
  const row = books ? JSON.parse(books).roll_forward : await openMonth(deps, program, month);
  const figures = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, row[flow]])) as FlowFigures;
  return {
    month,
    closed: books !== undefined,
    currency: program.currency,
    point_value_minor: value,
    lines: journalOf({ month, opening: row.opening, figures }, value, accounts),
  };
}

async function openMonth(deps: Pick<Deps, 'db' | 'clock'>, program: Program, month: string) {
  const days = { from: `${month}-01`, to: lastDayOf(month), interval: 'month' } as const;
  const { rows } = await readReport(deps, program, 'roll_forward', days);
  return rows[0]!;
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
    details: { fields: { [parameter]: complaint } },
  });
}
