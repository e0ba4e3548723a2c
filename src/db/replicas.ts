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

/** So long a reading waits for a replica, which is most often behind by a few milliseconds. */
const PATIENCE_MS = 100;

/** A primary that does not tell the end of its log is not asked again in this time. */
const UNTOLD_MS = 60_000;

/** Connects lazily, like the database itself. */
export function openReplicas(
  url: string,
  options: DatabaseOptions & { limits: TimeLimits; connectTimeoutMs: number },
): Replicas {
  const { urls, servers } = parseDatabaseAddress(url)!;
  const { namedStatements, limits, logger, replicaPatienceMs: patience_ms = PATIENCE_MS } = options;
  // Troubles are those of the database that takes the writes.
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

/** The replicas of a database, which are read from in turn. */
export class Replicas {
  /** How many readings ended so. */
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

  /** Whether the primary did not tell the end of its log a while ago: without it nothing can be read at a replica. */
  get is_log_untold(): boolean {
    return performance.now() < this.log_untold_until;
  }

  noteLogUntold(error: pg.DatabaseError): void {
    // A server that is about to take over tells it soon.
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
   * Reads at one replica, which has everything up to `place` and perhaps more. Each reading of the returned function is
   * done there, or whole by `orElse` if the replica is behind or fails.
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

  /** The next one that may be asked; if none may, the next one. */
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

/** undefined: the primary would fail likewise. A statement that took too long would only take as long again there. */
function outcomeOf(error: unknown): Exclude<ReadOutcome, 'served'> | undefined {
  if (error instanceof ReplicaRefusal) return error.outcome;
  if (error instanceof pg.DatabaseError) return error.code === '57014' ? undefined : 'away';
  return error instanceof QueueRefusal || isLost(error) || isNoConnection(error) ? 'away' : undefined;
}
