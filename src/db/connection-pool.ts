import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { QueueRefusal } from './batch-queue.ts';
import {
  type Before,
  cutConnection,
  isCut,
  NO_ANSWER,
  nameOf,
  type Statement,
  sendStatement,
} from './connection.ts';
import type { BoundPool, ConnectionBound } from './connection-bound.ts';
import { isFull, isReadOnlyServer, noteNoConnection } from './connection-errors.ts';
import { FairTurns, type Owner } from './fair-turns.ts';
import { KeptPlans } from './kept-plans.ts';
import { makePool, type PoolOptions } from './make-pool.ts';
import { currentOwner } from './on-behalf.ts';
import { OpenConnections } from './open-connections.ts';
import { type PrimaryFinder, primaryFinderOf } from './primary-finder.ts';
import { publishStatement, statementEnded } from './signals.ts';
import { SilenceWatch } from './silence-watch.ts';

interface ConnectionPoolOptions extends PoolOptions {
  /** A common bound for the connections of this pool and other pools; absent: this pool is alone. */
  bound?: ConnectionBound | undefined;
}

/** The number of connections, and the number of callers that wait for one. */
export interface PoolLoad {
  most: number;
  busy: number;
  idle: number;
  waiting: number;
}

/** Connections that a caller takes for some statements and then gives back. */
export type Connections = Pick<ConnectionPool, 'take' | 'release' | 'run' | 'statement_timeout_ms'>;

/** The client waits this much longer than Postgres does itself, so that Postgres's clearer error comes first. */
const GRACE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * The connections to Postgres, shared fairly between callers. A fault that kills one connection kills all idle ones.
 */
export class ConnectionPool {
  readonly pool: pg.Pool;
  /** How long the client waits for a statement, in ms; 0: as long as it takes. */
  readonly statement_timeout_ms: number;
  private readonly turns: FairTurns;
  private readonly watch: SilenceWatch;
  private readonly open: OpenConnections;
  private readonly bound: BoundPool | undefined;
  private readonly plans = new KeptPlans();
  private readonly owners = new WeakMap<pg.PoolClient, Owner>();
  /** Absent if the address names one server only, so that nothing must be found. */
  private readonly finder: PrimaryFinder | undefined;
  private readonly unwatch: (() => void) | undefined;

  constructor(private readonly options: ConnectionPoolOptions) {
    this.finder = primaryFinderOf(options.url);
    const { limits, connectTimeoutMs } = options;
    this.statement_timeout_ms = limits.statement_ms === 0 ? 0 : limits.statement_ms + GRACE_MS;
    this.pool = makePool(options, this.finder, () => this.watch.answers);
    this.open = new OpenConnections(this.pool, options.logger);
    this.unwatch = this.finder?.watch((server) => this.open.follow(nameOf(server)));
    this.bound = options.bound?.join(this.pool);
    this.turns = new FairTurns({
      turns: options.poolSize,
      patience_ms: connectTimeoutMs,
      now: () => performance.now(),
      refusal: () => new QueueRefusal(`waited ${connectTimeoutMs} ms for a database connection`),
    });
    this.watch = new SilenceWatch({
      url: options.url,
      silence_ms: limits.silence_ms,
      knows_backends: options.namedStatements,
      onSilent: (client) => this.lose(client, NO_ANSWER),
      onDown: () => this.refuseWaiting(),
    });
  }

  /** Takes a connection for the caller on whose behalf this runs, or for `owner`. Give it back with `release`. */
  async take(owner: Owner = currentOwner()): Promise<pg.PoolClient> {
    const turn = this.turns.take(owner);
    if (turn) await turn;
    if (this.bound) await this.enter(this.bound, owner);
    try {
      const client = await this.connect();
      this.owners.set(client, owner);
      return client;
    } catch (error) {
      this.bound?.give();
      noteNoConnection(error);
      this.options.troubles?.note(error);
      // The other callers would only wait as long for the same error.
      if (!(error instanceof pg.DatabaseError)) this.refuseWaiting();
      this.turns.give(owner);
      throw error;
    }
  }

