import { parseArgs } from 'node:util';

interface CheckNeeds {
  name: string;
  least_transactions?: number;
  smoke?: true;
}

export interface BenchOptions {
  /** Names of the checks to run; empty: all. */
  only: string[];
  json: boolean;
  /** A tenth of the customers, and a failure where a ratio is less than half as good as the kept one. */
  smoke: boolean;
  /** Writes the measured figures into the table of docs/performance.md. */
  keep: boolean;
  /** Takes whole operations apart instead: the CPU time of each stage. */
  stages: boolean;
  /** Measures instead how the cost of an operation grows: up to so many millions of transactions. */
  growth: number[] | null;
  /** Transactions in the ledger before anything is measured. */
  transactions: number;
  /** Each figure is the median of so many rounds, ours and the limit in turn. */
  rounds: number;
  seconds: number;
}

const SIZES = { smoke: 100_000, ordinary: 1_300_000, full: 10_000_000 };

const GROWTH_SIZES = '0.1,1';

export const USAGE = `usage: npm run bench -- [options]

  --smoke              some checks for a minute or two; fails if a ratio is less than half as good as the kept one
  --keep               keep the measured figures in docs/performance.md, with which later ones are compared
  --stages             instead of the checks, the CPU time of each stage of an operation; --keep keeps these tables
  --growth             instead of the checks, the cost of operations as databases grow; --keep keeps these tables
  --sizes N[,N]        with --growth: numbers of transactions, in millions (default ${GROWTH_SIZES})
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

Exit codes: 0 measured (also where an aim is not met), 1 failed, or slower than --smoke lets pass, 2 wrong usage, 3 a tool is missing.
`;

/** Throws a message for people on what it does not understand. `checks` and things that grow are those there are. */
export function readOptions(
  words: string[],
  checks: readonly CheckNeeds[],
  growing: readonly string[],
): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: words,
    options: {
      full: { type: 'boolean', default: false },
      transactions: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      stages: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      sizes: { type: 'string', default: GROWTH_SIZES },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const only = (values.only ?? []).flatMap((names) => names.split(','));
  const names = values.growth ? growing : checks.map((check) => check.name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}, only ${names.join(', ')}`);
  const { smoke, keep, full, json, stages } = values;
  if (smoke && keep) throw new Error('--keep needs the customers of a whole run, not those of --smoke');
  if (smoke && only.length === 0) only.push(...checks.filter((check) => check.smoke).map(({ name }) => name));
  const size = smoke ? 'smoke' : full ? 'full' : 'ordinary';
  const transactions = count('transactions', values.transactions, SIZES[size]);
  for (const { name, least_transactions = 0 } of checks) {
    const chosen = only.length === 0 || only.includes(name);
    if (chosen && transactions < least_transactions)
      throw new Error(`the check ${name} needs --transactions ${least_transactions} or more`);
  }
  return {
    only,
    json,
    smoke,
    keep,
    stages,
    growth: values.growth ? sizes(values.sizes) : null,
    transactions,
    rounds: count('rounds', values.rounds, full ? 5 : 3),
    seconds: count('seconds', values.seconds, smoke ? 1 : 5),
  };
}

/** Growing numbers of millions. */
function sizes(given: string): number[] {
  const millions = given.split(',').map(Number);
  if (!millions.every((size, index) => size > (millions[index - 1] ?? 0)))
    throw new Error(`--sizes must be growing numbers above 0, not ${given}`);
  return millions;
}

function count(name: string, given: string | undefined, standard: number): number {
  if (given === undefined) return standard;
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new Error(`--${name} must be a whole number above 0, not ${given}`);
  return Number(given);
}
