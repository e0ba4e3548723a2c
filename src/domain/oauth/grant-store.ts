import { type Kysely, type Selectable, sql } from 'kysely';
import type { OAuthGrantsTable } from '../../db/access-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { OAuthApp } from './app-store.ts';

export type GrantRow = Selectable<OAuthGrantsTable>;

/** The key of a grant. */
type GrantKey = Pick<GrantRow, 'program_id' | 'id'>;

export async function insertGrant(
  tx: Tx,
  grant: Omit<GrantRow, 'id' | 'redeemed_at' | 'revoked_at'>,
): Promise<void> {
  const { code_expires_at, created_at, expires_at, ...rest } = grant;
  await tx
    .insertInto('oauth_grants')
    .values({
      ...rest,
      code_expires_at: ts(code_expires_at),
      created_at: ts(created_at),
      expires_at: ts(expires_at),
    })
    .execute();
}

/** The app's grant for a code, locked and then read. */
export async function lockGrantByCode(
  tx: Tx,
  app: OAuthApp,
  codeHash: Buffer,
): Promise<GrantRow | undefined> {
  return tx
    .selectFrom('oauth_grants')
    .selectAll()
    .where('program_id', '=', app.program_id)
    .where('code_hash', '=', codeHash)
    .where('app_id', '=', app.id)
    .forUpdate()
    .executeTakeFirst();
}

/** The grant, locked and then read. Read its tokens after that, not before. */
export async function lockGrant(tx: Tx, { program_id, id }: GrantKey): Promise<GrantRow | undefined> {
  return tx
    .selectFrom('oauth_grants')
    .selectAll()
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateGrantRedeemed(tx: Tx, { program_id, id }: GrantKey, at: number): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ redeemed_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

/** A grant expires with the last of its tokens. */
export async function updateGrantExpiry(tx: Tx, { program_id, id }: GrantKey, at: number): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ expires_at: sql<number>`greatest(expires_at, ${ts(at)})` })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

/** A grant that has given tokens, with its app. Moments in ms of the wall clock. */
export interface ApprovalRecord {
  id: number;
  client_id: string;
  app_name: string;
  /** The operator who approved it; in older grants the key that approved it. */
  approved_by: { kind: 'operator' | 'key'; id: number; name: string };
  scopes: string[];
  created_at: number;
  /** The moment at which the last of its tokens expires. */
  expires_at: number;
  revoked_at: number | null;
}

/** Lists approvals, newest first, without codes that nobody redeemed. Expired approvals are deleted after a while. */
export async function listApprovalRecords(db: Kysely<DB>, programId: number): Promise<ApprovalRecord[]> {
  const rows = await db
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_apps as a', (join) =>
      join.onRef('a.program_id', '=', 'g.program_id').onRef('a.id', '=', 'g.app_id'),
    )
    .leftJoin('operators as o', 'o.id', 'g.operator_id')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.program_id', '=', 'g.program_id').onRef('k.id', '=', 'g.key_id'),
    )
    .select(['g.id', 'a.client_id', 'a.name as app_name', 'g.key_id', 'g.operator_id', 'g.scopes'])
    .select((eb) => eb.fn.coalesce('o.name', 'k.name').as('name'))
    .select(['g.created_at', 'g.expires_at', 'g.revoked_at'])
    .where('g.program_id', '=', programId)
    .where('g.redeemed_at', 'is not', null)
    .orderBy('g.id', 'desc')
    .execute();
  return rows.map(({ key_id, operator_id, name, ...rest }) => {
    const by = operator_id === null ? (['key', key_id!] as const) : (['operator', operator_id] as const);
    return { ...rest, approved_by: { kind: by[0], id: by[1], name: name ?? '' } };
  });
}

/** Revokes a grant, which the caller has locked, with all its tokens. */
export async function updateGrantRevoked(tx: Tx, { program_id, id }: GrantKey, at: number): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ revoked_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await tx
    .updateTable('oauth_tokens')
    .set({ revoked_at: ts(at) })
    .where('program_id', '=', program_id)
    .where('grant_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
