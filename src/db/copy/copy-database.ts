import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrate, migrationStatus, withClient } from '../migrate.ts';
import type { DB } from '../tables.ts';
import { typeParsers } from '../type-parsers.ts';
import { withinTransaction } from '../within-transaction.ts';
import { type CopiedTable, countRows, isPartitioned, listTables } from './copied-table.ts';
import { CopyError } from './copy-error.ts';
import { closeAfterLoad, openForLoad, requireEmpty, requireFit } from './prepare-target.ts';

export interface CopyOptions<P> {
  /** As the owner of the tables, migrated. */
  sourceUrl: string;
  /** As the owner of an empty database. */
  target: { ownerUrl: string; serverUrl: string };
  /** An error that it throws ends the copy. */
  onProgress: (what: 'rows' | 'indexes', done: number, of: number) => void;
  /** Judges the copy before it is committed, beside the source as it was copied. An error that it throws undoes the copy. */
  prove: (copy: Transaction<DB>, source: Transaction<DB>) => Promise<P>;
}

export interface Copied<P> {
  /** All that was committed before this moment is in the copy, in ms. */
  moment: number;
  /** By table. */
  rows: Record<string, number>;
  proof: P;
}

/**
 * Copies all of a server's schema as it is at one moment, while servers write, into one that is empty, of the same or
 * another database. The source is only read. The target gets the schema first, and everything else in one transaction:
 * whoever sees the copy sees it whole and proven. A copy that is broken off leaves an empty target behind, and can begin
 * again. Memory does not grow with the data.
 */
export function copyDatabase<P>(options: CopyOptions<P>): Promise<Copied<P>> {
  const { ownerUrl, serverUrl } = options.target;
  return withSession(options.sourceUrl, (source) =>
    withSession(ownerUrl, async (target) => {
      await requireFit(source, target, ownerUrl);
      await requireMigrated(options.sourceUrl);
      await migrate({ ownerUrl, serverUrl });
      // A snapshot of before would keep the target from making indexes, where both are schemas of one database.
      await source.query('begin isolation level repeatable read read only');
      const { rows } = await source.query<{ moment: number }>('select now() as moment');
      await target.query('begin');
      const copied = await load(source, target, options);
      await target.query('commit');
      return { moment: rows[0]!.moment, ...copied };
    }),
  );
}

/** A connection without limits of time, for which Postgres looks every second whether this process still lives. */
function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(
    url,
    async (client) => {
      await client.query(
        `select set_config(name, '0', false) from pg_settings
           where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
      );
      // A platform on which Postgres cannot look refuses the setting.
      await client.query("set client_connection_check_interval = '1s'").catch(() => {});
      return work(client);
    },
    { application_name: 'loyaltyd copy', types: typeParsers },
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
  // Another copy, or a server that starts, waits here.
  await target.query('lock table migrations in access exclusive mode');
  const tables = (await listTables(target)).filter(({ unlogged }) => !unlogged);
  const indexes = await openForLoadOfEmpty(target, tables);
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = await countRows(source, name);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables) {
    await copyRows(source, target, table, (more) => {
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

/** Looks again behind the lock: rows that somebody wrote since the first look keep the copy out. */
async function openForLoadOfEmpty(target: pg.Client, tables: readonly CopiedTable[]) {
  const quoted = tables.map(({ name }) => target.escapeIdentifier(name));
  await target.query(`lock table ${quoted.join(', ')} in access exclusive mode`);
  await requireEmpty(target, tables);
  return openForLoad(target, tables);
}

const NEWLINE = 10;

/** As text, which every version of Postgres reads alike. The reader waits for the writer. */
async function copyRows(
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
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let lines = 0;
      // A newline within a value is written as two other characters.
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      try {
        onRows(lines);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(
    source.query(copyTo(`copy ${origin} to stdout`)),
    counted,
    target.query(copyFrom(`copy ${place} from stdin with (freeze)`)),
  );
}

async function requireCount(target: pg.Client, table: string, expected: number): Promise<void> {
  const count = await countRows(target, table);
  if (count !== expected)
    throw new CopyError(`The copy of ${table} has ${count} rows, and the source had ${expected}.`);
}

/**
 * Makes every id of the target higher than all that the source has given until now, even to writers that came after the
 * copy's moment.
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
