import { type Kysely, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import type { Tx } from '../core/transaction.ts';
import { findOperatorRow, findRole } from './operator-store.ts';
import type { Operator } from './roles.ts';

/** The present rights of an operator; undefined: the operator is revoked or does not exist. */
export async function findRights(
  tx: Tx,
  operatorId: number,
  programId: number,
): Promise<Pick<Operator, 'is_admin' | 'roles'> | undefined> {
  const operator = await findOperatorRow(tx, operatorId);
  if (!operator || operator.disabled_at !== null) return undefined;
  const role = await findRole(tx, operatorId, programId);
  return { is_admin: operator.is_admin, roles: role ? { [programId]: role } : {} };
}

interface Spend {
  program_id: number;
  operator_id: number;
  /** YYYY-MM-DD. */
  day: string;
  /** More than 0. */
  points: number;
}

/**
 * Adds points to an operator's day, unless the day's sum would be more than `limit`. Another transaction that adds at
 * the same time waits until this one ends. Returns whether the points were added.
 */
export async function countSpend(
  tx: Tx,
  { program_id, operator_id, day, points }: Spend,
  limit: number,
): Promise<boolean> {
  if (points > limit) return false;
  const { rows } = await sql`
    insert into operator_spends as s (program_id, operator_id, day, points)
      values (${program_id}, ${operator_id}, ${day}::date, ${points})
      on conflict (program_id, operator_id, day) do update set points = s.points + excluded.points
        where s.points + excluded.points <= ${limit}
      returning s.points`.execute(tx);
  return rows.length > 0;
}

/** Deletes the days before a day, YYYY-MM-DD. Returns the number of rows. */
export async function deleteSpendsBefore(
  db: Kysely<DB>,
  day: string,
  except: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_spends')
    .where('day', '<', sql<string>`${day}::date`)
    .where(noneOf('program_id', except))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The points counted so far in an operator's day. */
export async function readSpent(
  tx: Tx,
  { program_id, operator_id, day }: Omit<Spend, 'points'>,
): Promise<number> {
  const row = await tx
    .selectFrom('operator_spends')
    .select('points')
    .where('program_id', '=', program_id)
    .where('operator_id', '=', operator_id)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst();
  return row?.points ?? 0;
}
