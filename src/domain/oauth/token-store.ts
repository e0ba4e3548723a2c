import type { Kysely, Selectable } from 'kysely';
import type { OAuthTokensTable } from '../../db/access-tables.ts';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { OAuthApp } from './app-store.ts';

export type TokenRow = Selectable<OAuthTokensTable>;

export async function insertToken(
  tx: Tx,
  token: Omit<TokenRow, 'id' | 'used_at' | 'answer' | 'revoked_at'>,
): Promise<void> {
  await tx
    .insertInto('oauth_tokens')
    .values({ ...token, created_at: ts(token.created_at), expires_at: ts(token.expires_at) })
    .execute();
}

/** A token of the app, even if it was used or revoked, or has expired. */
export async function findToken(
  db: Kysely<DB>,
  app: OAuthApp,
  tokenHash: Buffer,
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('oauth_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('program_id', '=', app.program_id)
    .where('app_id', '=', app.id)
    .executeTakeFirst();
}

export async function updateTokenUsed(
  tx: Tx,
  { program_id, id }: Pick<TokenRow, 'program_id' | 'id'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('oauth_tokens')
    .set({ used_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

export async function updateTokenAnswer(
  tx: Tx,
  { program_id, id }: Pick<TokenRow, 'program_id' | 'id'>,
  answer: Buffer,
): Promise<void> {
  await tx
    .updateTable('oauth_tokens')
    .set({ answer })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes the stored answers to refresh tokens that were exchanged before a moment. */
export async function deleteTokenAnswers(
  db: Kysely<DB>,
  before: number,
  except: readonly number[],
): Promise<void> {
  await db
    .updateTable('oauth_tokens')
    .set({ answer: null })
    .where('answer', 'is not', null)
    .where('used_at', '<', ts(before))
    .where(noneOf('program_id', except))
    .execute();
}

export async function updateTokenRevoked(
  tx: Tx,
  { program_id, id }: Pick<TokenRow, 'program_id' | 'id'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('oauth_tokens')
    .set({ revoked_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
