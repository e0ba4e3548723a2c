import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { schemaOfAddress } from '../../database-address.ts';
import { requireNameOfNoRole } from '../own-schema.ts';
import { type CopiedTable, listFilled, listTables } from './copied-table.ts';
import { CopyError } from './copy-error.ts';

const OLDEST_VERSION = 150_000;

/**
 * Throws CopyError or SchemaMismatch if the target cannot take the copy of this source or is not empty. The schema of
 * the target may be missing if the address names one: the first migration makes it.
 */
export async function requireFit(
  source: pg.ClientBase,
  target: pg.ClientBase,
  targetUrl: string,
): Promise<void> {
  const { rows } = await target.query<{
    version: string;
    number: number;
    encoding: string;
    schema: string | null;
  }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding, current_schema() as schema`,
  );
  const { version, number, encoding, schema } = rows[0]!;
  if (number < OLDEST_VERSION) throw new CopyError(`Postgres ${version} is too old: 15 to 18 are supported.`);
  if (encoding !== 'UTF8') {
    throw new CopyError(
      `The target's encoding is ${encoding}. Make it anew: create database … encoding 'UTF8' template template0.`,
    );
  }
  if (schema === null) {
    const asked = schemaOfAddress(targetUrl);
    if (asked === undefined)
      throw new CopyError("The target's role may use no schema: it must own one, or the database.");
    await requireNameOfNoRole(target, asked);
  }
  if (await isSamePlace(source, target)) throw new CopyError('The target is the source.');
  await requireEmpty(target, await listTables(target));
}

/** The record of migrations may have rows, because an operator may have migrated the target before. */
export async function requireEmpty(target: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => name).filter((name) => name !== 'migrations');
  const filled = await listFilled(target, names);
  if (filled.length === 0) return;
  throw new CopyError(
    `The target is not empty: there are rows in ${filled.join(', ')}. Copy into a database or a schema that was made for it.`,
  );
}

/**
 * Whether source and target are the same schema of one database. Advisory locks belong to a database: a lock of the
 * source's transaction is then found in the target.
 */
export async function isSamePlace(source: pg.ClientBase, target: pg.ClientBase): Promise<boolean> {
  const key = randomBytes(4).readInt32BE();
  const keys = `hashtext(coalesce(current_schema()::text, '')), $1`;
  await source.query('begin read only');
  await source.query(`select pg_advisory_xact_lock(${keys})`, [key]);
  const { rows } = await target.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(${keys}) as free`,
    [key],
  );
  await source.query('rollback');
  return !rows[0]!.free;
}

/** The statement that makes an index, with the index's name. */
export interface MadeIndex {
  name: string;
  statement: string;
}

/**
 * Empties the tables, switches their triggers off, and drops the indexes that no constraint needs: making them
 * afterwards takes less time than maintaining them row by row. Everything happens in the caller's transaction, and the
 * tables are locked until its end.
 */
export async function openForLoad(
  target: pg.ClientBase,
  tables: readonly CopiedTable[],
): Promise<MadeIndex[]> {
  const names = tables.map(({ name }) => name);
  const quoted = names.map((name) => target.escapeIdentifier(name));
  await target.query(quoted.map((name) => `alter table ${name} disable trigger user`).join(';\n'));
  const { rows } = await target.query<MadeIndex>(
    `select i.relname as name, pg_get_indexdef(i.oid) as statement
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       where t.relnamespace = current_schema()::regnamespace and t.relname = any($1)
         and not exists (select from pg_constraint c where c.conindid = i.oid)
       order by 1`,
    [names],
  );
  await target.query(rows.map(({ name }) => `drop index ${target.escapeIdentifier(name)}`).join(';\n'));
  // Rows that are loaded into a table that was emptied in the same transaction need neither freezing nor marking as
  // visible later.
  await target.query(`truncate ${quoted.join(', ')}`);
  return rows;
}

/** Makes the indexes and switches the triggers on again. */
export async function closeAfterLoad(
  target: pg.ClientBase,
  tables: readonly CopiedTable[],
  indexes: readonly MadeIndex[],
  onIndex: () => void,
): Promise<void> {
  for (const { statement } of indexes) {
    await target.query(statement);
    onIndex();
  }
  const quoted = tables.map(({ name }) => target.escapeIdentifier(name));
  await target.query(quoted.map((name) => `alter table ${name} enable trigger user`).join(';\n'));
  await target.query(`analyze ${quoted.join(', ')}`);
}
