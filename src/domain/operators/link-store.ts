import { type Kysely, type Selectable, sql } from 'kysely';
import type { OperatorLinksTable } from '../../db/operator-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

export type LinkRow = Selectable<OperatorLinksTable>;

export async function insertLink(tx: Tx, link: Omit<LinkRow, 'id'>): Promise<void> {
  await tx
    .insertInto('operator_links')
    .values({ ...link, created_at: ts(link.created_at), expires_at: ts(link.expires_at) })
    .execute();
}

/** The link with a token, even if it has expired. A used link does not exist any more. */
export async function findLinkByHash(db: Kysely<DB>, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return db.selectFrom('operator_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/**
 * Deletes a link to use it. If several requests do this at once, one gets the link; the others get undefined, as for an
 * expired link.
 */
export async function takeLink(tx: Tx, tokenHash: Buffer, now: number): Promise<LinkRow | undefined> {
  return tx
    .deleteFrom('operator_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', ts(now))
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an operator's links, so that only its next link works. */
export async function deleteLinksOf(tx: Tx, operatorId: number): Promise<void> {
  await tx.deleteFrom('operator_links').where('operator_id', '=', operatorId).execute();
}

/** Deletes all links for a first admin, because there is an admin now. */
export async function deleteFirstAdminLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('operator_links').where('purpose', '=', 'first_admin').execute();
}

/** Returns how many. `before` in ms of the wall clock. */
export async function deleteExpiredLinks(db: Kysely<DB>, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from operator_links where id in (
      select id from operator_links where expires_at < ${ts(before)} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}
