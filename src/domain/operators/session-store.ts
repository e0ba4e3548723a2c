import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import { ROLES_OF_O } from './operator-store.ts';
import type { Operator } from './roles.ts';

/** A session in the form for its operator. Moments in ms of the wall clock. */
export interface SessionRecord {
  id: number;
  created_at: number;
  seen_at: number;
  expires_at: number;
  confirmed_at: number;
  address: string;
  agent: string;
}

/** An operator with the session of a request. */
export interface SessionRow extends Operator, Omit<SessionRecord, 'id'> {
  session_id: number;
  language: string | null;
}

/**
 * The session of a token with its operator, even if it has expired; undefined if there is none, or its operator is
 * revoked.
 */
export async function findSessionByHash(db: Kysely<DB>, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select o.id, o.email, o.name, o.is_admin, o.language, ${ROLES_OF_O} as roles, s.id as session_id, s.created_at, s.seen_at,
        s.expires_at, s.confirmed_at, s.address, s.agent
      from operator_sessions s join operators o on o.id = s.operator_id
      where s.token_hash = ${tokenHash} and o.disabled_at is null`.execute(db);
  return rows[0];
}

export async function insertSession(
  tx: Tx,
  session: Omit<SessionRecord, 'id'> & { operator_id: number; token_hash: Buffer },
): Promise<number> {
  const { created_at, seen_at, expires_at, confirmed_at } = session;
  const row = await tx
    .insertInto('operator_sessions')
    .values({
      ...session,
      created_at: ts(created_at),
      seen_at: ts(seen_at),
      expires_at: ts(expires_at),
      confirmed_at: ts(confirmed_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateSessionSeen(db: Kysely<DB>, sessionId: number, at: number): Promise<void> {
  await db
    .updateTable('operator_sessions')
    .set({ seen_at: ts(at) })
    .where('id', '=', sessionId)
    .execute();
}

/** The newest first, without sessions that have expired. */
export async function listSessionRecords(
  db: Kysely<DB>,
  operatorId: number,
  { now, seen_since }: { now: number; seen_since: number },
): Promise<SessionRecord[]> {
  return db
    .selectFrom('operator_sessions')
    .select(['id', 'created_at', 'seen_at', 'expires_at', 'confirmed_at', 'address', 'agent'])
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', ts(now))
    .where('seen_at', '>', ts(seen_since))
    .orderBy('id', 'desc')
    .execute();
}

/** The number of sessions that have not expired, by the operator's id; operators without such a session are absent. */
export async function countSessions(
  db: Kysely<DB>,
  operatorIds: readonly number[],
  { now, seen_since }: { now: number; seen_since: number },
): Promise<ReadonlyMap<number, number>> {
  if (operatorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_sessions')
    .select(({ fn }) => ['operator_id', fn.countAll<number>().as('sessions')])
    .where('operator_id', 'in', operatorIds)
    .where('expires_at', '>', ts(now))
    .where('seen_at', '>', ts(seen_since))
    .groupBy('operator_id')
    .execute();
  return new Map(rows.map(({ operator_id, sessions }) => [operator_id, sessions]));
}

/** Ends one session of an operator, or all except `but`. Returns the ended sessions. */
export async function deleteSessions(
  tx: Tx,
  operatorId: number,
  which: { id?: number; but?: number } = {},
): Promise<Pick<SessionRecord, 'id' | 'expires_at'>[]> {
  let sessions = tx.deleteFrom('operator_sessions').where('operator_id', '=', operatorId);
  if (which.id !== undefined) sessions = sessions.where('id', '=', which.id);
  if (which.but !== undefined) sessions = sessions.where('id', '<>', which.but);
  return sessions.returning(['id', 'expires_at']).execute();
}

/** Deletes the sessions that have expired. Returns how many. */
export async function deleteEndedSessions(
  db: Kysely<DB>,
  { expired_before, seen_before }: { expired_before: number; seen_before: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from operator_sessions where id in (
      select id from operator_sessions
        where expires_at < ${timestampText(expired_before)}::timestamptz
          or seen_at < ${timestampText(seen_before)}::timestamptz
        for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}
