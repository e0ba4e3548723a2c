import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { QueueRefusal } from './batch-queue.ts';
import { FairTurns } from './fair-turns.ts';

/** The part of a bound that one pool uses. */
export interface BoundPool {
  /** Waits until this pool may use one more connection. Call `give` when the pool no longer uses it. */
  take(): Promise<void>;
  give(): void;
  /**
   * Opens a connection of this pool. If the bound has no room for it, an idle connection of another pool is closed
   * first.
   */
  connect(): Promise<pg.PoolClient>;
  leave(): void;
}

interface Member {
  pool: pg.Pool;
  /** The time when a caller last gave a connection back. */
  used_ms: number;
  /** The time when all its connections were last in use at once. */
  full_ms: number;
  /** Called after a connection of this pool was given back. */
  listeners: Set<() => void>;
}

/** How long to wait for the end of a connection: Postgres may not answer it. */
const CLOSE_TIMEOUT_MS = 1_000;
/** A pool that did not use all its connections at once for this time can give one of them to another pool. */
const SPARE_MS = 60_000;
/** If none of its own connections becomes free for this time, a pool takes an idle connection of any pool. */
const OWN_PATIENCE_MS = 100;

/** A connection that has left its pool but is still open in Postgres. */
interface Closing {
  noteGone(): void;
  gone: Promise<void>;
}

/**
 * One bound on the connections in the pools of several schemas: a connection belongs to its schema for good. Turns are
 * fair between the schemas, as they are between the programs of each schema. A schema with an unreachable database uses
 * at most three quarters of them. A new connection costs Postgres as much as dozens of statements, and plans each
 * statement anew the first five times. So a pool closes the idle connection of another pool only if that pool can
 * spare it, or still has as many connections afterwards as the taker. Otherwise it waits for one of its own.
 */
export class ConnectionBound {
  private readonly turns: FairTurns;
  private readonly members = new Set<Member>();
  private readonly closing = new Map<pg.PoolClient, Closing>();
  private joined = 0;

  constructor(
    private readonly most: number,
    patience_ms: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.turns = new FairTurns({
      turns: most,
      patience_ms,
      now,
      refusal: () => new QueueRefusal(`waited ${patience_ms} ms for one of the connections of all schemas`),
    });
  }

  join(pool: pg.Pool): BoundPool {
    const member: Member = {
      pool,
      used_ms: Number.NEGATIVE_INFINITY,
      full_ms: Number.NEGATIVE_INFINITY,
      listeners: new Set(),
    };
    this.members.add(member);
    this.joined += 1;
    const owner = { program_id: this.joined, key: null };
    pool.on('release', (spoilt, client) => {
      member.used_ms = this.now();
      if (spoilt) this.noteClosing(client);
      for (const tell of member.listeners) tell();
    });
    pool.on('remove', (client) => this.closing.get(client as pg.PoolClient)?.noteGone());
    return {
      take: async () => this.turns.take(owner),
      give: () => this.turns.give(owner),
      connect: () => this.connect(member),
      leave: () => {
        this.members.delete(member);
        // Callers that wait for a connection learn that the pool has ended.
        for (const tell of member.listeners) tell();
      },
    };
  }

  private async connect(member: Member): Promise<pg.PoolClient> {
    const { pool } = member;
    const began = this.now();
    // Other pools may take the room meanwhile, so this looks again. Nothing runs between the last look and the new
    // connection.
    while (this.members.has(member) && !this.hasRoom(pool)) {
      const giver = this.open() < this.most ? undefined : this.giverTo(member, began);
      if (giver) (await giver.connect()).release(true);
      else await this.changed(member);
    }
    const connection = pool.connect();
    if (pool.idleCount <= pool.waitingCount) member.full_ms = this.now();
    return connection;
  }

  private hasRoom(pool: pg.Pool): boolean {
    return pool.idleCount > pool.waitingCount || this.open() + this.closing.size < this.most;
  }

  /**
   * The pool that gives up an idle connection: the pool with the most of them, or the one that has been without need of
   * them for longest.
   */
  private giverTo(taker: Member, began: number): pg.Pool | undefined {
    const now = this.now();
    const hasNone = taker.pool.totalCount === 0 || now - Math.max(began, taker.used_ms) >= OWN_PATIENCE_MS;
    const [giver] = [...this.members]
      .filter(({ pool }) => pool !== taker.pool && pool.idleCount > pool.waitingCount)
      .filter(
        ({ pool, full_ms }) =>
          hasNone || now - full_ms >= SPARE_MS || pool.totalCount > taker.pool.totalCount + 1,
      )
      .sort((one, other) => other.pool.idleCount - one.pool.idleCount || one.full_ms - other.full_ms);
    return giver?.pool;
  }

  /**
   * Resolves when this pool may get a connection: an idle one of its own, the room of a closed one, or after waiting
   * long enough to take an idle one of another pool.
   */
  private async changed(member: Member): Promise<void> {
    let tell!: () => void;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const patience = setTimeout(tell, OWN_PATIENCE_MS);
    member.listeners.add(tell);
    await Promise.race([told, ...[...this.closing.values()].map(({ gone }) => gone)]);
    member.listeners.delete(tell);
    clearTimeout(patience);
  }

  private noteClosing(client: pg.PoolClient): void {
    let noteGone!: () => void;
    const answered = new Promise<void>((resolve) => {
      noteGone = resolve;
    });
    const patience = delay(CLOSE_TIMEOUT_MS, undefined, { ref: false });
    const gone = Promise.race([answered, patience]).then(() => void this.closing.delete(client));
    this.closing.set(client, { noteGone, gone });
  }

  private open(): number {
    let open = 0;
    for (const { pool } of this.members) open += pool.totalCount;
    return open;
  }
}
