import type pg from 'pg';
import { schemaOfAddress } from '../database-address.ts';
import { analystsOf, PUBLIC } from './analysts.ts';
import { SchemaMismatch } from './schema-mismatch.ts';

/**
 * The schema of a connection, and whether it is there. Throws SchemaMismatch if the address names another: a pooler in
 * between may drop that.
 */
export async function readOwnSchema(
  client: pg.ClientBase,
  url: string,
): Promise<{ name: string; exists: boolean }> {
  const { rows } = await client.query<{ current: string | null }>('select current_schema() as current');
  const asked = schemaOfAddress(url);
  const current = rows[0]!.current;
  if (asked !== undefined && current !== null && current !== asked) {
    throw new SchemaMismatch(
      `The connection is in the schema ${current}, and DATABASE_SCHEMA is ${asked}. A pooler in between does not pass it on: unset it, and give the roles the schema, as docs/operating.md tells.`,
    );
  }
  return { name: current ?? asked ?? PUBLIC, exists: current !== null };
}

interface Migrating {
  sql: string;
}

/**
 * The migrations as a server in this schema applies them. The first ones name objects as they are called beside the schema
 * public. Nobody reads a schema that is being made, so there they announce no ids: its locks have no number yet, and would
 * hold back the readers of public.
 */
export function migrationsFor<M extends Migrating>(schema: string, migrations: readonly M[]): M[] {
  if (schema === PUBLIC) return [...migrations];
  const { views } = analystsOf(schema);
  return migrations.map((migration) => ({
    ...migration,
    sql: migration.sql
      .replaceAll('set search_path = pg_catalog, public', `set search_path = pg_catalog, "${schema}"`)
      .replaceAll('perform pg_advisory_xact_lock_shared(namespace + bound);', '')
      .replaceAll('extension if not exists pg_trgm;', 'extension if not exists pg_trgm with schema public;')
      .replaceAll(/\banalytics(?=\.|'\)|;)/g, views),
  }));
}

/** Gives the schema of the connection the number that its advisory locks hold. */
export async function numberSchema(client: pg.ClientBase): Promise<void> {
  await client.query(
    `do $$ begin if to_regproc('number_schema') is not null then perform number_schema(); end if; end $$`,
  );
}
