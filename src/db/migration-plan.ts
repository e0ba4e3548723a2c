import type pg from 'pg';
import { type Migration, migrationStatus, readMigrations, withClient } from './migrate.ts';
import { isOneByOne, statementsOf } from './migration-statements.ts';
import { type SchemaObject, schemaObjects } from './schema-objects.ts';
import { lockOf, type StatementLock, type Waiting, type Work } from './statement-locks.ts';

export interface TableSize {
  rows: number;
  /** The size without indexes. */
  bytes: number;
}

export interface PlannedStatement extends StatementLock {
  text: string;
  batches: boolean;
  /** The size of its table, or of the table whose rows it adds if that one is larger. */
  size: TableSize;
  /** How long the statement takes, estimated from that size. */
  seconds: number;
}

/** A group that waits for a migration. `rows`: the writers of the rows that it changes. */
export interface Blocked {
  table: string;
  who: Exclude<Waiting, 'nobody'> | 'rows';
  seconds: number;
}

export interface PlannedMigration {
  name: string;
  one_by_one: boolean;
  statements: PlannedStatement[];
  /** The longest first. The wait for the lock itself is not included: it ends by itself and is tried again. */
  blocked: Blocked[];
}

const NOTHING: TableSize = { rows: 0, bytes: 0 };

/**
 * Rough costs in seconds, on a processor of 2020 whose disk is no bottleneck; each may be wrong several times over in
 * either direction. The costs of reading a byte, sorting a row into an index, writing a row again with its indexes, and
 * changing a row with its triggers.
 */
const READ_BYTE = 1 / 400e6;
const INDEX_ROW = 1.5e-6;
const REWRITE_ROW = 6e-6;
const CHANGE_ROW = 25e-6;

export interface MigrationPlan {
  applied: string[];
  pending: PlannedMigration[];
}

/** Estimates the effects of the missing migrations on this database. It only reads. */
export async function readMigrationPlan(url: string, migrations?: Migration[]): Promise<MigrationPlan> {
  const known = migrations ?? (await readMigrations());
  const { applied, pending } = await migrationStatus(url, known);
  const missing = known.filter(({ name }) => pending.includes(name));
  const sizes = await withClient(url, readSizes);
  return { applied, pending: planMigrations(missing, sizes, schemaObjects(known)) };
}

/** The sizes of the tables, with Postgres's last estimates of the rows. */
async function readSizes(client: pg.ClientBase): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { name: string }>(
    `select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
            greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 as rows
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** Estimates the effects of migrations on a database of these sizes. `objects` gives the table of an index. */
export function planMigrations(
  migrations: readonly Migration[],
  sizes: ReadonlyMap<string, TableSize>,
  objects: readonly SchemaObject[],
): PlannedMigration[] {
  const indexed = new Map(
    objects.filter(({ kind }) => kind === 'index').map(({ name, table }) => [name, table]),
  );
  return migrations.map((migration) => {
    const one_by_one = isOneByOne(migration);
    const statements = statementsOf(migration.sql).map(({ text, batches_of }): PlannedStatement => {
      const lock = lockOf(text, (index) => indexed.get(index) ?? index);
      const size = larger(sizes.get(lock.table ?? ''), sizes.get(lock.from ?? ''));
      return { ...lock, text, batches: batches_of !== null, size, seconds: secondsOf(lock.work, size) };
    });
    return { name: migration.name, one_by_one, statements, blocked: blockedBy(statements, one_by_one) };
  });
}

function larger(one = NOTHING, other = NOTHING): TableSize {
  return other.rows > one.rows ? other : one;
}

function secondsOf(work: Work, { rows, bytes }: TableSize): number {
  if (work === 'none') return 0;
  if (work === 'rows') return rows * CHANGE_ROW;
  const read = bytes * READ_BYTE;
  if (work === 'index') return read + rows * INDEX_ROW;
  return work === 'rewrite' ? read + rows * REWRITE_ROW : read;
}

/** A transaction keeps a lock until its end, so others also wait for everything that the file does later. */
function blockedBy(statements: readonly PlannedStatement[], oneByOne: boolean): Blocked[] {
  const blocked = new Map<string, Blocked>();
  let held: Blocked[] = [];
  for (const [index, statement] of statements.entries()) {
    const { table, waiting, work, from, size, batches, seconds } = statement;
    if (oneByOne) held = [];
    const who =
      waiting !== 'nobody' ? waiting : work === 'rows' && !batches && from === undefined ? 'rows' : null;
    if (table !== null && who !== null && size.rows > 0) {
      const key = `${table} ${who}${oneByOne ? index : ''}`;
      const entry = blocked.get(key) ?? { table, who, seconds: 0 };
      blocked.set(key, entry);
      if (!held.includes(entry)) held.push(entry);
    }
    for (const entry of held) entry.seconds += seconds;
  }
  return [...blocked.values()].sort((a, b) => b.seconds - a.seconds);
}
