import type pg from 'pg';
import { CopyError } from './copy-error.ts';

/** A table to copy, with the columns that store values of their own, without generated columns. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** The table is unlogged, for traces. A crash of Postgres empties it, so no copy includes its rows. */
  unlogged: boolean;
}

/** The tables of the current schema that the role of this connection owns, in the order of their names. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name, c.relpersistence = 'u' as unlogged,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
       from pg_class c
       where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
         and pg_get_userbyid(c.relowner) = current_user
         -- A table that an extension brought is not ours.
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by 1`,
  );
  return rows;
}

/** Throws CopyError if the schema has a table of another owner: its writes could not be stopped. */
export async function requireOwnTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string; role: string }>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner, current_user as role
       from pg_class c
       where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
         and pg_get_userbyid(c.relowner) <> current_user
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by 1 limit 1`,
  );
  const [other] = rows;
  if (!other) return;
  throw new CopyError(
    `The table ${other.name} belongs to ${other.owner}, and ${other.role} cannot stop its writes. Give DATABASE_OWNER_URL the owner of all tables, or move other programs' tables out of the schema.`,
  );
}

/**
 * Whether the rows of a table are in partitions. The partitions themselves are not listed: the table represents them.
 */
export async function isPartitioned(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ partitioned: boolean }>(
    "select relkind = 'p' as partitioned from pg_class where oid = $1::regclass",
    [client.escapeIdentifier(table)],
  );
  return rows[0]!.partitioned;
}

/** Counts all rows of a table, or the rows whose columns have these values. */
export async function countRows(
  client: pg.ClientBase,
  table: string,
  having: Record<string, number> = {},
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${client.escapeIdentifier(table)} ${where(client, having)}`,
    Object.values(having),
  );
  return rows[0]!.count;
}

function where(client: pg.ClientBase, having: Record<string, number>): string {
  const conditions = Object.keys(having).map(
    (column, index) => `${client.escapeIdentifier(column)} = $${index + 1}`,
  );
  return `where ${['true', ...conditions].join(' and ')}`;
}

/** The first tables, at most five, that have any rows, or rows whose columns have these values. */
export async function listFilled(
  client: pg.ClientBase,
  tables: readonly string[],
  having: Record<string, number> = {},
): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    if (filled.length === 5) break;
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${client.escapeIdentifier(table)} ${where(client, having)}) as filled`,
      Object.values(having),
    );
    if (rows[0]!.filled) filled.push(table);
  }
  return filled;
}
