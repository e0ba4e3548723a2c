import pg from 'pg';
import type { Logger } from 'pino';
import { Client } from './connection.ts';
import { startupLimits, type TimeLimits } from './limits.ts';
import type { PrimaryFinder } from './primary-finder.ts';
import type { Troubles } from './troubles.ts';
import { typeParsers } from './type-parsers.ts';

export interface PoolOptions {
  url: string;
  poolSize: number;
  namedStatements: boolean;
  applicationName: string;
  logger: Pick<Logger, 'warn'>;
  limits: TimeLimits;
  connectTimeoutMs: number;
  troubles?: Troubles;
}

/** pg's pool of our connections. `finder` finds the server; absent: the address names one server only. */
export function makePool(options: PoolOptions, finder: PrimaryFinder | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.limits.silence_ms || options.connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: typeParsers,
    Client,
    ...(options.namedStatements ? startupLimits(options.limits) : {}),
  });
  // An idle connection that Postgres closes would end the process without this. The pool has already dropped it.
  pool.on('error', (error) => {
    finder?.doubt();
    if (!pool.ending) options.logger.warn({ reason: error.message }, 'lost an idle database connection');
  });
  pool.on('connect', () => options.troubles?.noteUp());
  return pool;
}
