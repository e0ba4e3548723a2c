import type { Kysely, Selectable } from 'kysely';
import type { OperatorIdentitiesTable } from '../../db/operator-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/** An account of an identity provider. */
export type Account = Pick<Selectable<OperatorIdentitiesTable>, 'issuer' | 'subject'>;

/** The id of the operator who signs in by an account; undefined: there is none. */
export async function findOperatorOfAccount(
  db: Kysely<DB>,
  { issuer, subject }: Account,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('operator_identities')
    .select('operator_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.operator_id;
}

/** Whether an operator signs in by an account of a provider. */
export async function hasAccount(db: Kysely<DB>, operatorId: number): Promise<boolean> {
  const row = await db
    .selectFrom('operator_identities')
    .select('operator_id')
    .where('operator_id', '=', operatorId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Connects a locked operator with an account for sign-in. Returns false if the account belongs to another operator, or
 * if the operator has another account of this provider.
 */
export async function insertAccount(
  tx: Tx,
  operatorId: number,
  { issuer, subject }: Account,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_identities')
    .values({ issuer, subject, operator_id: operatorId, created_at: ts(now), used_at: ts(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return true;
  return (await findOperatorOfAccount(tx, { issuer, subject })) === operatorId;
}

export async function updateAccountUsed(tx: Tx, { issuer, subject }: Account, at: number): Promise<void> {
  await tx
    .updateTable('operator_identities')
    .set({ used_at: ts(at) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

export async function deleteAccounts(tx: Tx, operatorId: number): Promise<void> {
  await tx.deleteFrom('operator_identities').where('operator_id', '=', operatorId).execute();
}
