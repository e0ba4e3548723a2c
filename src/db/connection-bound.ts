import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { QueueRefusal } from './batch-queue.ts';
import { FairTurns } from './fair-turns.ts';

/** One pool's part of a bound. */
export interface BoundPool {
  /** Waits until this pool may have one more connection in use. Call `give` once it has not. */
  take(): Promise<void>;
  give(): void;
  /** A connection of this pool. Idle ones of other pools are closed first, if a new one were one too many. */
  connect(): Promise<pg.PoolClient>;
  leave(): void;
}

interface Member {
  pool: pg.Pool;
  /** When somebody last gave a connection back. */
  used_ms: number;
  /** Each is told that a connection of this pool was given back. */
  listeners: Set<() => void>;
}

/** Postgres may not answer the end of a connection. */
const CLOSE_TIMEOUT_MS = 1_000;
/** A pool that was not used for so long needs its idle connections no more than others do. */
const UNUSED_MS = 250;
/** So long a pool waits for a connection of its own before it takes any that is idle. */
const OWN_PATIENCE_MS = 100;

/** A connection that has left its pool, and is open in Postgres as yet. */
interface Closing {
  noteGone(): void;
  gone: Promise<void>;
}

/**
 * One bound of connections over the pools of several schemas, since a connection belongs to its schema for good. Turns are
 * fair between the schemas, as they are between the programs of each: a schema whose database is away holds three quarters
 * of them at most. A new connection costs Postgres as much as dozens of statements. So a pool takes the place of another's
 * idle connection only if that pool is unused or will still have as many as itself, and else waits for one of its own.
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
    const member: Member = { pool, used_ms: Number.NEGATIVE_INFINITY, listeners: new Set() };
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
        // Whoever waits for a connection hears of the pool that it has ended.
        for (const tell of member.listeners) tell();
      },
    };
  }

  private async connect(member: Member): Promise<pg.PoolClient> {
    const { pool } = member;
    const began = this.now();
    // Others may take the room meanwhile. Nothing runs between the last look and the new connection.
    while (this.members.has(member) && !this.hasRoom(pool)) {
      const giver = this.open() < this.most ? undefined : this.giverTo(member, began);
      if (giver) (await giver.connect()).release(true);
      else await this.changed(member);
    }
    return pool.connect();
  }

  private hasRoom(pool: pg.Pool): boolean {
    return pool.idleCount > pool.waitingCount || this.open() + this.closing.size < this.most;
  }

  /** The pool that gives up an idle connection: the one that has most of them, or was not used for longest. */
  private giverTo(taker: Member, began: number): pg.Pool | undefined {
    const now = this.now();
    const takesAny = taker.pool.totalCount === 0 || now - began >= OWN_PATIENCE_MS;
    const [giver] = [...this.members]
      .filter(({ pool }) => pool !== taker.pool && pool.idleCount > pool.waitingCount)
      .filter(
        ({ pool, used_ms }) =>
          takesAny || now - used_ms >= UNUSED_MS || pool.totalCount > taker.pool.totalCount + 1,
      )
      .sort((one, other) => other.pool.idleCount - one.pool.idleCount || one.used_ms - other.used_ms);
    return giver?.pool;
  }

  /** Resolves once there may be a connection for a pool: one of its own, the room of one that is gone, or one that waited. */
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
