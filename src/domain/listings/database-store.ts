import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

/** The state of the database, for the operator of the server. Moments in ms. */
export interface DatabaseFacts {
  /** The version of Postgres. */
  version: string;
  bytes: number;
  /** The last migration, and the moment when it was applied. */
  migration: { number: number; name: string; applied_at: number };
  /** The largest tables, including their indexes. The numbers of rows are Postgres's last estimates. */
  tables: { name: string; bytes: number; rows: number }[];
  /** null: Postgres archives no log for a backup. */
  archive: { last_archived_at: number | null; last_failed_at: number | null } | null;
}

const MOST_TABLES = 8;

export async function readDatabaseFacts(db: Kysely<DB>): Promise<DatabaseFacts> {
  const { rows } = await sql<{ facts: DatabaseFacts }>`
    select json_build_object(
      'version', split_part(current_setting('server_version'), ' ', 1),
      'bytes', pg_database_size(current_database()),
      'migration', (select json_build_object('number', number, 'name', name, 'applied_at', (extract(epoch from applied_at) * 1000)::bigint)
        from migrations order by number desc limit 1),
      'tables', (select json_agg(t) from (
        select c.relname as name, coalesce(parts.bytes, pg_total_relation_size(c.oid)) as bytes,
            coalesce(parts.rows, greatest(c.reltuples, 0)::bigint) as rows
          from pg_class c cross join lateral (
            select sum(pg_total_relation_size(part.oid))::bigint as bytes, sum(greatest(part.reltuples, 0))::bigint as rows
              from pg_partition_tree(c.oid) tree join pg_class part on part.oid = tree.relid where tree.isleaf) parts
          where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
          order by 2 desc, 1 limit ${MOST_TABLES}) t),
      'archive', (select json_build_object('last_archived_at', (extract(epoch from last_archived_time) * 1000)::bigint,
          'last_failed_at', (extract(epoch from last_failed_time) * 1000)::bigint)
        from pg_stat_archiver where current_setting('archive_mode') <> 'off')) as facts`.execute(db);
  return rows[0]!.facts;
}
