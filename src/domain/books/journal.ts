import { FLOW_NAMES, FLOWS, type Flow, type FlowFigures } from '../ledger/flows.ts';

/** The accounts on which an operator books each flow. An account is any text: a number or a name. */
export interface Accounts {
  /** The account of the liability to customers: outstanding points at their value. */
  liability: string;
  /** The account on the other side of each flow. */
  against: Record<Flow, string>;
}

/** The names of everything that has an account: the liability, and each flow. */
export const ACCOUNT_NAMES = ['liability', ...FLOW_NAMES] as const;

/** The accounts by name. An account that the operator does not give has a plain name. */
export function accountsOf(given: Readonly<Record<string, string | undefined>>): Accounts {
  return {
    liability: given.liability ?? 'points liability',
    against: Object.fromEntries(
      FLOW_NAMES.map((flow) => [flow, given[flow] ?? `points ${flow}`]),
    ) as Accounts['against'],
  };
}

export interface JournalLine {
  /** YYYY-MM. */
  month: string;
  flow: Flow;
  debit: string;
  credit: string;
  /** In minor units, more than 0. Each line has the same amount as debit and credit, so the journal balances. */
  amount_minor: number;
}

/**
 * The bookings of a month. Together the lines change the liability from the value of the opening points to the value of
 * the closing points, exact to the minor unit, however the value of a point is rounded.
 */
export function journalOf(
  month: { month: string; opening: number; figures: FlowFigures },
  point_value_minor: number,
  accounts: Accounts,
): JournalLine[] {
  let points = month.opening;
  return FLOW_NAMES.flatMap((flow) => {
    const before = Math.round(points * point_value_minor);
    points += FLOWS[flow].sign === '-' ? -month.figures[flow] : month.figures[flow];
    const more = Math.round(points * point_value_minor) - before;
    if (more === 0) return [];
    const { liability, against } = accounts;
    const sides =
      more > 0 ? { debit: against[flow], credit: liability } : { debit: liability, credit: against[flow] };
    return [{ month: month.month, flow, ...sides, amount_minor: Math.abs(more) }];
  });
}
