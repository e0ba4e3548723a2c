import { sql } from 'kysely';
import type { Database } from '../../../src/db/open-database.ts';
import { SentStatements } from '../../support/sent.ts';
import { median } from '../rounds.ts';
import { cpuPerCall } from '../stages/cpu-time.ts';

/** One call of an operation. */
export interface Cost {
  /** CPU time in µs, of the server and of Postgres together; null: the backends are no processes of this machine. */
  micros: number | null;
  statements: number;
  /** Blocks that Postgres looked at, in memory or not; null: this Postgres does not count them for each connection. */
  blocks: number | null;
}

const WARM_UP_CALLS = 10;

/** The connection pool that costs are measured on has one connection, whose counters are then those of the operation. */
export const POOL_SIZE = 1;

export class CostMeter {
  readonly #database: Database;
  readonly #sent: SentStatements;

  constructor(database: Database) {
    this.#database = database;
    this.#sent = new SentStatements(database.pool);
  }

  /** The median of so many rounds of calls. */
  async measure(rounds: number, calls: number, operation: () => Promise<unknown>): Promise<Cost> {
    const repeated = async () => {
      for (let call = 0; call < calls; call += 1) await operation();
      return calls;
    };
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await operation();
    const { db } = this.#database;
    const blocksBefore = await this.#blocks();
    const micros: (number | null)[] = [];
    const statements = await this.#sent.during(async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { node, postgres } = await cpuPerCall({ db }, repeated);
        micros.push(postgres === null ? null : node + postgres);
      }
    });
    const blocksAfter = await this.#blocks();
    // Each round asks for the backends.
    const own = rounds;
    return {
      micros: micros.includes(null) ? null : median(micros as number[]),
      statements: (statements.length - own) / (rounds * calls),
      blocks:
        blocksBefore === null || blocksAfter === null
          ? null
          : (blocksAfter - blocksBefore) / (rounds * calls),
    };
  }

  /** The blocks that the connection has looked at. A backend notes them when it is asked to, at its next rest. */
  async #blocks(): Promise<number | null> {
    const { db } = this.#database;
    const counted = await sql<{ counted: boolean }>`
      select to_regprocedure('pg_stat_get_backend_io(int)') is not null as counted`.execute(db);
    if (!counted.rows[0]!.counted) return null;
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ blocks: number }>`
      select (sum(hits) + sum(read_bytes) / current_setting('block_size')::int)::bigint as blocks
        from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'`.execute(db);
    return rows[0]!.blocks;
  }
}
