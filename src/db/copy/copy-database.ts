import type { Transaction } from 'kysely';
import type pg from 'pg';
import { migrate, migrationStatus } from '../migrate.ts';
import type { DB } from '../tables.ts';
import { withinTransaction } from '../within-transaction.ts';
import { type CopiedTable, countRows, isPartitioned, listTables } from './copied-table.ts';
import { CopyError } from './copy-error.ts';
import { copyRows } from './copy-rows.ts';
import { withCopySession } from './copy-session.ts';
import { closeAfterLoad, openForLoad, requireEmpty, requireFit } from './prepare-target.ts';

export interface CopyOptions<P> {
  /** The address for the owner of the tables. The schema must be migrated. */
  sourceUrl: string;
  /** The addresses for the owner of an empty database, and for its server's role. */
  target: { ownerUrl: string; serverUrl: string };
  /** If it throws, the copy ends with that error. */
  onProgress: (what: 'rows' | 'indexes', done: number, of: number) => void;
  /** Checks the copy before it is committed, against the source as it was copied. If it throws, the copy is undone. */
  prove: (copy: Transaction<DB>, source: Transaction<DB>) => Promise<P>;
}

export interface Copied<P> {
  /** The moment of the copy, in ms: it has everything that was committed before. */
  moment: number;
  /** The number of rows by table. */
  rows: Record<string, number>;
  proof: P;
}

/**
 * Copies a server's whole schema as it is at one moment, while servers write, into an empty schema of the same or
 * another database. The source is only read. The target gets the schema first, and everything else in one transaction:
 * every reader who sees the copy sees it complete and checked. An interrupted copy leaves an empty target, and can
 * begin again. Memory does not grow with the data.
 */
export function copyDatabase<P>(options: CopyOptions<P>): Promise<Copied<P>> {
  const { ownerUrl, serverUrl } = options.target;
  return withCopySession(options.sourceUrl, (source) =>
    withCopySession(ownerUrl, async (target) => {
      await requireFit(source, target, ownerUrl);
      await requireMigrated(options.sourceUrl);
      await migrate({ ownerUrl, serverUrl });
      // If both are schemas of one database, an older snapshot would prevent the target from making indexes.
      await source.query('begin isolation level repeatable read read only');
      const { rows } = await source.query<{ moment: number }>('select now() as moment');
      await target.query('begin');
      const copied = await load(source, target, options);
      await target.query('commit');
      return { moment: rows[0]!.moment, ...copied };
    }),
  );
}

async function requireMigrated(url: string): Promise<void> {
  const { pending } = await migrationStatus(url);
  if (pending.length > 0)
    throw new CopyError(`The source lacks ${pending.join(', ')}. Run: loyaltyd migrate up`);
}

async function load<P>(
  source: pg.Client,
  target: pg.Client,
  { onProgress, prove }: CopyOptions<P>,
): Promise<Omit<Copied<P>, 'moment'>> {
  // Another copy, or a server that starts, waits for this lock.
  await target.query('lock table migrations in access exclusive mode');
  const tables = (await listTables(target)).filter(({ unlogged }) => !unlogged);
  const indexes = await openForLoadOfEmpty(target, tables);
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = await countRows(source, name);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables) {
    await copyTable(source, target, table, (more) => {
      done += more;
      onProgress('rows', done, total);
    });
  }
  let made = 0;
  await closeAfterLoad(target, tables, indexes, () => {
    made += 1;
    onProgress('indexes', made, indexes.length);
  });
  for (const { name } of tables) await requireCount(target, name, rows[name]!);
  await takeOverSequences(source, target);
  const proof = await withinTransaction(target, (copy) =>
    withinTransaction(source, (original) => prove(copy, original)),
  );
  return { rows, proof };
}

/** Checks again under the lock: if somebody wrote rows since the first check, the copy is refused. */
async function openForLoadOfEmpty(target: pg.Client, tables: readonly CopiedTable[]) {
  const quoted = tables.map(({ name }) => target.escapeIdentifier(name));
  await target.query(`lock table ${quoted.join(', ')} in access exclusive mode`);
  await requireEmpty(target, tables);
  return openForLoad(target, tables);
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns }: CopiedTable,
  onRows: (more: number) => void,
): Promise<void> {
  const quoted = columns.map((column) => source.escapeIdentifier(column)).join(', ');
  const place = `${source.escapeIdentifier(name)} (${quoted})`;
  const origin = (await isPartitioned(source, name))
    ? `(select ${quoted} from ${source.escapeIdentifier(name)})`
    : place;
  await copyRows(source, target, { origin, place, freeze: true }, onRows);
}

async function requireCount(target: pg.Client, table: string, expected: number): Promise<void> {
  const count = await countRows(target, table);
  if (count !== expected)
    throw new CopyError(`The copy of ${table} has ${count} rows, and the source had ${expected}.`);
}

/**
 * Makes every later id of the target higher than all ids that the source has given until now, including those for
 * writes after the copy's moment.
 */
async function takeOverSequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    'select sequencename::text as name from pg_sequences where schemaname = current_schema() order by 1',
  );
  for (const { name } of rows) {
    const sequence = target.escapeIdentifier(name);
    const state = await source.query<{ last_value: number; is_called: boolean }>(
      `select last_value, is_called from ${sequence}`,
    );
    const { last_value, is_called } = state.rows[0]!;
    await target.query('select setval($1::regclass, $2, $3)', [sequence, last_value, is_called]);
  }
}
