import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ConnectionBound } from './connection-bound.ts';
import { ConnectionPool, type PoolLoad } from './connection-pool.ts';
import { limitedDialect } from './driver.ts';
import { SERVER_LIMITS, type TimeLimits } from './limits.ts';
import { NamedStatements } from './named-statements.ts';
import { openReplicas, type Replicas } from './replicas.ts';
import type { DB } from './tables.ts';
import type { Troubles } from './troubles.ts';

export interface DatabaseOptions {
  url: string;
  /** The replicas of this database at which the server may read; absent: there are none. */
  replicaUrl?: string | undefined;
  /** How long a read waits for a replica to catch up; default: 100 ms. */
  replicaPatienceMs?: number;
  poolSize: number;
  /** False behind a pgbouncer in transaction mode: nothing on a connection outlives one transaction there. */
  namedStatements: boolean;
  /** The name in pg_stat_activity. */
  applicationName: string;
  logger: Pick<Logger, 'warn'>;
  limits?: TimeLimits;
  /** Notes every error of a statement or a connection. */
  troubles?: Troubles;
  /** A common bound for the connections of several schemas; absent: only `poolSize` bounds them. */
  bound?: ConnectionBound | undefined;
  /** How long a caller waits for a free connection; 0: without limit. */
  connectTimeoutMs?: number;
}

export interface Database {
  db: Kysely<DB>;
  /** For single queries without a deadline, a fair share or a bound. */
  pool: pg.Pool;
  hot: NamedStatements;
  replicas: Replicas | undefined;
  /** A connection for statements at the start, which have no deadline. */
  withConnection<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  load(): PoolLoad;
  /**
   * Calls the listener each time that another server has taken over. The new server may lack the last changes of the
   * former one.
   */
  whenMoved(listener: () => void): void;
  /** Waits for running work, then closes every connection. */
  close(): Promise<void>;
}

/** How long a caller waits for a free connection, by default. */
export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects when the first query needs it: an unreachable Postgres shows in the first query, and the next query
 * reconnects after a loss.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { limits = SERVER_LIMITS, connectTimeoutMs = CONNECT_TIMEOUT_MS, namedStatements } = options;
  const connections = new ConnectionPool({ ...options, limits, connectTimeoutMs });
  const db = new Kysely<DB>({
    dialect: limitedDialect(connections, limits, { keeps: namedStatements }),
  });
  const hot = new NamedStatements(connections, { named: namedStatements });
  const replicas =
    options.replicaUrl === undefined
      ? undefined
      : openReplicas(options.replicaUrl, { ...options, limits, connectTimeoutMs });
  return {
    db,
    pool: connections.pool,
    hot,
    replicas,
    async withConnection(work) {
      const client = await connections.take();
      try {
        return await work(client);
      } finally {
        connections.release(client);
      }
    },
    load: () => connections.load(),
    whenMoved: (listener) => connections.whenMoved(listener),
    async close() {
      await Promise.all([connections.close(), replicas?.close()]);
    },
  };
}
