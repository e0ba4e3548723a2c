import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/db/tables.ts';

/** The tables with a program_id. Tests make none of their own. */
const tablesOf = new WeakMap<Kysely<DB>, Promise<string[]>>();

async function readTables(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'program_id' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Everything that the database holds of a program, a digest per table. It stays the same as long as nothing of it
 * changes. One statement reads all tables, and is planned once a connection: many tests compare them.
 */
export async function rowsOf(
  db: Kysely<DB>,
  programId: number,
  except: readonly (keyof DB)[] = [],
): Promise<Record<string, string>> {
  const tables = tablesOf.get(db) ?? readTables(db);
  tablesOf.set(db, tables);
  const digests = (await tables)
    .filter((name) => !except.includes(name as keyof DB))
    .map(
      (name) => sql`
        select ${sql.lit(name)} as name,
          count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest
        from ${sql.table(name)} t where program_id = ${programId}`,
    );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
