import { parseArgs } from 'node:util';

interface CheckNeeds {
  name: string;
  least_transactions?: number;
}

export interface BenchOptions {
  /** Names of the checks to run; empty: all. */
  only: string[];
  json: boolean;
  /** Transactions in the ledger before anything is measured. */
  transactions: number;
  /** Each figure is the median of so many rounds, ours and the limit in turn. */
  rounds: number;
  seconds: number;
}

const SIZES = { ordinary: 1_300_000, full: 10_000_000 };

export const USAGE = `usage: npm run bench -- [options]

  --full               the sizes that the aims are meant for: ${SIZES.full.toLocaleString('en')} transactions, more rounds
  --transactions N     transactions in the ledger (default ${SIZES.ordinary.toLocaleString('en')})
  --rounds N           rounds per figure, of which the median counts (default 3; 5 with --full)
  --seconds N          length of a timed round (default 5)
  --only NAME[,NAME]   only these checks
  --json               one JSON object instead of lines
  --help               this text and the names of the checks

It measures on a Postgres of its own, in a folder below the temporary one (TMPDIR), or on the one of
BENCH_DATABASE_URL, whose role must be allowed to create databases and roles. It needs wrk, pgbench, psql and
curl; as root on Debian it installs what is missing.

Exit codes: 0 measured (also where an aim is not met), 1 failed, 2 wrong usage, 3 a tool is missing.
`;

/** Throws a message for people on what it does not understand. `checks` are those there are. */
export function readOptions(words: string[], checks: readonly CheckNeeds[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: words,
    options: {
      full: { type: 'boolean', default: false },
      transactions: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const only = (values.only ?? []).flatMap((names) => names.split(','));
  const names = checks.map((check) => check.name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no check ${unknown}, only ${names.join(', ')}`);
  const transactions = count('transactions', values.transactions, values.full ? SIZES.full : SIZES.ordinary);
  for (const { name, least_transactions = 0 } of checks) {
    const chosen = only.length === 0 || only.includes(name);
    if (chosen && transactions < least_transactions)
      throw new Error(`the check ${name} needs --transactions ${least_transactions} or more`);
  }
  return {
    only,
    json: values.json,
    transactions,
    rounds: count('rounds', values.rounds, values.full ? 5 : 3),
    seconds: count('seconds', values.seconds, 5),
  };
}

function count(name: string, given: string | undefined, standard: number): number {
  if (given === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new Error(`--${name} must be a whole number above 0, not ${given}`);
  return Number(given);
}
