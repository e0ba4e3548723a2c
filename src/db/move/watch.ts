import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { MOVING } from '../connection-errors.ts';
import { CopyError } from '../copy/copy-error.ts';
import { type LockRetries, withLockRetries } from '../with-lock-retries.ts';
import { MOVE_TABLE, MOVED_ROWS_TABLE, type ProgramTable } from './program-table.ts';

/**
 * copying: writes of the program are noted. stopped: it accepts no writes. moved: it is at the target, and its rows
 * here must be dropped.
 */
export type MoveStage = 'copying' | 'stopped' | 'moved';

export interface MoveState {
  program_id: number;
  program_key: string;
  /** The name of the target, the same in each run. */
  target: string;
  stage: MoveStage;
}

/**
 * The first keys of two locks: the lock of a transaction that writes to the program, and the lock of the move itself.
 */
const WRITERS = 0x6d_6f_76;
const RUN = 0x6d_6f_72;

/**
 * How long the stop waits for a transaction that has written, before writes are allowed again and the stop is tried
 * again.
 */
const STOP_PATIENCE_MS = 2_000;
const POLL_MS = 5;

/** Writers of all programs wait this long at most behind the lock that a trigger needs. */
const BRIEF: LockRetries = { lock_timeout_ms: 300, attempts: 200, pause_ms: 200 };

/**
 * A backup reads a table for a long time. Statements that only tidy up wait for it patiently, in short attempts, so
 * that nobody waits long behind them.
 */
export const PATIENT: LockRetries = {
  lock_timeout_ms: 100,
  attempts: Number.POSITIVE_INFINITY,
  pause_ms: 1_000,
};

/**
 * Keeps every other process from moving a program out of this schema, while the connection lives. Returns false if
 * another process has this lock.
 */
export async function lockMoves(source: pg.ClientBase): Promise<boolean> {
  const { rows } = await source.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${RUN}, schema_number()) as held`,
  );
  return rows[0]!.held;
}

/** The move out of this schema that was begun and not completed. */
export async function readMove(source: pg.ClientBase): Promise<MoveState | undefined> {
  const { rows: found } = await source.query<{ exists: boolean }>(
    `select to_regclass('${MOVE_TABLE}') is not null as exists`,
  );
  if (!found[0]!.exists) return undefined;
  const { rows } = await source.query<MoveState>(
    `select program_id, program_key, target, stage from ${MOVE_TABLE}`,
  );
  return rows[0];
}

/** The move out of this schema that was begun and not completed, if no process is working on it. */
export async function readBrokenMove(client: pg.ClientBase): Promise<MoveState | undefined> {
  const { rows } = await client.query<{ running: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
        and classid = ${RUN} and objid = schema_number()
        and database = (select oid from pg_database where datname = current_database())) as running`,
  );
  return rows[0]!.running ? undefined : readMove(client);
}

/**
 * From now on, the transaction that writes a row of the program also notes the row's key. Writers of the program pay
 * for a note; writers of other programs pay for a comparison. If an interrupted move begins again, the program accepts
 * writes again.
 */
export async function watchProgram(
  source: pg.Client,
  move: Omit<MoveState, 'stage'>,
  tables: readonly ProgramTable[],
): Promise<void> {
  await source.query(
    `create table if not exists ${MOVE_TABLE} (
       program_id bigint not null, program_key text not null, target text not null, stage text not null);
     grant select on ${MOVE_TABLE} to public;
     create unlogged table if not exists ${MOVED_ROWS_TABLE} (name text not null, key jsonb not null)`,
  );
  await source.query('begin');
  await source.query(`delete from ${MOVE_TABLE}`);
  await source.query(`insert into ${MOVE_TABLE} values ($1, $2, $3, 'copying')`, [
    move.program_id,
    move.program_key,
    move.target,
  ]);
  await source.query('commit');
  const { rows } = await source.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
  for (const table of tables.filter(({ watched }) => watched))
    await watchTable(source, rows[0]!.schema, table, move.program_id);
}

