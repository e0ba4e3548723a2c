import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { ACCOUNT_NAMES, type Accounts, accountsOf } from '../domain/books/journal.ts';
import { JOURNAL_COLUMNS, journalCsv, readJournal } from '../domain/reports/read-journal.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

export interface JournalOptions {
  program: string;
  pointValue?: string;
  account?: string[];
}

/** `loyaltyd reports journal MONTH`: csv for bookkeeping. */
export async function journalCommand(
  shell: Shell,
  month: string,
  { program: key, pointValue, account = [] }: JournalOptions,
): Promise<Outcome> {
  const accounts = parseAccounts(account);
  const point_value = pointValue === undefined ? null : parseValue(pointValue);
  const journal = await withProgram(loadConfig(shell.env), SERVER_LIMITS, key, (deps, program) =>
    readJournal(deps, program, { month, point_value, accounts }),
  );
  const { at, transaction_id } = journal.as_of;
  return {
    exit_code: EXIT.ok,
    text: `${JOURNAL_COLUMNS.join(',')}\n${journalCsv(journal)}`.trimEnd(),
    json: {
      ...journal,
      as_of: { at: at === null ? null : new Date(at).toISOString(), transaction_id },
    },
  };
}

function parseAccounts(given: readonly string[]): Accounts {
  const named = given.map((text) => {
    const [, what = '', name = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
    if (!ACCOUNT_NAMES.some((known) => known === what)) {
      const known = ACCOUNT_NAMES.join(', ');
      throw new CommandError(EXIT.usage, `--account must be NAME=ACCOUNT, where NAME is one of ${known}.`);
    }
    return [what, name];
  });
  return accountsOf(Object.fromEntries(named));
}

function parseValue(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value === 0 || value > 1_000_000)
    throw new CommandError(EXIT.usage, '--point-value must be an amount in units of the currency, as 0.01.');
  return value;
}
