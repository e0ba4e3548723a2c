import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { NO_LIMITS } from './limits.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';
import type { DB } from './tables.ts';
import type { Troubles } from './troubles.ts';

/** If a look uses a dead connection, a second look fits within the two seconds that a caller waits. */
const LIMITS = { ...NO_LIMITS, statement_ms: 1_500, silence_ms: 900 };

/** A separate connection for the check whether the server can serve, so that busy connections do not matter. */
export class Readiness {
  private readonly database: Database;

  constructor(
    private readonly options: Pick<DatabaseOptions, 'url' | 'namedStatements' | 'logger'> & {
      troubles: Troubles;
      /** The least number of migrations: a newer server may have applied more since this one started. */
      migrations: number;
    },
  ) {
    this.database = openDatabase({
      ...options,
      poolSize: 1,
      applicationName: 'loyaltyd health',
      limits: LIMITS,
    });
  }

  get db(): Kysely<DB> {
    return this.database.db;
  }

  /** Whether the database answers and is migrated. */
  async look(): Promise<boolean> {
    const seen = await this.ask().catch(() => this.ask());
    if (seen.read_only) this.options.troubles.noteReadOnly();
    return seen.applied >= this.options.migrations;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async ask(): Promise<{ applied: number; read_only: boolean }> {
    const { rows } = await sql<{ applied: number; read_only: boolean }>`
      select (select count(*) from migrations) as applied,
             current_setting('transaction_read_only') = 'on' as read_only`.execute(this.db);
    return rows[0]!;
  }
}
