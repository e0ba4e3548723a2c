import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { listHoldups } from './inspect-postgres.ts';
import type { MigrationStatement } from './migration-statements.ts';

/**
 * The first key of the lock that a migrating process has in a transaction. A session lock would not survive a pgbouncer
 * in transaction mode. Each schema other than public has its own lock.
 */
const LOCK_KEY = 730_551_194;
const LOCK_RETRY_MS = 50;

/** Runs `work` in a transaction while no other process migrates. */
export async function inLockedTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const result = await inTransaction(client, async () => {
      // A statement that waits for the lock would keep a snapshot. The creation of an index beside writers waits for
      // such snapshots, so the two would wait for each other.
      const { rows } = await client.query<{ held: boolean }>(
        `select case current_schema() when 'public' then pg_try_advisory_xact_lock($1::int::bigint)
                else pg_try_advisory_xact_lock($1::int, hashtext(coalesce(current_schema()::text, current_setting('search_path'))))
                end as held`,
        [LOCK_KEY],
      );
      return rows[0]!.held ? { done: await work() } : undefined;
    });
    if (result) return result.done;
    await delay(LOCK_RETRY_MS);
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The name of a migrating process in Postgres's list of sessions. */
export const APPLICATION_NAME = 'loyaltyd migrate';

/** Others had a lock all the time that a migration was tried. The message names them. */
export class MigrationBlocked extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationBlocked';
  }
}

export type OnBlocked = (message: string) => void;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Runs an attempt until it gets the locks that others have. Others go on between attempts. */
export function untilFree(
  client: pg.Client,
  { patience_ms, onBlocked }: { patience_ms: number; onBlocked?: OnBlocked },
): <T>(attempt: () => Promise<T>) => Promise<T> {
  return async (attempt) => {
    const deadline = performance.now() + patience_ms;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBlocked(error)) throw error;
      }
      const message = `a migration waits for a lock that others hold${await describeOthers(client)}`;
      onBlocked?.(message);
      if (performance.now() >= deadline)
        throw new MigrationBlocked(`${message}. End them, then migrate again.`);
      await delay(pause);
    }
  };
}

/** Whether a lock did not come in time, or there was a deadlock with writers. */
function isBlocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
}

/** The longest transactions, as far as the owner may see them: they probably have the lock. */
async function describeOthers(client: pg.Client): Promise<string> {
  const others = (await listHoldups(client, 1)).filter(
    ({ kind, about }) => kind !== 'slot' && !about.includes(APPLICATION_NAME),
  );
  const longest = others.sort((a, b) => b.seconds - a.seconds).slice(0, 3);
  if (longest.length === 0) return '';
  return `: ${longest.map(({ name, about, seconds }) => `${name} (${about}) for ${Math.round(seconds)} s`).join('; ')}`;
}

/** How long a statement waits for a lock. Writers that come meanwhile wait behind it. */
const LOCK_TIMEOUT_MS = 500;

/** Runs a whole file in the open transaction. */
export async function runWhole(client: pg.Client, sql: string): Promise<void> {
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await client.query('set local lock_timeout = 0');
}

const MADE_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i;

/**
 * Runs one statement of a file whose statements commit one by one. An earlier attempt may have run it partly or
 * completely.
 */
export async function runAlone(
  client: pg.Client,
  { text, batches_of }: MigrationStatement,
  free: ReturnType<typeof untilFree>,
): Promise<void> {
  if (batches_of !== null) return runBatches(client, batches_of, text, free);
  const [, index] = MADE_INDEX.exec(text) ?? [];
  if (index) {
    return free(async () => {
      await dropBrokenIndex(client, index);
      await client.query(text);
    });
  }
  // Postgres refuses this statement within a transaction. No writer waits behind its lock.
  if (/^drop index concurrently/i.test(text)) return free(async () => void (await client.query(text)));
  return free(() => inTransaction(client, () => runWhole(client, text)));
}

/** Drops an index whose creation was interrupted: such an index costs every writer and serves no reader. */
async function dropBrokenIndex(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ broken: boolean }>(
    'select not indisvalid as broken from pg_index where indexrelid = to_regclass($1)',
    [client.escapeIdentifier(name)],
  );
  if (rows[0]?.broken)
    await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`);
}

/** The longest time, about, that writers of the same rows wait. */
const BATCH_MS = 200;
const FIRST_PAGES = 64;
const MOST_PAGES = 16_384;

/**
 * Runs the statement for one range of the table's pages after the other, `$1` to `$2`, until a whole round changes
 * nothing: a changed row may move to pages before the current range.
 */
async function runBatches(
  client: pg.Client,
  table: string,
  text: string,
  free: ReturnType<typeof untilFree>,
): Promise<void> {
  let pages = FIRST_PAGES;
  for (let changed = 1; changed > 0; ) {
    changed = 0;
    const all = await countPages(client, table);
    for (let from = 0; from < all; ) {
      const began = performance.now();
      const range = [`(${from},0)`, `(${from + pages},0)`];
      changed += await free(() =>
        inTransaction(client, async () => {
          await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
          return (await client.query(text, range)).rowCount ?? 0;
        }),
      );
      const took = performance.now() - began;
      from += pages;
      if (took > BATCH_MS) pages = Math.max(1, Math.floor(pages / 2));
      else if (took < BATCH_MS / 2) pages = Math.min(MOST_PAGES, 2 * pages);
      // Others get half of the time.
      await delay(Math.min(took, BATCH_MS));
    }
  }
}

async function countPages(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
    [table],
  );
  return rows[0]!.pages;
}
