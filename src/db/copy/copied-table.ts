import type pg from 'pg';

/** A table to copy, with the columns that hold something of their own: generated ones are left out. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

/** The tables of the current schema that the role of this connection owns, in the order of their names. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
       from pg_class c
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
         and pg_get_userbyid(c.relowner) = current_user
         -- A table that an extension brought is not ours.
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by 1`,
  );
  return rows;
}

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${client.escapeIdentifier(table)}`,
  );
  return rows[0]!.count;
}

/** The first of these tables that have rows, at most five. */
export async function listFilled(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    if (filled.length === 5) break;
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${client.escapeIdentifier(table)}) as filled`,
    );
    if (rows[0]!.filled) filled.push(table);
  }
  return filled;
}
