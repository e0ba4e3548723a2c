import { sql } from 'kysely';
import { isLogHidden, type LogPlace, WHICH_DATABASE } from '../../db/log-place.ts';
import type { CoreDeps } from '../core/deps.ts';
import { NO_BOUND } from '../core/pagination.ts';
import { highWaterMark } from './high-water-mark.ts';

/** A sequence whose ids become visible in order, with the namespace of the locks that ensure this. */
export interface OrderedIds {
  sequence: string;
  namespace: number;
}

/** Reads that a replica may answer. */
export interface Reading<D> {
  /** The highest id below which no transaction is in flight any more. */
  highWater: number;
  /**
   * Runs `work` at the replica. If the replica fails, runs all of `work` again at the primary. So `work` must only
   * read.
   */
  read<T>(work: (source: D) => Promise<T>): Promise<T>;
}

type ReadDeps = Pick<CoreDeps, 'db' | 'replicas'>;

/**
 * Begins to read rows up to a horizon, or all rows (`ids` null). The horizon is the primary's. A replica is read only
 * when it has everything that was visible at the primary when the horizon was read. So no reader gets less from a
 * replica than earlier from the primary, and no row with an id up to the horizon is missed.
 */
export async function beginReading<D extends ReadDeps>(deps: D, ids: OrderedIds | null): Promise<Reading<D>> {
  const { replicas } = deps;
  const atPrimary = async () => ({
    highWater: ids ? await highWaterMark(deps, ids.sequence, ids.namespace) : NO_BOUND - 1,
    read: <T>(work: (source: D) => Promise<T>) => work(deps),
  });
  // The rows of an open transaction exist only at the primary.
  if (!replicas || deps.db.isTransaction) return atPrimary();
  const mark = replicas.is_log_untold ? undefined : await readMark(deps, replicas, ids);
  if (!mark) {
    replicas.reads.unfit += 1;
    return atPrimary();
  }
  const primary = { ...deps, replicas: undefined };
  const readAt = replicas.at(mark.place);
  return {
    highWater: mark.settled,
    read: (work) =>
      readAt(
        (source) => work({ ...primary, ...source }),
        () => work(primary),
      ),
  };
}

interface Mark {
  settled: number;
  place: LogPlace;
}

/**
 * Reads the horizon, and then the end of the log. A transaction writes its end into the log before it releases the lock
 * with which it delayed the horizon, and before others see the transaction. If the end is right behind the head of a
 * page or of a file of the log, the place before that head is returned, as replicas report it. undefined: this server
 * does not show its log.
 */
async function readMark(
  { db }: ReadDeps,
  replicas: NonNullable<ReadDeps['replicas']>,
  ids: OrderedIds | null,
): Promise<Mark | undefined> {
  const settled = ids
    ? sql`settled_id(${ids.sequence}, ${ids.namespace}::int)`
    : sql`${NO_BOUND - 1}::bigint`;
  try {
    const { rows } = await sql<{ settled: number; lsn: string; file: string; database: string }>`
      with horizon as materialized (
        select ${settled} as settled
      ), ended as materialized (
        select settled, pg_current_wal_insert_lsn() as at from horizon
      ), read as (
        select settled, at, at - '0/0'::pg_lsn as bytes from ended
      )
      select settled, pg_walfile_name(at) as file, ${sql.raw(WHICH_DATABASE)} as database,
          (at - case when bytes % pg_size_bytes(current_setting('wal_segment_size')) = 40 then 40
             when bytes % current_setting('wal_block_size')::int = 24 then 24 else 0 end)::text as lsn
        from read`.execute(db);
    const { settled: highest, lsn, file, database } = rows[0]!;
    return { settled: highest, place: { database, timeline: Number.parseInt(file.slice(0, 8), 16), lsn } };
  } catch (error) {
    if (!isLogHidden(error)) throw error;
    replicas.noteLogHidden(error);
    return undefined;
  }
}