async function watchTable(
  source: pg.Client,
  schema: string,
  { name, program, key }: ProgramTable,
  programId: number,
): Promise<void> {
  const quote = (identifier: string) => source.escapeIdentifier(identifier);
  const keyOf = (row: 'new' | 'old') =>
    `jsonb_build_object(${[program, ...key].map((column) => `'${column}', ${row}.${quote(column)}`).join(', ')})`;
  // The function takes the lock before it reads the stage, so a process that stops the program waits for all writers
  // that read the former stage. An older snapshot would show a former stage, so only `read committed` is allowed.
  const noting = `create or replace function ${functionOf(source, name)}() returns trigger language plpgsql
       security definer set search_path = ${schema}, pg_temp as $$
     begin
       perform pg_advisory_xact_lock_shared(${WRITERS}, schema_number());
       if (select stage from ${MOVE_TABLE}) <> 'copying' or current_setting('transaction_isolation') <> 'read committed' then
         raise exception 'the program is being moved' using errcode = '${MOVING}', detail = '${programId}', hint = 'loyaltyd program move';
       end if;
       if tg_op <> 'INSERT' then
         insert into ${MOVED_ROWS_TABLE} values ('${name}', ${keyOf('old')});
       end if;
       if tg_op = 'INSERT' or tg_op = 'UPDATE' and ${keyOf('new')} <> ${keyOf('old')} then
         insert into ${MOVED_ROWS_TABLE} values ('${name}', ${keyOf('new')});
       end if;
       return null;
     end $$`;
  const trigger = (trigger: string, event: string, row: 'new' | 'old') =>
    `create or replace trigger ${trigger} after ${event} on ${quote(name)}
       for each row when (${row}.${quote(program)} = ${programId}) execute function ${functionOf(source, name)}()`;
  await withLockRetries(
    source,
    [
      noting,
      trigger('program_move_in', 'insert', 'new'),
      trigger('program_move_on', 'update or delete', 'old'),
    ].join(';\n'),
    BRIEF,
  );
}

function functionOf(source: pg.Client, table: string): string {
  return source.escapeIdentifier(`program_move_of_${table}`);
}

/**
 * Stops the writes of the program, and waits for those that are under way: a later reader sees everything that they
 * committed. It waits without a lock, so nobody waits behind it. Returns false, and allows writes again, if a
 * transaction takes too long.
 */
export async function stopProgram(source: pg.Client): Promise<boolean> {
  await setStage(source, 'stopped');
  const began = performance.now();
  let before: string[] | undefined;
  for (;;) {
    const writers = await listWriters(source);
    before = (before ?? writers).filter((one) => writers.includes(one));
    if (before.length === 0) return true;
    if (performance.now() - began > STOP_PATIENCE_MS) break;
    await delay(POLL_MS);
  }
  await setStage(source, 'copying');
  return false;
}

/** The transactions that may have written to the program. */
async function listWriters(source: pg.Client): Promise<string[]> {
  const { rows } = await source.query<{ writer: string }>(
    `select virtualtransaction as writer from pg_locks
       where locktype = 'advisory' and objsubid = 2 and granted and classid = ${WRITERS} and objid = schema_number()
         and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ writer }) => writer);
}

export async function setStage(source: pg.Client, stage: MoveStage): Promise<void> {
  const { rowCount } = await source.query(`update ${MOVE_TABLE} set stage = $1`, [stage]);
  if (rowCount !== 1) throw new CopyError('The move is not known in the source any more.');
}

/**
 * Throws CopyError if the source has accepted, or may have accepted, writes of a program that is at the target: a
 * standby that took over may not know about the stop.
 */
export async function requireStopped(source: pg.ClientBase, { stage }: MoveState): Promise<void> {
  const { rows } = await source.query<{ noted: boolean }>(
    `select exists (select from ${MOVED_ROWS_TABLE}) as noted`,
  );
  if (stage !== 'copying' && !rows[0]!.noted) return;
  throw new CopyError(
    'The program is at the target, but the source does not know that it was stopped, and may have taken writes since, as after a failover. Nothing is deleted: compare both places, and delete the program at one of them by hand.',
  );
}

/** Removes everything that the move made in this schema. The program accepts writes again if it is still here. */
export async function unwatchProgram(source: pg.Client, retries = BRIEF): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgname in ('program_move_in', 'program_move_on') and t.tgparentid = 0
         and c.relnamespace = current_schema()::regnamespace order by 1`,
  );
  for (const { name } of rows) {
    const table = source.escapeIdentifier(name);
    await withLockRetries(
      source,
      `drop trigger if exists program_move_in on ${table};
       drop trigger if exists program_move_on on ${table};
       drop function if exists ${functionOf(source, name)}()`,
      retries,
    );
  }
  await withLockRetries(source, `drop table if exists ${MOVED_ROWS_TABLE}, ${MOVE_TABLE}`, retries);
}
