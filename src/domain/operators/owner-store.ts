import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Tx } from '../core/transaction.ts';
import { lockOperator, type OperatorRow } from './operator-store.ts';

/**
 * Locks an operator together with its peers: the owners of each program that it owns and, if it is an admin, the
 * admins. If two peers leave at the same moment, one waits for the other, and the second one finds that it is the last.
 */
export async function lockWithPeers(tx: Tx, id: number): Promise<OperatorRow | undefined> {
  await sql`
    select from operators o
      where o.id = ${id}
        or o.is_admin and exists (select from operators me where me.id = ${id} and me.is_admin)
        or exists (
          select from operator_roles mine join operator_roles theirs on theirs.program_id = mine.program_id
            where mine.operator_id = ${id} and mine.role = 'owner'
              and theirs.operator_id = o.id and theirs.role = 'owner')
      order by o.id for update`.execute(tx);
  // The operator is read again, because another transaction with the lock may have changed it.
  return lockOperator(tx, id);
}

/**
 * The only owner of a program who has joined; undefined if there are several, or none. Owners by a group do not count,
 * because the next sign-in without the group removes the right.
 */
export async function findSoleOwner(db: Kysely<DB>, programId: number): Promise<number | undefined> {
  const owners = await db
    .selectFrom('operator_roles as r')
    .innerJoin('operators as o', 'o.id', 'r.operator_id')
    .select('o.id')
    .where('r.program_id', '=', programId)
    .where('r.role', '=', 'owner')
    .where('r.by_groups', '=', false)
    .where('o.joined_at', 'is not', null)
    .limit(2)
    .execute();
  return owners.length === 1 ? owners[0]!.id : undefined;
}

/** The only admin of the server who has joined, without admins by a group; undefined if there are several, or none. */
export async function findSoleAdmin(db: Kysely<DB>): Promise<number | undefined> {
  const admins = await db
    .selectFrom('operators')
    .select('id')
    .where('is_admin', '=', true)
    .where('admin_by_groups', '=', false)
    .where('disabled_at', 'is', null)
    .where('joined_at', 'is not', null)
    .limit(2)
    .execute();
  return admins.length === 1 ? admins[0]!.id : undefined;
}
