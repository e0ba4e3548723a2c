import type pg from 'pg';
import { listTables } from '../copy/copied-table.ts';
import { CopyError } from '../copy/copy-error.ts';

/** Tables of the server as a whole, which a move does not copy. */
const OF_THE_SERVER: readonly string[] = [
  'backup_runs',
  'data_keys',
  'ledger_rounds',
  'migrations',
  'operator_challenges',
  'operator_identities',
  'operator_links',
  'operator_passkeys',
  'operator_sessions',
  'operators',
  'sign_in_failures',
];

/**
 * Counters of request limits. Their writes are not worth a refusal, and they expire by themselves: they are copied
 * once, without notes of later writes.
 */
const PASSING: readonly string[] = ['rate_windows'];

/** Made for a move, and dropped after it. */
export const MOVE_TABLE = 'program_move';
export const MOVED_ROWS_TABLE = 'program_move_rows';

/** A table that has rows of programs. */
export interface ProgramTable {
  name: string;
  columns: string[];
  /** The column with the program's id: the first of the primary key. */
  program: string;
  /** The other columns of the primary key. */
  key: string[];
  /** True: writes to it are noted, and stopped for the last rows; false: its rows are copied once. */
  watched: boolean;
  /** The table is unlogged, for traces, which no copy includes. */
  unlogged: boolean;
  hasCustomers: boolean;
}

/**
 * All tables with rows of programs, in the order of their names. Throws CopyError if a table neither has its program
 * first in its key nor is listed as a table of the server: nobody has decided how its rows move.
 */
export async function listProgramTables(client: pg.ClientBase): Promise<ProgramTable[]> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k (attnum, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place) as key
       from pg_class c join pg_index x on x.indrelid = c.oid and x.indisprimary
       where c.relnamespace = current_schema()::regnamespace`,
  );
  const keys = new Map(rows.map(({ name, key }) => [name, key]));
  const tables: ProgramTable[] = [];
  for (const { name, columns, unlogged } of await listTables(client)) {
    if (OF_THE_SERVER.includes(name) || name === MOVE_TABLE || name === MOVED_ROWS_TABLE) continue;
    const [program, ...key] = keys.get(name) ?? [];
    if (program !== (name === 'programs' ? 'id' : 'program_id')) {
      throw new CopyError(
        `The table ${name} has no program in its key, and nobody has said how its rows move.`,
      );
    }
    const watched = !unlogged && !PASSING.includes(name);
    const hasCustomers = name === 'customers' || columns.includes('customer_id');
    tables.push({ name, columns, program, key, watched, unlogged, hasCustomers });
  }
  return tables;
}

/** The sequences that give the ids of these tables. */
export async function listSequencesOf(
  client: pg.ClientBase,
  tables: readonly ProgramTable[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct s.relname as name
       from pg_class t join pg_attrdef a on a.adrelid = t.oid
         join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = a.oid
         join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
       where t.relnamespace = current_schema()::regnamespace and t.relname = any($1) order by 1`,
    [tables.map(({ name }) => name)],
  );
  return rows.map(({ name }) => name);
}
