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
import type { Connections } from './connection-pool.ts';
import type { TimeLimits } from './limits.ts';

/** A query that its connection plans once under a name, as `NamedStatements` sends it. */
export interface NamedQuery extends CompiledQuery {
  name: string;
}

class PooledConnection implements DatabaseConnection {
  deadline: NodeJS.Timeout | undefined;

  constructor(
    readonly client: pg.PoolClient,
    private readonly connections: Connections,
    private readonly named: boolean,
  ) {}

  async executeQuery<R>(query: CompiledQuery | NamedQuery): Promise<QueryResult<R>> {
    const text = query.sql;
    const statement = this.named && 'name' in query ? { name: query.name, text } : { text };
    const result = await this.connections.run(this.client, statement, query.parameters as unknown[]);
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
 * Kysely's Postgres driver with time limits. If a transaction exceeds its limit, or its rollback fails, its connection
 * is cut, so that no lock and no half transaction remains.
 */
class LimitedDriver implements Driver {
  constructor(
    private readonly connections: Connections,
    private readonly limits: TimeLimits,
    /**
     * Whether connections keep settings and prepared statements. Behind a pgbouncer in transaction mode they do not:
     * the limits are then sent with each BEGIN, and no query has a name.
     */
    private readonly keeps: boolean,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PooledConnection(await this.connections.take(), this.connections, this.keeps);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const pooled = connection as PooledConnection;
    let begin = 'begin';
    if (settings.isolationLevel) begin += ` isolation level ${settings.isolationLevel}`;
    if (settings.accessMode) begin += ` ${settings.accessMode}`;
    if (!this.keeps) begin += `; ${setLocal(this.limits)}`;
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

  /** Never throws: the caller must see the error that caused the rollback. */
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

  /** Does nothing: the owner of the pool closes it. */
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
  connections: Connections,
  limits: TimeLimits,
  options: { keeps: boolean },
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new LimitedDriver(connections, limits, options.keeps),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
