import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/db/tables.ts';

/**
 * Everything that the database holds of a program, a digest per table. It stays the same as long as nothing of it
 * changes.
 */
export async function rowsOf(
  db: Kysely<DB>,
  programId: number,
  except: readonly (keyof DB)[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'program_id' order by 1`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of tables.filter(({ name }) => !except.includes(name as keyof DB))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest
      from ${sql.table(name)} t where program_id = ${programId}`.execute(db);
    digests[name] = rows[0]!.digest;
  }
  return digests;
}
