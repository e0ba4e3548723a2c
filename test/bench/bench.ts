import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { SERVER_LIMITS } from '../../src/db/limits.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { systemClock, systemRandom } from '../../src/deps.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { PASSWORD_COST } from '../../src/domain/operators/password.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { CustomerGroup, Groups } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

/** The tools of every check. */
export interface Bench {
  options: BenchOptions;
  database: BenchDatabase;
  program: Program;
  /** An API key of the program that may do everything. */
  key: string;
  groups: Groups;
  report: Report;
}

export interface Check {
  name: string;
  about: string;
  /** It needs a ledger of so many transactions. */
  least_transactions?: number;
  /** It is one of those that --smoke runs. */
  smoke?: true;
  /** It runs only where --only names it. */
  only_named?: true;
  run(bench: Bench): Promise<void>;
}

export interface BenchDeps {
  deps: Deps;
  database: Database;
}

/** The product in this process, over a pool of that size as the server's role. */
export function openDeps(serverUrl: string, connections: number, limits = SERVER_LIMITS): BenchDeps {
  const logger = pino({ level: 'silent' });
  const database = openDatabase({
    url: serverUrl,
    poolSize: connections,
    namedStatements: true,
    applicationName: 'loyaltyd bench',
    logger,
    limits,
  });
  const deps: Deps = {
    db: database.db,
    hot: database.hot,
    programs: new ProgramCache(database.db),
    clock: systemClock,
    random: systemRandom,
    password_cost: PASSWORD_COST,
    logger,
    secret: randomBytes(32),
    formerSecrets: [],
    publicUrl: 'http://127.0.0.1',
    outbound: new Outbound({ allow_private: true }),
  };
  return { deps, database };
}

/** Counts what was written so far for reports. A server would do so while it is measured. */
export async function countAll({ serverUrl }: BenchDatabase): Promise<void> {
  const { deps, database } = openDeps(serverUrl, 2);
  await countFigures(deps).finally(() => database.close());
}

/** One of a group's customers, by chance. */
export function anyOf(group: CustomerGroup): number {
  return group.first + Math.floor(Math.random() * (group.last - group.first + 1));
}
