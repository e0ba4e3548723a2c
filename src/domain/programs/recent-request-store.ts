import { type Kysely, type Selectable, sql } from 'kysely';
import type { RecentRequestsTable } from '../../db/access-tables.ts';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';

/**
 * A request with a key of a program, or with an access token of an app. `at`: when it arrived, in ms of the wall clock.
 */
export type RequestOfCaller = Omit<Selectable<RecentRequestsTable>, 'id'>;

/** The present name of the caller: of the key, or of the app. */
export type RecentRequest = Selectable<RecentRequestsTable> & { caller_name: string };

/** How long requests are kept and shown. */
export const RECENT_MS = 24 * 3_600_000;

export async function insertRecentRequests(
  db: Kysely<DB>,
  requests: readonly RequestOfCaller[],
): Promise<void> {
  const column = <Name extends keyof RequestOfCaller>(name: Name) => requests.map((request) => request[name]);
  await sql`
    insert into recent_requests
        (program_id, caller_kind, caller_id, at, method, route, status, ms, request_id, aborted)
      select program_id, caller_kind, caller_id, timestamptz 'epoch' + at * interval '1 ms',
          method, route, status, ms, request_id, aborted
        from unnest(
          ${column('program_id')}::bigint[], ${column('caller_kind')}::text[], ${column('caller_id')}::bigint[],
          ${column('at')}::float8[], ${column('method')}::text[], ${column('route')}::text[],
          ${column('status')}::smallint[], ${column('ms')}::real[], ${column('request_id')}::text[],
          ${column('aborted')}::boolean[]
        ) as r (program_id, caller_kind, caller_id, at, method, route, status, ms, request_id, aborted)
        order by r.at`.execute(db);
}

/** null: any. */
export interface RecentRequestFilters {
  caller: Pick<RequestOfCaller, 'caller_kind' | 'caller_id'> | null;
  /** The first digit of the status. If the caller hung up, there was no answer and so no class. */
  status_class: number | null;
}

/** The place of a request in the list of its program. */
export type RecentRequestPlace = Pick<RecentRequest, 'at' | 'id'>;

/**
 * The requests of a program that arrived after `since`, newest first, at most `limit`. `before`: only those later in
 * the list than this place.
 */
export async function listRecentRequests(
  db: Kysely<DB>,
  program_id: number,
  {
    caller,
    status_class,
    since,
    before,
    limit,
  }: RecentRequestFilters & { since: number; before: RecentRequestPlace | null; limit: number },
): Promise<RecentRequest[]> {
  const moment = (ms: number) => sql`${timestampText(ms)}::timestamptz`;
  const conditions = [sql`r.at > ${moment(since)}`];
  if (before) conditions.push(sql`(r.at, r.id) < (${moment(before.at)}, ${before.id}::bigint)`);
  if (status_class !== null) {
    // The same expression as in the index by class.
    conditions.push(sql`r.status / 100 = ${status_class}::int and not r.aborted`);
  }
  const callers = sql`
    select 'key' as kind, id, name from api_keys where program_id = ${program_id}
    union all select 'app', id, name from oauth_apps where program_id = ${program_id}`;
  const asked = caller ? sql`c.kind = ${caller.caller_kind} and c.id = ${caller.caller_id}` : sql`true`;
  const { rows } = await sql<RecentRequest>`
    select t.*, c.name as caller_name from (${callers}) c
      cross join lateral (
        select * from recent_requests r
          where r.program_id = ${program_id} and r.caller_kind = c.kind and r.caller_id = c.id
            and ${sql.join(conditions, sql` and `)}
          order by r.at desc, r.id desc limit ${limit}) t
      where ${asked}
      order by t.at desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

const CHUNK = 5_000;

/**
 * Deletes the requests that arrived before `before` (ms), some thousand at a time, until none are left or the work must
 * end.
 */
export async function deleteRequestsBefore(
  db: Kysely<DB>,
  before: number,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from recent_requests where ctid = any(array(
        select ctid from recent_requests where at < ${timestampText(before)}::timestamptz
          order by at limit ${CHUNK} for update skip locked))`.execute(db);
    if (numAffectedRows < CHUNK) return;
  }
}
