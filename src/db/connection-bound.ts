import type pg from 'pg';
import { QueueRefusal } from './batch-queue.ts';
import { FairTurns } from './fair-turns.ts';

/** One pool's part of a bound. */
export interface BoundPool {
  /** Waits until this pool may have one more connection in use. Call `give` once it has not. */
  take(): Promise<void>;
  give(): void;
  /** Closes idle connections of other pools, if a new one of this pool were one too many. */
  makeRoom(): Promise<void>;
  leave(): void;
}

interface Member {
  pool: pg.Pool;
  /** When somebody last gave a connection back, as a number that grows. */
  used: number;
}

/**
 * One bound of connections over the pools of several schemas, since a connection belongs to its schema for good. Turns are
 * fair between the schemas, as they are between the programs of each: a schema whose database is away holds three quarters
 * of them at most.
 */
export class ConnectionBound {
  private readonly turns: FairTurns;
  private readonly members = new Set<Member>();
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
    pool.on('release', () => {
      this.uses += 1;
      member.used = this.uses;
    });
    return {
      take: async () => this.turns.take(owner),
      give: () => this.turns.give(owner),
      makeRoom: () => this.makeRoom(pool),
      leave: () => void this.members.delete(member),
    };
  }

  private async makeRoom(pool: pg.Pool): Promise<void> {
    // Others may take the room while a connection closes.
    while (pool.idleCount <= pool.waitingCount && this.open() >= this.most) {
      const [longest] = [...this.members]
        .filter((member) => member.pool !== pool && member.pool.idleCount > member.pool.waitingCount)
        .sort((one, other) => one.used - other.used);
      if (!longest) return;
      const client = await longest.pool.connect();
      client.release(true);
    }
  }

  private open(): number {
    let open = 0;
    for (const { pool } of this.members) open += pool.totalCount;
    return open;
  }
}
