import type { Kysely, Selectable } from 'kysely';
import type { WebviewSessionsTable } from '../../db/server-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { ProgramStamp } from '../programs/store.ts';

type WebviewSessionRow = Selectable<WebviewSessionsTable>;

/** Inserts a session and returns its id; its moments are ms of the wall clock. */
export async function insertWebviewSession(tx: Tx, session: Omit<WebviewSessionRow, 'id'>): Promise<number> {
  const { created_at, expires_at, ...rest } = session;
  const { id } = await tx
    .insertInto('webview_sessions')
    .values({ ...rest, created_at: ts(created_at), expires_at: ts(expires_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The session of a token, even an expired one, with the stamp that shows whether a program in memory is up to date. */
export async function findWebviewSessionByHash(
  db: Kysely<DB>,
  tokenHash: Buffer,
): Promise<(WebviewSessionRow & ProgramStamp) | undefined> {
  return db
    .selectFrom('webview_sessions as session')
    .innerJoin('programs as program', 'program.id', 'session.program_id')
    .selectAll('session')
    .select(['program.configuration_version', 'program.clock_offset_ms'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}
