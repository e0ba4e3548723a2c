import type { Kysely, Selectable } from 'kysely';
import type { OAuthAppsTable, OAuthGrantType } from '../../db/access-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Scope } from '../programs/scopes.ts';
import type { ProgramStamp } from '../programs/store.ts';

export type { OAuthGrantType };

/** An app that an operator registered. */
export interface OAuthApp {
  program_id: number;
  id: number;
  client_id: string;
  name: string;
  redirect_uris: string[];
  scopes: Scope[];
  grant_types: OAuthGrantType[];
  /** The app has no secret, because it cannot keep one. */
  public: boolean;
  /** In ms of the wall clock. */
  created_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
}

/** Returns the app's id. */
export async function insertApp(
  db: Kysely<DB>,
  app: Omit<OAuthApp, 'id' | 'public' | 'revoked_at' | 'last_used_at'> & { secret_hash: Buffer | null },
): Promise<number> {
  const { id } = await db
    .insertInto('oauth_apps')
    .values({ ...app, created_at: ts(app.created_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest first, including revoked apps. */
export async function listAppRecords(db: Kysely<DB>, programId: number): Promise<OAuthApp[]> {
  const rows = await db
    .selectFrom('oauth_apps')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => toApp(row));
}

/**
 * An app that is not revoked, with the hash of its secret and the stamp that shows whether a program in memory is up to
 * date.
 */
export async function findAppByClientId(
  db: Kysely<DB>,
  clientId: string,
): Promise<{ app: OAuthApp; secret_hash: Buffer | null; stamp: ProgramStamp } | undefined> {
  const row = await db
    .selectFrom('oauth_apps as app')
    .innerJoin('programs as program', 'program.id', 'app.program_id')
    .selectAll('app')
    .select(['program.configuration_version', 'program.clock_offset_ms'])
    .where('app.client_id', '=', clientId)
    .where('app.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { configuration_version, clock_offset_ms, ...app } = row;
  return {
    app: toApp(app),
    secret_hash: app.secret_hash,
    stamp: { program_id: app.program_id, configuration_version, clock_offset_ms },
  };
}

/** Returns the app's id; undefined if the program has no such app with a secret, or the app was revoked. */
export async function updateAppSecret(
  db: Kysely<DB>,
  programId: number,
  clientId: string,
  secretHash: Buffer,
): Promise<number | undefined> {
  const row = await db
    .updateTable('oauth_apps')
    .set({ secret_hash: secretHash })
    .where('program_id', '=', programId)
    .where('client_id', '=', clientId)
    .where('secret_hash', 'is not', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the app's id; undefined if the program has no such app, or the app was revoked before. */
export async function updateAppRevoked(
  db: Kysely<DB>,
  programId: number,
  clientId: string,
  at: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('oauth_apps')
    .set({ revoked_at: ts(at) })
    .where('program_id', '=', programId)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

function toApp({ secret_hash, scopes, ...rest }: Selectable<OAuthAppsTable>): OAuthApp {
  return { ...rest, scopes: scopes as Scope[], public: secret_hash === null };
}
