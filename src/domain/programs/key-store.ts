import type { Kysely } from 'kysely';
import type { HotExecutor } from '../../db/hot.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Scope } from './scopes.ts';
import type { ProgramStamp } from './store.ts';

/** What a bearer credential stands for: an API key, or the app that an access token was given to. */
export interface FoundKey extends ProgramStamp {
  /** Null where it is an access token, whose app `app_id` names. */
  key_id: number | null;
  app_id: number | null;
  scopes: Scope[];
  /** Of an access token, ms of the wall clock; keys do not expire. The caller holds its clock against it. */
  expires_at: number | null;
}

export interface ApiKeyRecord {
  id: number;
  name: string;
  key_prefix: string;
  scopes: Scope[];
  created_at: number;
  revoked_at: number | null;
}

const FIND_KEYS = {
  name: 'find_keys',
  text: `
select k.key_hash, k.id as key_id, null::bigint as app_id, k.scopes, null::timestamptz as expires_at,
  p.id as program_id, p.configuration_version, p.clock_offset_ms
from api_keys k join programs p on p.id = k.program_id
where k.key_hash = any($1::bytea[]) and k.revoked_at is null
union all
select t.token_hash, null, a.id, t.scopes, t.expires_at, p.id, p.configuration_version, p.clock_offset_ms
from oauth_tokens t
join oauth_apps a on a.program_id = t.program_id and a.id = t.app_id
join programs p on p.id = t.program_id
where t.token_hash = any($1::bytea[]) and t.kind = 'access' and t.revoked_at is null and a.revoked_at is null`,
};

/** The keys and access tokens among `hashes` that exist and are not revoked, each with its hash, in one query. */
export async function findKeys(
  hot: HotExecutor,
  hashes: Buffer[],
): Promise<(FoundKey & { key_hash: Buffer })[]> {
  return hot.run(FIND_KEYS, [hashes]);
}

/** Returns the key's id. */
export async function insertApiKey(
  db: Kysely<DB>,
  key: {
    program_id: number;
    name: string;
    key_prefix: string;
    key_hash: Buffer;
    scopes: Scope[];
    created_at: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({ ...key, created_at: ts(key.created_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Newest first, revoked ones included. */
export async function listApiKeyRecords(db: Kysely<DB>, programId: number): Promise<ApiKeyRecord[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'key_prefix', 'scopes', 'created_at', 'revoked_at'])
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }));
}

/** False when the program has no such key or it was revoked before. */
export async function updateKeyRevoked(
  db: Kysely<DB>,
  programId: number,
  keyId: number,
  at: number,
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: ts(at) })
    .where('program_id', '=', programId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
