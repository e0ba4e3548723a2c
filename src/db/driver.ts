import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { cutConnection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { TimeLimits } from './limits.ts';

class PooledConnection implements DatabaseConnection {
  deadline: NodeJS.Timeout | undefined;

  constructor(
    readonly client: pg.PoolClient,
    private readonly connections: ConnectionPool,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.connections.run(
      this.client,
      { text: query.sql },
      query.parameters as unknown[],
    );
    return {
      rows: (result.rows ?? []) as R[],
      numAffectedRows: result.command === 'SELECT' ? undefined : BigInt(result.rowCount ?? 0),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; large reads here use COPY.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is done with COPY');
  }
}

/**
 * Kysely's Postgres driver with time limits. A transaction past its limit, or one whose rollback fails, loses its
 * connection. So no lock and no half transaction stays behind.
 */
class LimitedDriver implements Driver {
  constructor(
    private readonly connections: ConnectionPool,
    private readonly limits: TimeLimits,
    /** Whether limits are sent with each BEGIN instead of with the connection (pgbouncer in transaction mode). */
    private readonly limits_in_begin: boolean,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await this.connections.take(), this.connections);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const pooled = connection as PooledConnection;
    let begin = 'begin';
    if (settings.isolationLevel) begin += ` isolation level ${settings.isolationLevel}`;
    if (settings.accessMode) begin += ` ${settings.accessMode}`;
    if (this.limits_in_begin) begin += `; ${setLocal(this.limits)}`;
    await pooled.executeQuery(CompiledQuery.raw(begin));
    if (this.limits.transaction_ms > 0) {
      pooled.deadline = setTimeout(
        () => cutConnection(pooled.client, `a transaction outlived ${this.limits.transaction_ms} ms`),
        this.limits.transaction_ms,
      );
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** Never throws: the caller must see the error that made it roll back. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch {
      cutConnection((connection as PooledConnection).client, 'a rollback failed');
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const pooled = connection as PooledConnection;
    clearTimeout(pooled.deadline);
    this.connections.release(pooled.client);
  }

  /** The owner of the pool ends it. */
  async destroy(): Promise<void> {}
}

function setLocal(limits: TimeLimits): string {
  return [
    `set local statement_timeout = ${limits.statement_ms}`,
    `set local idle_in_transaction_session_timeout = ${limits.idle_in_transaction_ms}`,
    `set local lock_timeout = ${limits.lock_ms}`,
  ].join('; ');
}

export function limitedDialect(
  connections: ConnectionPool,
  limits: TimeLimits,
  options: { limits_in_begin: boolean },
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new LimitedDriver(connections, limits, options.limits_in_begin),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
