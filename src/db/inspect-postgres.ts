import type pg from 'pg';

/** The facts about a Postgres and our database, as Postgres reports them. */
export interface PostgresFacts {
  version: string;
  number: number;
  /** How far the clock of Postgres is ahead of this machine's, in ms, and the precision of that value. */
  clock_ahead_ms: number;
  clock_exact_to_ms: number;
  role: string;
  superuser: boolean;
  /** Whether this role may see the transactions of other roles. */
  sees_transactions: boolean;
  read_only: boolean;
  settings: {
    fsync: boolean;
    full_page_writes: boolean;
    synchronous_commit: string;
    max_connections: number;
  };
  bytes: number;
  /** The age of the oldest row that is not frozen, in transactions. Postgres stops when it grows too high. */
  oldest_transaction_age: number;
  /** The version of the collation that texts were sorted by, and the version that is installed; null: no version. */
  collation: { recorded: string | null; installed: string | null };
  archiver: { on: boolean; last_archived_ms: number | null; last_failed_ms: number | null };
}

export async function inspectPostgres(client: pg.ClientBase): Promise<PostgresFacts> {
  const began = Date.now();
  const clock = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const ended = Date.now();
  const { rows } = await client.query<{ facts: Omit<PostgresFacts, 'clock_ahead_ms' | 'clock_exact_to_ms'> }>(
    `select json_build_object(
        'version', split_part(current_setting('server_version'), ' ', 1),
        'number', current_setting('server_version_num')::int,
        'role', current_user,
        'sees_transactions', pg_has_role('pg_read_all_stats', 'usage'),
        'superuser', (select rolsuper from pg_roles where rolname = current_user),
        'read_only', current_setting('transaction_read_only')::boolean,
        'settings', json_build_object('fsync', current_setting('fsync')::boolean,
          'full_page_writes', current_setting('full_page_writes')::boolean,
          'synchronous_commit', current_setting('synchronous_commit'),
          'max_connections', current_setting('max_connections')::int),
        'bytes', pg_database_size(current_database()),
        'oldest_transaction_age', age(datfrozenxid),
        'collation', json_build_object('recorded', datcollversion, 'installed', pg_database_collation_actual_version(oid)),
        'archiver', (select json_build_object('on', current_setting('archive_mode') <> 'off',
          'last_archived_ms', extract(epoch from last_archived_time) * 1000,
          'last_failed_ms', extract(epoch from last_failed_time) * 1000) from pg_stat_archiver)) as facts
       from pg_database where datname = current_database()`,
  );
  return {
    ...rows[0]!.facts,
    clock_ahead_ms: Number(clock.rows[0]!.ms) - (began + ended) / 2,
    clock_exact_to_ms: (ended - began) / 2,
  };
}

/**
 * A thing that prevents Postgres from removing dead rows: an old transaction, a prepared transaction, or the slot of a
 * standby.
 */
export interface Holdup {
  kind: 'transaction' | 'prepared' | 'slot';
  /** The process id, or the name of the transaction or slot. */
  name: string;
  /** A description, as far as this role may see it. */
  about: string;
  seconds: number;
}

/**
 * Transactions that have run for at least this many seconds, prepared transactions of that age, and slots without a
 * reader.
 */
export async function listHoldups(client: pg.ClientBase, seconds: number): Promise<Holdup[]> {
  const { rows } = await client.query<Holdup>(
    `select 'transaction' as kind, pid::text as name, concat_ws(', ', usename, nullif(application_name, ''), state) as about,
            extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
       from pg_stat_activity
       where datname = current_database() and xact_start < clock_timestamp() - $1 * interval '1 second'
     union all
     select 'prepared', gid, owner, extract(epoch from clock_timestamp() - prepared)::float8
       from pg_prepared_xacts
       where database = current_database() and prepared < clock_timestamp() - $1 * interval '1 second'
     union all
     select 'slot', slot_name, slot_type, 0 from pg_replication_slots where not active and restart_lsn is not null
     order by 1, 2`,
    [seconds],
  );
  return rows;
}

/** A table with more dead rows than Postgres should have left. */
export interface BloatedTable {
  table: string;
  live: number;
  dead: number;
}

/** Tables with at least this many dead rows, and with at least half as many dead rows as live ones. */
export async function listBloatedTables(client: pg.ClientBase, least: number): Promise<BloatedTable[]> {
  const { rows } = await client.query<BloatedTable>(
    `select relname as table, n_live_tup::float8 as live, n_dead_tup::float8 as dead from pg_stat_user_tables
       where schemaname = current_schema() and n_dead_tup >= $1 and n_dead_tup * 2 >= n_live_tup order by 1`,
    [least],
  );
  return rows;
}

/**
 * The offsets from UTC of these time zones at a moment, in minutes, by Postgres's own data; null: Postgres does not
 * know the zone.
 */
export async function readZoneOffsets(
  client: pg.ClientBase,
  zones: readonly string[],
  at: number,
): Promise<Map<string, number | null>> {
  const { rows } = await client.query<{ zone: string; minutes: number | null }>(
    `select zone, case when exists (select from pg_timezone_names n where lower(n.name) = lower(zone))
              then extract(epoch from (moment at time zone zone) - (moment at time zone 'UTC'))::float8 / 60 end as minutes
       from unnest($1::text[]) zone cross join (select to_timestamp($2::float8 / 1000) as moment) at`,
    [zones, at],
  );
  return new Map(rows.map(({ zone, minutes }) => [zone, minutes]));
}
