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
  /** When somebody last gave a connection back, as a number that grows. */
  used: number;
}

/** Postgres may not answer the end of a connection. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A connection that has left its pool, and is open in Postgres as yet. */
interface Closing {
  noteGone(): void;
  gone: Promise<void>;
}

/**
 * One bound of connections over the pools of several schemas, since a connection belongs to its schema for good. Turns are
 * fair between the schemas, as they are between the programs of each: a schema whose database is away holds three quarters
 * of them at most.
 */
export class ConnectionBound {
  private readonly turns: FairTurns;
  private readonly members = new Set<Member>();
  private readonly closing = new Map<pg.PoolClient, Closing>();
  private joined = 0;
  private uses = 0;

  constructor(
    private readonly most: number,
    patience_ms: number,
  ) {
    this.turns = new FairTurns({
      turns: most,
      patience_ms,
      now: () => performance.now(),
      refusal: () => new QueueRefusal(`waited ${patience_ms} ms for one of the connections of all schemas`),
    });
  }

  join(pool: pg.Pool): BoundPool {
    const member: Member = { pool, used: 0 };
    this.members.add(member);
    this.joined += 1;
    const owner = { program_id: this.joined, key: null };
    pool.on('release', (spoilt, client) => {
      this.uses += 1;
      member.used = this.uses;
      if (spoilt) this.noteClosing(client);
    });
    pool.on('remove', (client) => this.closing.get(client as pg.PoolClient)?.noteGone());
    return {
      take: async () => this.turns.take(owner),
      give: () => this.turns.give(owner),
      connect: () => this.connect(pool),
      leave: () => void this.members.delete(member),
    };
  }

  private async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    // Others may take the room meanwhile. Nothing runs between the last look and the new connection.
    while (pool.idleCount <= pool.waitingCount && this.open() + this.closing.size >= this.most) {
      const longest = this.open() < this.most ? undefined : this.longestIdle(pool);
      if (longest) (await longest.connect()).release(true);
      else if (this.closing.size > 0) await Promise.race([...this.closing.values()].map(({ gone }) => gone));
      else break;
    }
    return pool.connect();
  }

  /** The pool, of the others, with a connection that nobody waits for and that was not used for longest. */
  private longestIdle(pool: pg.Pool): pg.Pool | undefined {
    const [longest] = [...this.members]
      .filter((member) => member.pool !== pool && member.pool.idleCount > member.pool.waitingCount)
      .sort((one, other) => one.used - other.used);
    return longest?.pool;
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
