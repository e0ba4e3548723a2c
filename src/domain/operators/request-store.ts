import type { Kysely, Selectable } from 'kysely';
import type { OperatorRequestsTable } from '../../db/operator-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/** A deed that one operator asked for and another decides on. */
export type OperatorRequest = Selectable<OperatorRequestsTable>;

/** So many are listed. */
export const MOST_REQUESTS = 200;

/** `created_at`: ms of the wall clock. Returns the id. */
export async function insertRequest(tx: Tx, request: Omit<OperatorRequest, 'id'>): Promise<number> {
  const { id } = await tx
    .insertInto('operator_requests')
    .values({ ...request, created_at: ts(request.created_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRequest(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<OperatorRequest | undefined> {
  return db
    .selectFrom('operator_requests')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Ends a request; undefined: somebody decided before. Whoever decides at the same time waits for this transaction. */
export async function takeRequest(
  tx: Tx,
  programId: number,
  id: number,
): Promise<OperatorRequest | undefined> {
  return tx
    .deleteFrom('operator_requests')
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The open requests of a program, oldest first; `customerId`: those about one customer. */
export async function listRequests(
  db: Kysely<DB>,
  programId: number,
  customerId?: number,
): Promise<OperatorRequest[]> {
  return db
    .selectFrom('operator_requests')
    .selectAll()
    .where('program_id', '=', programId)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId!))
    .orderBy('id')
    .limit(MOST_REQUESTS)
    .execute();
}
