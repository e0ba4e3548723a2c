import { type Kysely, sql } from 'kysely';
import type { NamedStatement, NamedStatements } from '../../db/named-statements.ts';
import type { DB } from '../../db/tables.ts';
import { msOf, timestampText, ts } from '../../db/timestamps.ts';
import type { Scope } from './scopes.ts';
import type { ProgramStamp } from './store.ts';

/** A bearer credential, accepted or not: an API key, or an access token with its app. */
export interface FoundKey extends ProgramStamp {
  /** null for an access token; `app_id` names its app. */
  key_id: number | null;
  app_id: number | null;
  scopes: Scope[];
  /** In ms of the wall clock, to compare with the caller's own clock; null: it does not expire. */
  expires_at: number | null;
  revoked: boolean;
  /** The addresses and networks from which the credential is accepted; null: every address. */
  networks: string[] | null;
  /** The request limit of this key; null: the server's limit applies. */
  requests_per_second: number | null;
}

/** The terms of a key, without its scopes. Moments in ms of the wall clock. */
export interface KeyTerms {
  expires_at: number | null;
  networks: string[] | null;
  requests_per_second: number | null;
}

export interface ApiKeyRecord extends KeyTerms {
  id: number;
  name: string;
  key_prefix: string;
  scopes: Scope[];
  created_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
}

/** `limit 1` makes Postgres look each program up. A join might read all of them. */
const ITS_PROGRAM = (key: string) => `cross join lateral (
  select id as program_id, configuration_version, clock_offset_ms from programs where id = ${key}.program_id limit 1) p`;

/**
 * SQL for the credential with a hash, which is a column of another table. The result is json text, a FoundKey; null:
 * there is none.
 */
const foundKey = (hash: string) => `(select to_json(found)::text from (
  select k.id as key_id, null::bigint as app_id, k.scopes, ${msOf('k.expires_at')} as expires_at,
    k.revoked_at is not null as revoked, k.networks, k.requests_per_second, p.*
  from api_keys k ${ITS_PROGRAM('k')}
  where k.key_hash = ${hash}
  union all
  select null, a.id, t.scopes, ${msOf('t.expires_at')}, t.revoked_at is not null or a.revoked_at is not null, null, null, p.*
  from oauth_tokens t
  join oauth_apps a on a.program_id = t.program_id and a.id = t.app_id
  ${ITS_PROGRAM('t')}
  where t.token_hash = ${hash} and t.kind = 'access'
  limit 1) found)`;

const FIND_KEYS = {
  name: 'find_keys',
  text: `select asked.key_hash, ${foundKey('asked.key_hash')} as found from unnest($1::bytea[]) as asked (key_hash)`,
};

/** The keys and access tokens with these hashes, including revoked and expired ones, in one query. */
export async function findKeys(
  hot: Pick<NamedStatements, 'run'>,
  hashes: Buffer[],
): Promise<(FoundKey & { key_hash: Buffer })[]> {
  const rows = await hot.run<{ key_hash: Buffer; found: string | null }>(FIND_KEYS, [hashes]);
  return rows.flatMap(({ key_hash, found }) => (found === null ? [] : [{ key_hash, ...readKey(found) }]));
}

export function readKey(json: string): FoundKey {
  return JSON.parse(json) as FoundKey;
}

const withKeys = new Map<string, NamedStatement>();

/**
 * Extends a statement for `runEach`: it answers each of its rows, and also returns the credential with the row's
 * `key_hash` (hex). So one round trip and one snapshot replace two.
 */
export function statementWithKey({ name, text }: NamedStatement): NamedStatement {
  let statement = withKeys.get(name);
  if (!statement) {
    statement = {
      name: `${name}_with_key`,
      // Most requests of one moment have the same key.
      shared: { row: 'key_hash', answer: 'found_key' },
      text: `select answer.*, asked.ord, answer.ord is not null as is_answered,
  case when asked.key_hash is not null then ${foundKey(`decode(asked.key_hash, 'hex')`)} end as found_key
from json_to_recordset($2::json) as asked (ord int, key_hash text) left join (${text}) answer on answer.ord = asked.ord`,
    };
    withKeys.set(name, statement);
  }
  return statement;
}

/** The members that `statementWithKey` adds to an answer. */
export interface WithKey {
  found_key: string | null;
  /** Whether the statement itself has an answer for the row; if not, its members are null. */
  is_answered: boolean;
}

/** Inserts a key. Returns its id. */
export async function insertApiKey(
  db: Kysely<DB>,
  key: {
    program_id: number;
    name: string;
    key_prefix: string;
    key_hash: Buffer;
    scopes: Scope[];
    created_at: number;
  } & KeyTerms,
): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      ...key,
      created_at: ts(key.created_at),
      expires_at: key.expires_at === null ? null : ts(key.expires_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The newest first, including revoked keys. */
export async function listApiKeyRecords(db: Kysely<DB>, programId: number): Promise<ApiKeyRecord[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'key_prefix',
      'scopes',
      'created_at',
      'revoked_at',
      'last_used_at',
      'expires_at',
      'networks',
    ])
    .select('requests_per_second')
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }));
}

/** Returns false if the program has no such key or the key was revoked before. */
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

/** Stores the moments of last use, in ms of the wall clock. A stored later moment stays. */
export async function updateLastUsed(
  db: Kysely<DB>,
  table: 'api_keys' | 'oauth_apps',
  uses: readonly { program_id: number; id: number; at: number }[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as used set last_used_at = greatest(used.last_used_at, u.at)
    from unnest(
      ${uses.map((use) => use.program_id)}::bigint[],
      ${uses.map((use) => use.id)}::bigint[],
      ${uses.map((use) => timestampText(use.at))}::timestamptz[]
    ) as u (program_id, id, at)
    where used.program_id = u.program_id and used.id = u.id`.execute(db);
}
