import type pg from 'pg';
import { schemaOfAddress } from '../database-address.ts';
import { analystsOf, PUBLIC } from './analysts.ts';
import { SchemaMismatch } from './schema-mismatch.ts';

/**
 * The schema of a connection, and whether it exists. Throws SchemaMismatch if the address names another schema: a
 * pooler in between may drop that parameter.
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
      `The connection is in the schema ${current}, and DATABASE_SCHEMA is ${asked}. A pooler in between does not pass it on: unset it, and give the roles the schema, as docs/schemas.md tells.`,
    );
  }
  return { name: current ?? asked ?? PUBLIC, exists: current !== null };
}

/**
 * Throws SchemaMismatch if a role has that name. Postgres looks names up in the schema of the role before the schema
 * public, so the role's connections without DATABASE_SCHEMA would use this schema.
 */
export async function requireNameOfNoRole(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [schema]);
  if (rows.length === 0) return;
  throw new SchemaMismatch(
    `A role is called ${schema} too, and its connections without DATABASE_SCHEMA would fall into a schema of that name. Choose another for DATABASE_SCHEMA.`,
  );
}

/** Makes the schema of a server. Throws SchemaMismatch if a role has its name. */
export async function makeSchema(client: pg.ClientBase, name: string): Promise<void> {
  await requireNameOfNoRole(client, name);
  await client.query(`create schema if not exists "${name}"`);
}

interface Migrating {
  sql: string;
}

/**
 * The migrations as a server in this schema applies them. The first ones qualify names with the schema public, which is
 * replaced. Nobody reads a schema that is being made, so its transactions announce no ids: its locks have no number
 * yet, and would delay the readers of public.
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

/** Gives the schema of the connection the number that its advisory locks use. */
export async function numberSchema(client: pg.ClientBase): Promise<void> {
  await client.query(
    `do $$ begin if to_regproc('number_schema') is not null then perform number_schema(); end if; end $$`,
  );
}

/**
 * The missing number of the schema, in words: after a copy or a renaming the schema may have no number, or one that
 * another schema has.
 */
export async function listLackingNumber(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_proc own join pg_namespace n on n.oid = own.pronamespace
       where n.nspname = current_schema() and n.nspname <> 'public' and own.proname = 'schema_number' and own.pronargs = 0
         and (own.prosrc = 'select 0' or exists (select from pg_proc older
           where older.proname = 'schema_number' and older.pronargs = 0
             and older.pronamespace < own.pronamespace and older.prosrc = own.prosrc))`,
  );
  return rows.map(({ name }) => `a number of its own for the schema ${name}`);
}
