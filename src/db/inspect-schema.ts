import type pg from 'pg';
import { grantedRights } from './grants.ts';
import { readMigrations } from './migrate.ts';
import { type SchemaObject, schemaObjects } from './schema-objects.ts';

/** An index or a trigger that is not as the migrations made it. */
export type AilingObject = SchemaObject & { state: 'missing' | 'disabled' | 'invalid' };

/** The indexes and triggers that are missing, switched off, or invalid because their creation was interrupted. */
export async function listAilingObjects(client: pg.ClientBase): Promise<AilingObject[]> {
  const { rows } = await client.query<{ key: string; sound: boolean }>(
    `select t.relname || ' ' || g.tgname as key, g.tgenabled in ('O', 'A') as sound
       from pg_trigger g join pg_class t on t.oid = g.tgrelid
       where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace
     union all
     select i.relname, x.indisvalid and x.indisready
       from pg_index x join pg_class i on i.oid = x.indexrelid
       where i.relnamespace = current_schema()::regnamespace`,
  );
  const sound = new Map(rows.map((row) => [row.key, row.sound]));
  return schemaObjects(await readMigrations()).flatMap((object): AilingObject[] => {
    const found = sound.get(object.kind === 'index' ? object.name : `${object.table} ${object.name}`);
    if (found) return [];
    if (found === undefined) return [{ ...object, state: 'missing' }];
    return [{ ...object, state: object.kind === 'index' ? 'invalid' : 'disabled' }];
  });
}

/** How near the ledger's ids are to the end of the ledger's last partition. */
export interface LastPartition {
  /** The first id that no longer fits into the partition. */
  end: number;
  /** How many ids fit into the partition. */
  size: number;
  /** The highest id that was given. */
  given: number;
}

/** null: the ledger's transactions are not partitioned, or some partition accepts every id. */
export async function readLastPartition(client: pg.ClientBase): Promise<LastPartition | null> {
  const { rows } = await client.query<{ last: LastPartition | null }>(
    `with bounds as (
       select substring(bound from 'FROM \\(''(-?\\d+)''')::bigint as first, substring(bound from 'TO \\(''(-?\\d+)''')::bigint as end
         from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
         where i.inhparent = to_regclass('transactions') and c.relispartition)
     select (select case when bool_and(b.end is not null) then
         json_build_object('end', max(b.end), 'size', max(b.end) - greatest(0, max(b.first)),
           'given', coalesce(pg_sequence_last_value('transaction_ids'), 0)) end
       from bounds b) as last`,
  );
  return rows[0]!.last;
}

/** Our tables on which the role of this connection lacks a right that the server needs, with the missing rights. */
export async function listLackingRights(
  client: pg.ClientBase,
): Promise<{ table: string; rights: string[] }[]> {
  const { rows } = await client.query<{ table: string; held: string[] }>(
    `select tablename as table,
            array(select r from unnest(array['select', 'insert', 'update', 'delete']) r
                  where has_table_privilege(format('%I.%I', schemaname, tablename), r)
                     or (r = 'update' and has_any_column_privilege(format('%I.%I', schemaname, tablename), 'update'))) as held
       from pg_tables t where schemaname = current_schema()
         -- A table of somebody else is none of ours: migrating grants nothing on it.
         and tableowner = (select tableowner from pg_tables o
                           where o.schemaname = t.schemaname and o.tablename = 'transactions') order by 1`,
  );
  return rows.flatMap(({ table, held }) => {
    const rights = grantedRights(table).filter((right) => !held.includes(right));
    return rights.length > 0 ? [{ table, rights }] : [];
  });
}
