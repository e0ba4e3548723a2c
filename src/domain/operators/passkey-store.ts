import { type Kysely, type Selectable, sql } from 'kysely';
import type { OperatorChallengesTable, OperatorPasskeysTable } from '../../db/operator-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

export type PasskeyRow = Selectable<OperatorPasskeysTable>;
/** A challenge that a passkey signed. It is stored until it has expired everywhere, so that it works only once. */
export type Challenge = Selectable<OperatorChallengesTable>;

/** Returns false if an operator has this passkey already. */
export async function insertPasskey(tx: Tx, passkey: Omit<PasskeyRow, 'id' | 'used_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_passkeys')
    .values({ ...passkey, created_at: ts(passkey.created_at) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Oldest first. */
export async function listPasskeys(db: Kysely<DB>, operatorId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('id')
    .execute();
}

export async function findPasskey(db: Kysely<DB>, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function updatePasskeyUsed(
  tx: Tx,
  id: number,
  { counter, used_at }: { counter: number; used_at: number },
): Promise<void> {
  await tx
    .updateTable('operator_passkeys')
    .set({ counter, used_at: ts(used_at) })
    .where('id', '=', id)
    .execute();
}

/** Deletes one passkey of an operator, or all. Returns how many existed. */
export async function deletePasskeys(tx: Tx, operatorId: number, id?: number): Promise<number> {
  let passkeys = tx.deleteFrom('operator_passkeys').where('operator_id', '=', operatorId);
  if (id !== undefined) passkeys = passkeys.where('id', '=', id);
  const { numDeletedRows } = await passkeys.executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Notes that a challenge was used. Returns false if it was used before: if several requests use it at once, only one
 * gets true.
 */
export async function insertUsedChallenge(tx: Tx, challenge: Challenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_challenges')
    .values({ ...challenge, expires_at: ts(challenge.expires_at) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns how many. `before` in ms of the wall clock. */
export async function deleteExpiredChallenges(db: Kysely<DB>, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from operator_challenges where challenge_hash in (
      select challenge_hash from operator_challenges where expires_at < ${ts(before)}
        for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}
