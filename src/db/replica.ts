import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { QueueRefusal } from './batch-queue.ts';
import type { Statement } from './connection.ts';
import type { ConnectionPool, Connections } from './connection-pool.ts';
import { limitedDialect } from './driver.ts';
import type { Owner } from './fair-turns.ts';
import type { TimeLimits } from './limits.ts';
import { type LogPlace, WHICH_DATABASE } from './log-place.ts';
import { NamedStatements } from './named-statements.ts';
import type { DB } from './tables.ts';

/**
 * The result of a read that may use a replica. served: the replica answered. Otherwise the primary answered, because
 * the replica was behind, was unreachable (away), or is not a replica of this database (unfit).
 */
export const READ_OUTCOMES = ['served', 'behind', 'away', 'unfit'] as const;
export type ReadOutcome = (typeof READ_OUTCOMES)[number];

/** The ways in which readers send statements. */
export interface ReadSource {
  db: Kysely<DB>;
  hot: NamedStatements;
}

export interface ReplicaOptions {
  /** A name for people. */
  name: string;
  pool: ConnectionPool;
  namedStatements: boolean;
  limits: TimeLimits;
  /** How long a read waits for the replica to catch up. */
  patience_ms: number;
  warn: (fields: object, message: string) => void;
}

/** The reason why a replica may not answer a read. */
export class ReplicaRefusal extends Error {
  constructor(
    readonly outcome: 'behind' | 'unfit',
    message: string,
  ) {
    super(message);
    this.name = 'ReplicaRefusal';
  }
}

/** For this long after a replica was behind, no read waits for it; for this long after it failed, no read uses it. */
const IMPATIENT_MS = 1_000;
const LEFT_ALONE_MS = 5_000;
const POLL_MS = 4;

/** One replica, and the results of recent reads. */
export class Replica {
  /**
   * The latest place that the server of a connection is known to have passed. While connected, the server only moves
   * forward.
   */
  private readonly passed = new WeakMap<pg.PoolClient, LogPlace>();
  private impatient_until = 0;
  /** The result of reads while the replica is not asked. */
  private trouble: 'away' | 'unfit' | undefined;
  private left_alone_until = 0;

  constructor(readonly options: ReplicaOptions) {}

  /** The result of a read that must not ask the replica; undefined: it may ask. */
  get present_trouble(): 'away' | 'unfit' | undefined {
    return performance.now() < this.left_alone_until ? this.trouble : undefined;
  }

  /**
   * A single read finds out whether a trouble is over. The others do not wait with it for a server that may be gone.
   */
  noteAsked(): void {
    if (this.trouble) this.left_alone_until = performance.now() + LEFT_ALONE_MS;
  }

  noteServed(): void {
    this.trouble = undefined;
  }

  noteFailure(outcome: Exclude<ReadOutcome, 'served'>, error: Error): void {
    const now = performance.now();
    if (outcome === 'behind') {
      this.trouble = undefined;
      this.impatient_until = now + IMPATIENT_MS;
      return;
    }
    if (error instanceof QueueRefusal) return;
    if (this.trouble !== outcome) {
      const { name, warn } = this.options;
      warn({ replica: name, reason: error.message }, 'a replica cannot be read from: the primary answers');
    }
    this.trouble = outcome;
    this.left_alone_until = now + LEFT_ALONE_MS;
  }

  /**
   * Connections to the replica that have everything up to that place. Taking a connection throws if the replica does
   * not get there in time.
   */
  sourceAt(place: LogPlace): ReadSource {
    const now = performance.now();
    const until = now < this.impatient_until ? now : now + this.options.patience_ms;
    const connections = new CaughtUpConnections(this.options.pool, (client) =>
      this.catchUp(client, place, until),
    );
    const { namedStatements: named, limits } = this.options;
    return {
      db: new Kysely<DB>({ dialect: limitedDialect(connections, limits, { keeps: named }) }),
      hot: new NamedStatements(connections, { named }),
    };
  }

  private async catchUp(client: pg.PoolClient, place: LogPlace, until: number): Promise<void> {
    for (;;) {
      const passed = this.passed.get(client);
      if (passed && hasPassed(passed, place)) return;
      if (await this.look(client, place)) this.passed.set(client, place);
      else if (performance.now() >= until) throw new ReplicaRefusal('behind', 'the replica is behind');
      else await delay(POLL_MS);
    }
  }

  /** Whether the server of this connection has applied the log up to that place. */
  private async look(client: pg.PoolClient, { database, timeline, lsn }: LogPlace): Promise<boolean> {
    const { pool, namedStatements } = this.options;
    const statement = namedStatements ? LOOK : { text: LOOK.text };
    const { rows } = await pool.run(client, statement, [lsn, database, timeline]);
    const { follows, same_database, same_timeline, has_it } = rows[0] as Look;
    if (!same_database) throw new ReplicaRefusal('unfit', 'it is of another database');
    if (!follows) throw new ReplicaRefusal('unfit', 'it takes writes, so it is no replica');
    if (!same_timeline) throw new ReplicaRefusal('unfit', `it does not follow timeline ${timeline}`);
    return has_it === true;
  }
}

interface Look {
  follows: boolean;
  same_database: boolean | null;
  same_timeline: boolean | null;
  has_it: boolean | null;
}

/**
 * The timelines that a replica has followed, from three sources. The last source is right first, but only members of
 * `pg_read_all_stats` see it.
 */
export const FOLLOWED_TIMELINES = `array[(select min_recovery_end_timeline from pg_control_recovery()),
  (select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_wal_receiver)]`;

/**
 * After a promotion, a replica may have applied more of the former timeline than the beginning of the new one. So the
 * place counts only if the replica follows the place's timeline.
 */
const LOOK = {
  name: 'look_at_replica',
  text: `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as has_it,
      ${WHICH_DATABASE} = $2 as same_database,
      $3::int = any(${FOLLOWED_TIMELINES}) as same_timeline`,
} satisfies Statement;

function hasPassed(passed: LogPlace, place: LogPlace): boolean {
  const isSameHistory = passed.database === place.database && passed.timeline === place.timeline;
  return isSameHistory && positionOf(passed) >= positionOf(place);
}

/** For example, `16/B374D848` is a number of 64 bits. */
function positionOf({ lsn }: LogPlace): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The connections of a pool, each of which `check` has accepted. */
class CaughtUpConnections implements Connections {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly check: (client: pg.PoolClient) => Promise<void>,
  ) {}

  get statement_timeout_ms(): number {
    return this.pool.statement_timeout_ms;
  }

  async take(owner?: Owner): Promise<pg.PoolClient> {
    const client = await this.pool.take(owner);
    try {
      await this.check(client);
      return client;
    } catch (error) {
      this.pool.release(client);
      throw error;
    }
  }

  release(client: pg.PoolClient, spoilt?: boolean): void {
    this.pool.release(client, spoilt);
  }

  run(client: pg.ClientBase, statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    return this.pool.run(client, statement, values);
  }
}
