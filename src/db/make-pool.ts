import pg from 'pg';
import type { Logger } from 'pino';
import { Client, type PooledClientConfig } from './connection.ts';
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

/**
 * A client whose statements Postgres never compiles to machine code. Postgres compiles a statement for each execution if it
 * expects much work, and it expects a hundred customers where our statement reads one or a few. A request for a customer
 * with a history then took 60 ms instead of 4. A pgbouncer refuses this start-up parameter.
 */
class InterpretedClient extends Client {
  override getStartupConf() {
    return { ...super.getStartupConf(), jit: 'off' };
  }
}

/**
 * pg's pool of our connections. `finder` finds the server; absent: the address names one server only. `answers` counts
 * the answers of Postgres on all of them.
 */
export function makePool(
  options: PoolOptions,
  finder: PrimaryFinder | undefined,
  answers: () => number,
): pg.Pool {
  const { silence_ms } = options.limits;
  const config: PooledClientConfig & pg.PoolConfig = {
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    // A connection that a busy Postgres is still making is waited for as long as a free one.
    connectionTimeoutMillis: Math.max(silence_ms, options.connectTimeoutMs),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: typeParsers,
    ...(options.namedStatements
      ? { Client: InterpretedClient, ...startupLimits(options.limits) }
      : { Client }),
    ...(silence_ms > 0 ? { silence: { silence_ms, answers } } : {}),
  };
  const pool = new pg.Pool(config);
  // An idle connection that Postgres closes would end the process without this. The pool has already dropped it.
  pool.on('error', (error) => {
    finder?.doubt();
    if (!pool.ending) options.logger.warn({ reason: error.message }, 'lost an idle database connection');
  });
  pool.on('connect', () => options.troubles?.noteUp());
  return pool;
}
