import pg from 'pg';
import { parseDatabaseAddress } from '../database-address.ts';
import { QueueRefusal } from './batch-queue.ts';
import { isLost, isNoConnection } from './connection-errors.ts';
import { ConnectionPool } from './connection-pool.ts';
import type { TimeLimits } from './limits.ts';
import type { LogPlace } from './log-place.ts';
import type { DatabaseOptions } from './open-database.ts';
import {
  type ReadOutcome,
  type ReadSource,
  Replica,
  type ReplicaOptions,
  ReplicaRefusal,
} from './replica.ts';

/** How long a read waits for a replica. A replica is usually a few milliseconds behind. */
const PATIENCE_MS = 100;

/** For this long after a primary did not show the end of its log, it is not asked again. */
const UNTOLD_MS = 60_000;

/** Connects when a read needs it, like the database itself. */
export function openReplicas(
  url: string,
  options: DatabaseOptions & { limits: TimeLimits; connectTimeoutMs: number },
): Replicas {
  const { urls, servers } = parseDatabaseAddress(url)!;
  const { namedStatements, limits, logger, replicaPatienceMs: patience_ms = PATIENCE_MS } = options;
  // The replicas note no troubles: troubles are those of the database that accepts the writes.
  const pools = {
    ...options,
    applicationName: `${options.applicationName} reader`,
    troubles: undefined,
    bound: undefined,
  };
  const warn: ReplicaOptions['warn'] = (fields, message) => logger.warn(fields, message);
  return new Replicas(
    urls.map((one, index) => ({
      name: servers[index]!,
      pool: new ConnectionPool({ ...pools, url: one }),
      ...{ namedStatements, limits, patience_ms, warn },
    })),
    warn,
  );
}

/** Work that only reads, and may be done again elsewhere. */
type ReadWork<T> = (source: ReadSource) => Promise<T>;

/** The replicas of a database, which are read in turn. */
export class Replicas {
  /** The number of reads by result. */
  readonly reads: Record<ReadOutcome, number> = { served: 0, behind: 0, away: 0, unfit: 0 };
  private readonly all: readonly Replica[];
  private turn = 0;
  private log_untold_until = 0;

  constructor(
    options: readonly ReplicaOptions[],
    private readonly warn: ReplicaOptions['warn'],
  ) {
    this.all = options.map((one) => new Replica(one));
  }

  /** Whether the primary recently did not show the end of its log. Without it no replica can be read. */
  get is_log_untold(): boolean {
    return performance.now() < this.log_untold_until;
  }

  noteLogHidden(error: pg.DatabaseError): void {
    // A server that is about to take over shows it soon.
    if (error.code?.startsWith('55')) return;
    if (this.log_untold_until === 0) {
      this.warn(
        { reason: error.message },
        'the primary does not tell the end of its log: nothing is read at a replica',
      );
    }
    this.log_untold_until = performance.now() + UNTOLD_MS;
  }

  /**
   * Reads at one replica, which has everything up to `place` and perhaps more. The returned function runs each read
   * there. If the replica is behind or fails, `orElse` does the whole read.
   */
  at(place: LogPlace): <T>(work: ReadWork<T>, orElse: () => Promise<T>) => Promise<T> {
    const replica = this.next();
    const source = replica.sourceAt(place);
    return async (work, orElse) => {
      const trouble = replica.present_trouble;
      if (trouble) {
        this.reads[trouble] += 1;
        return orElse();
      }
      replica.noteAsked();
      try {
        const result = await work(source);
        this.reads.served += 1;
        replica.noteServed();
        return result;
      } catch (error) {
        const outcome = outcomeOf(error);
        if (!outcome) throw error;
        this.reads[outcome] += 1;
        replica.noteFailure(outcome, error as Error);
        return orElse();
      }
    };
  }

  /** The next replica that may be asked; if none may be asked, the next one. */
  private next(): Replica {
    const { all, turn } = this;
    const from = (turn + 1) % all.length;
    const inTurn = [...all.slice(from), ...all.slice(0, from)];
    const replica = inTurn.find(({ present_trouble }) => !present_trouble) ?? inTurn[0]!;
    this.turn = all.indexOf(replica);
    return replica;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ options }) => options.pool.close()));
  }
}

/**
 * undefined: the primary would fail in the same way. For example, a statement that took too long would only take as
 * long there.
 */
function outcomeOf(error: unknown): Exclude<ReadOutcome, 'served'> | undefined {
  if (error instanceof ReplicaRefusal) return error.outcome;
  if (error instanceof pg.DatabaseError) return error.code === '57014' ? undefined : 'away';
  return error instanceof QueueRefusal || isLost(error) || isNoConnection(error) ? 'away' : undefined;
}
