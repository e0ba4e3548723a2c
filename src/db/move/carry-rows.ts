import type pg from 'pg';
import { countRows } from '../copy/copied-table.ts';
import { CopyError } from '../copy/copy-error.ts';
import { copyRows } from '../copy/copy-rows.ts';
import { freeClaims } from './free-claims.ts';
import { columnThere, findOperators, keyThere, operatorsIn } from './operators-there.ts';
import { MOVED_ROWS_TABLE, type ProgramTable } from './program-table.ts';

/**
 * The two connections between which the rows of a program are copied. Both have a transaction open; the source's has
 * one snapshot.
 */
export interface Way {
  source: pg.Client;
  target: pg.Client;
  programId: number;
  tables: readonly ProgramTable[];
}

export interface Carried {
  /** The number of copied rows by table, or of changed keys. */
  rows: Record<string, number>;
  operators_made: number;
}

/** Copies all rows in the snapshot of the source's transaction, and counts them at both ends. */
export async function carryAll(way: Way, onProgress: (done: number, of: number) => void): Promise<Carried> {
  const { source, target, programId } = way;
  // The snapshot includes the rows whose changes these notes list.
  await source.query(`delete from ${MOVED_ROWS_TABLE}`);
  const tables = way.tables.filter(({ unlogged }) => !unlogged);
  // Rows that servers wrote at the target after the program had left it earlier.
  for (const { name, program } of way.tables.filter(({ watched }) => !watched))
    await target.query(`delete from ${target.escapeIdentifier(name)} where ${program} = $1`, [programId]);
  const carried: Carried = { rows: {}, operators_made: 0 };
  for (const { name, program } of tables)
    carried.rows[name] = await countRows(source, name, { [program]: programId });
  const total = Object.values(carried.rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables) {
    const own = `${source.escapeIdentifier(table.name)} t where t.${table.program} = ${programId}`;
    carried.operators_made += await findNamed(way, table, own);
    await copyOwn(way, table, own, (more) => {
      done += more;
      onProgress(done, total);
    });
  }
  for (const { name, program } of tables) {
    const count = await countRows(target, name, { [program]: programId });
    if (count !== carried.rows[name])
      throw new CopyError(`The copy of ${name} has ${count} rows, and the source had ${carried.rows[name]}.`);
  }
  await freeClaims(target, programId);
  return carried;
}

/** The keys of the rows in this pass. The table is in both sessions until their transactions end. */
const KEYS = 'pg_temp.carried_keys';

export interface CarriedChanges extends Carried {
  /** The customers with at least one changed row. */
  customer_ids: number[];
}

/**
 * Carries the rows that changed since the last pass, as they are in the snapshot of the source's transaction: it
 * deletes rows that are gone, and writes the others again. Both ends are compared by a digest.
 */
export async function carryChanges(way: Way): Promise<CarriedChanges> {
  const { source, target } = way;
  for (const client of [source, target])
    await client.query(
      'create temporary table carried_keys (name text not null, key jsonb not null) on commit drop',
    );
  await source.query(
    `with noted as (delete from ${MOVED_ROWS_TABLE} returning name, key)
       insert into ${KEYS} select distinct name, key from noted`,
  );
  // Without statistics Postgres would read whole tables for a few keys.
  await source.query(`analyze ${KEYS}`);
  const { rows } = await source.query<{ name: string; count: number }>(
    `select name, count(*)::float8 as count from ${KEYS} group by 1`,
  );
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const changed = way.tables.filter(({ name }) => counts.has(name));
  const carried: CarriedChanges = {
    rows: Object.fromEntries(counts),
    operators_made: 0,
    customer_ids: await listCustomers(way, changed),
  };
  for (const table of changed)
    carried.operators_made += await findNamed(way, table, rowsWithKeys(source, table));
  await copyRows(
    source,
    target,
    { origin: `(select name, ${keyThere(changed)} as key from ${KEYS})`, place: `${KEYS} (name, key)` },
    () => {},
  );
  await target.query(`analyze ${KEYS}`);
  for (const table of changed) {
    await target.query(`delete from ${rowsWithKeys(target, table).replace(' t, lateral', ' t using')}`);
    await copyOwn(way, table, rowsWithKeys(source, table), () => {});
    await requireSame(way, table);
  }
  // A claim to a delivery is written into the delivery's row, so that row is among the changed rows.
  await freeClaims(
    target,
    way.programId,
    `select (key ->> 'id')::bigint from ${KEYS} where name = 'webhook_deliveries'`,
  );
  await target.query(`drop table ${KEYS}`);
  return carried;
}

/** Finds the operators at the target whom rows of a table name. Returns how many were added there. */
async function findNamed({ source, target }: Way, table: ProgramTable, rows: string): Promise<number> {
  const named = operatorsIn(table, rows);
  return named === undefined ? 0 : findOperators(source, target, named);
}

/** Copies rows of a table, which the given text calls `t`. The operators whom they name are found first. */
async function copyOwn(
  { source, target }: Way,
  table: ProgramTable,
  rows: string,
  onRows: (more: number) => void,
): Promise<void> {
  const columns = table.columns.map((column) => columnThere(source, table, column)).join(', ');
  const quoted = table.columns.map((column) => source.escapeIdentifier(column)).join(', ');
  await copyRows(
    source,
    target,
    {
      origin: `(select ${columns} from ${rows})`,
      place: `${target.escapeIdentifier(table.name)} (${quoted})`,
    },
    onRows,
  );
}

/** `TABLE t, lateral (the keys) k where …`: the rows of a table whose keys are in this pass. */
function rowsWithKeys(client: pg.Client, { name, program, key }: ProgramTable): string {
  const table = client.escapeIdentifier(name);
  const same = [program, ...key].map((column) => client.escapeIdentifier(column));
  return `${table} t, lateral (select r.* from ${KEYS} c, jsonb_populate_record(null::${table}, c.key) r
    where c.name = ${client.escapeLiteral(name)}) k where ${same.map((column) => `t.${column} = k.${column}`).join(' and ')}`;
}

async function requireSame({ source, target }: Way, table: ProgramTable): Promise<void> {
  const digest = (client: pg.Client, columns: readonly string[]) =>
    client.query<{ count: string; digest: string }>(
      `select count(*) as count, coalesce(sum(hashtextextended(r::text, 0)), 0)::text as digest
         from (select ${columns.join(', ')} from ${rowsWithKeys(client, table)}) r`,
    );
  const [here, there] = await Promise.all([
    digest(
      source,
      table.columns.map((column) => columnThere(source, table, column)),
    ),
    digest(
      target,
      table.columns.map((column) => `t.${target.escapeIdentifier(column)}`),
    ),
  ]);
  if (JSON.stringify(here.rows) !== JSON.stringify(there.rows))
    throw new CopyError(`The changed rows of ${table.name} are not the same at the target.`);
}

async function listCustomers({ source }: Way, tables: readonly ProgramTable[]): Promise<number[]> {
  const parts = tables
    .filter(({ hasCustomers }) => hasCustomers)
    .map(
      (table) =>
        `select t.${table.name === 'customers' ? 'id' : 'customer_id'} as id from ${rowsWithKeys(source, table)}`,
    );
  if (parts.length === 0) return [];
  const { rows } = await source.query<{ id: number | null }>(parts.join(' union '));
  return rows.flatMap(({ id }) => id ?? []);
}
