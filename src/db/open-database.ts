import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { Client } from './connection.ts';
import { clientTimeout, limitedDialect } from './driver.ts';
import { HotExecutor } from './hot.ts';
import { SERVER_LIMITS, type TimeLimits } from './limits.ts';
import type { DB } from './tables.ts';
import { typeParsers } from './type-parsers.ts';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Off behind a pgbouncer in transaction mode: nothing then outlives one transaction on a connection. */
  namedStatements: boolean;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  logger: Pick<Logger, 'warn'>;
  limits?: TimeLimits;
  /** How long a caller waits for a free connection, or for Postgres to accept a new one; 0: as long as it takes. */
  connectTimeoutMs?: number;
}

export interface Database {
  db: Kysely<DB>;
  /** For COPY. A checked-out client knows no deadline of ours: `set local statement_timeout = 0` for a long export. */
  pool: pg.Pool;
  hot: HotExecutor;
  /** Waits for what is running, then closes every connection. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;

const CLOSE_TIMEOUT_MS = 1_000;

/** Connects lazily: an unreachable Postgres shows in the first query, and a lost one is found again by the next. */
export function openDatabase(options: DatabaseOptions): Database {
  const limits = options.limits ?? SERVER_LIMITS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: typeParsers,
    Client,
    ...(options.namedStatements ? startupLimits(limits) : {}),
  });
  // An idle connection that Postgres closes would otherwise end the process; the pool has already dropped it.
  pool.on('error', (error) => {
    if (!pool.ending) options.logger.warn({ reason: error.message }, 'lost an idle database connection');
  });
  // Likewise one that is in use: the query that waits on it fails with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({
    dialect: limitedDialect(pool, limits, { limits_in_begin: !options.namedStatements }),
  });
  const hot = new HotExecutor(pool, { named: options.namedStatements, timeout_ms: clientTimeout(limits) });
  return { db, pool, hot, close: () => closePool(pool) };
}

/** The pool itself does not wait for its connections to be closed, so that a database could not be dropped at once. */
async function closePool(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) resolve();
    });
    if (open === 0) resolve();
  });
  await pool.end();
  // A Postgres that is frozen answers no goodbye.
  await Promise.race([closed, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

/** As start-up parameters, which a pgbouncer refuses. */
function startupLimits(limits: TimeLimits): pg.ClientConfig {
  return {
    statement_timeout: limits.statement_ms || undefined,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_ms || undefined,
  };
}
