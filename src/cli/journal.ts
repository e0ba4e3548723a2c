import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import type { Accounts } from '../domain/books/journal.ts';
import { currencyDigits, toDecimalString } from '../domain/core/money.ts';
import { FLOW_NAMES, type Flow } from '../domain/ledger/flows.ts';
import { readJournal } from '../domain/reports/read-journal.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

export interface JournalOptions {
  program: string;
  pointValue?: string;
  account?: string[];
}

const COLUMNS = ['month', 'debit', 'credit', 'amount', 'currency', 'flow'];

/** `loyaltyd reports journal MONTH`: csv for bookkeeping. */
export async function journalCommand(
  shell: Shell,
  month: string,
  { program: key, pointValue, account = [] }: JournalOptions,
): Promise<Outcome> {
  const accounts = parseAccounts(account);
  const given = pointValue === undefined ? null : parseValue(pointValue);
  const journal = await withProgram(loadConfig(shell.env), SERVER_LIMITS, key, (deps, program) => {
    const point_value_minor = given === null ? null : given * 10 ** currencyDigits(program.currency);
    return readJournal(deps, program, { month, point_value_minor, accounts });
  });
  const { currency, point_value_minor, closed } = journal;
  const lines = journal.lines.map(({ amount_minor, ...line }) => ({
    ...line,
    amount: toDecimalString(amount_minor, currency),
    currency,
  }));
  const rows = lines.map((line) =>
    [line.month, line.debit, line.credit, line.amount, currency, line.flow].map(csvField).join(','),
  );
  const point_value = point_value_minor / 10 ** currencyDigits(currency);
  return {
    exit_code: EXIT.ok,
    text: [COLUMNS.join(','), ...rows].join('\n'),
    json: { month, closed, currency, point_value, lines },
  };
}

/** An account without a name of the operator's has a plain one. */
function parseAccounts(given: readonly string[]): Accounts {
  const names = new Map(
    given.map((text) => {
      const [, what = '', name = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
      if (what !== 'liability' && !FLOW_NAMES.includes(what as Flow)) {
        const known = ['liability', ...FLOW_NAMES].join(', ');
        throw new CommandError(EXIT.usage, `--account must be NAME=ACCOUNT, where NAME is one of ${known}.`);
      }
      return [what, name];
    }),
  );
  const against = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, names.get(flow) ?? `points ${flow}`]));
  return {
    liability: names.get('liability') ?? 'points liability',
    against: against as Record<Flow, string>,
  };
}

function parseValue(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value === 0 || value > 1_000_000)
    throw new CommandError(EXIT.usage, '--point-value must be an amount in units of the currency, as 0.01.');
  return value;
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
