import type pg from 'pg';
import { type LogPlace, WHICH_DATABASE } from './log-place.ts';
import { FOLLOWED_TIMELINES } from './replica.ts';

/** The facts about a server as a replica, as that server reports them, beside those of the primary. */
export interface ReplicaFacts {
  name: string;
  same_database: boolean | null;
  /** Whether the server is a replica; otherwise it accepts writes. */
  follows: boolean;
  same_timeline: boolean | null;
  paused: boolean;
  /** How many bytes of the primary's log of a moment before are not applied; null: the server applies no log. */
  bytes_behind: number | null;
  /** Whether the primary keeps dead rows that a reader of the replica still needs. */
  hot_standby_feedback: boolean;
}

/** The end of the primary's log. */
export async function readEndOfLog(primary: pg.ClientBase): Promise<LogPlace> {
  const { rows } = await primary.query<LogPlace>(
    `select ${WHICH_DATABASE} as database, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
        lsn::text from pg_current_wal_flush_lsn() lsn`,
  );
  return rows[0]!;
}

export async function inspectReplica(
  replica: pg.ClientBase,
  name: string,
  { database, timeline, lsn }: LogPlace,
): Promise<ReplicaFacts> {
  const { rows } = await replica.query<{ facts: Omit<ReplicaFacts, 'name'> }>(
    `select json_build_object(
        'same_database', ${WHICH_DATABASE} = $1,
        'follows', pg_is_in_recovery(),
        'same_timeline', $2::int = any(${FOLLOWED_TIMELINES}),
        'paused', pg_is_in_recovery() and pg_is_wal_replay_paused(),
        'bytes_behind', greatest(0, $3::pg_lsn - pg_last_wal_replay_lsn()),
        'hot_standby_feedback', current_setting('hot_standby_feedback')::boolean) as facts`,
    [database, timeline, lsn],
  );
  return { name, ...rows[0]!.facts };
}