  /**
   * Returns a connection to the pool, which drops the connection if it was cut or the caller has `spoilt` it. Plans of
   * new statements are made before.
   */
  release(client: pg.PoolClient, spoilt = false): void {
    if (spoilt || isCut(client) || !this.plans.isDue(client)) {
      this.giveBack(client, spoilt);
      return;
    }
    // Unpublished: the plans are no part of the work of the caller, which has its answer.
    const send = (text: string) => this.send(client, { text }, []);
    this.plans.make(client, send).then(() => this.giveBack(client, false));
  }

  private giveBack(client: pg.PoolClient, spoilt: boolean): void {
    client.release(spoilt || isCut(client));
    this.bound?.give();
    this.turns.give(this.owners.get(client)!);
  }

  /**
   * Runs one statement. Gives up after its time limits, even if Postgres is frozen, and then cuts the connection.
   * `before`: an earlier statement in the same packet; the time limit of this one begins when it ends.
   */
  async run(
    client: pg.ClientBase,
    statement: Statement,
    values: unknown[],
    before?: Before,
  ): Promise<pg.QueryResult> {
    if (!statementEnded.hasSubscribers) return this.send(client, statement, values, before);
    let began = performance.now();
    const begin = () => {
      began = performance.now();
    };
    before?.then(begin, begin);
    let failed = true;
    try {
      const result = await this.send(client, statement, values, before);
      failed = false;
      return result;
    } finally {
      publishStatement(statement, began, failed);
    }
  }

  private async send(
    client: pg.ClientBase,
    statement: Statement,
    values: unknown[],
    before?: Before,
  ): Promise<pg.QueryResult> {
    this.watch.begin(client);
    try {
      const result = await sendStatement(client, statement, values, {
        timeout_ms: this.statement_timeout_ms,
        onTimeout: () => this.lose(client, 'a statement outlived its limit'),
        before,
      });
      this.watch.noteAnswer();
      this.plans.note(client, statement, values);
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.watch.noteAnswer();
      this.options.troubles?.note(error);
      if (this.finder && isReadOnlyServer(error)) this.lose(client, 'the server takes no writes any more');
      throw error;
    } finally {
      this.watch.end(client);
    }
  }

  whenMoved(listener: () => void): void {
    this.open.whenMoved(listener);
  }

  /** The present load of the connections. */
  load(): PoolLoad {
    const { totalCount, idleCount } = this.pool;
    return {
      most: this.options.poolSize,
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: this.turns.countWaiting(),
    };
  }

  /** Resolves when all connections are closed, so that a database can be dropped. The pool itself does not wait. */
  async close(): Promise<void> {
    this.watch.stop();
    this.unwatch?.();
    this.bound?.leave();
    let open = this.pool.totalCount;
    const closed = new Promise<void>((resolve) => {
      this.pool.on('remove', () => {
        open -= 1;
        if (open === 0) resolve();
      });
      if (open === 0) resolve();
    });
    await this.pool.end();
    // A frozen Postgres does not answer the end of a connection.
    await Promise.race([closed, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async enter(bound: BoundPool, owner: Owner): Promise<void> {
    try {
      await bound.take();
    } catch (error) {
      this.turns.give(owner);
      throw error;
    }
  }

  /** An idle connection may have been cut since, and another server may accept the writes now. */
  private async connect(): Promise<pg.PoolClient> {
    for (let knows = this.finder?.knows; ; ) {
      try {
        if (this.finder?.isStale) await this.finder.look();
        const client = await (this.bound ?? this.pool).connect();
        if (!isCut(client)) return client;
        client.release(true);
      } catch (error) {
        if (!knows || isFull(error)) throw error;
        knows = false;
      }
    }
  }

  private refuseWaiting(): void {
    this.turns.refuseWaiting(() => new QueueRefusal(NO_ANSWER));
  }

  /** Cuts a connection that no longer receives anything, and all idle ones, which the same fault has killed. */
  private lose(client: pg.ClientBase, reason: string): void {
    this.finder?.forget();
    cutConnection(client, reason);
    this.open.cutIdle(reason);
  }
}
