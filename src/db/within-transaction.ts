import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './tables.ts';

/**
 * Runs `work` inside the transaction that this client has open. Its connection must have our type parsers. The caller
 * ends the transaction.
 */
export function withinTransaction<T>(
  client: pg.ClientBase,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OpenTransaction(client),
      createIntrospector: (inner: Kysely<unknown>) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return db.transaction().execute(work);
}

/** One connection. Its user begins and ends the transaction. */
class OpenTransaction implements Driver, DatabaseConnection {
  constructor(private readonly client: pg.ClientBase) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.client.query(query.sql, query.parameters as unknown[]);
    return { rows: result.rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; large reads here use COPY.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is done with COPY');
  }

  async beginTransaction(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
