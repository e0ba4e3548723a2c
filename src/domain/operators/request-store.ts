import type { Kysely, Selectable } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { OperatorRequestsTable } from '../../db/operator-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { NoteFile } from '../customers/note-file.ts';

/** An action that one operator requested and another operator decides on. */
export type OperatorRequest = Selectable<OperatorRequestsTable>;

/** A request that waits for a decision. */
export interface OpenRequest extends OperatorRequest {
  /** The name of the file that belongs to its reason; null: it has none. */
  file_name: string | null;
}

/** A request after its decision, with its file. */
export interface TakenRequest extends OperatorRequest {
  file: NoteFile | null;
}

/** The most requests in a list. */
export const MOST_REQUESTS = 200;

/** `created_at`: ms of the wall clock. `file`: the file of the request. Returns the id. */
export async function insertRequest(
  tx: Tx,
  request: Omit<OperatorRequest, 'id'>,
  file: NoteFile | null,
): Promise<number> {
  const { id } = await tx
    .insertInto('operator_requests')
    .values({ ...request, created_at: ts(request.created_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { program_id, customer_id } = request;
  if (file) {
    await tx
      .insertInto('operator_request_files')
      .values({ program_id, request_id: id, customer_id, ...file })
      .execute();
  }
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

/** Ends a request; undefined: it was decided before. Another decision at the same time waits for this transaction. */
export async function takeRequest(tx: Tx, programId: number, id: number): Promise<TakenRequest | undefined> {
  const request = await tx
    .deleteFrom('operator_requests')
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const file = await tx
    .deleteFrom('operator_request_files')
    .where('program_id', '=', programId)
    .where('request_id', '=', id)
    .returning(['name', 'kind', 'bytes'])
    .executeTakeFirst();
  return request && { ...request, file: file ?? null };
}

/** The file of an open request; undefined: it has none. */
export async function findRequestFile(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<NoteFile | undefined> {
  return (
    db
      .selectFrom('operator_request_files as f')
      // A server of an earlier version deletes only the request, so the file alone does not count.
      .innerJoin('operator_requests as r', (join) =>
        join.onRef('r.program_id', '=', 'f.program_id').onRef('r.id', '=', 'f.request_id'),
      )
      .select(['f.name', 'f.kind', 'f.bytes'])
      .where('f.program_id', '=', programId)
      .where('f.request_id', '=', id)
      .executeTakeFirst()
  );
}

/** Deletes files whose request was deleted by a server of an earlier version; returns how many. */
export async function deleteFilesOfNoRequest(db: Kysely<DB>, except: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_request_files as f')
    .where(noneOf('f.program_id', except))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operator_requests as r')
            .select('r.id')
            .whereRef('r.program_id', '=', 'f.program_id')
            .whereRef('r.id', '=', 'f.request_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The open requests of a program, oldest first; `customerId`: only those about one customer. */
export async function listRequests(
  db: Kysely<DB>,
  programId: number,
  customerId?: number,
): Promise<OpenRequest[]> {
  return db
    .selectFrom('operator_requests as r')
    .leftJoin('operator_request_files as f', (join) =>
      join.onRef('f.program_id', '=', 'r.program_id').onRef('f.request_id', '=', 'r.id'),
    )
    .selectAll('r')
    .select('f.name as file_name')
    .where('r.program_id', '=', programId)
    .$if(customerId !== undefined, (query) => query.where('r.customer_id', '=', customerId!))
    .orderBy('r.id')
    .limit(MOST_REQUESTS)
    .execute();
}

/** The number of open requests of a program. */
export async function countRequests(db: Kysely<DB>, programId: number): Promise<number> {
  const { requests } = await db
    .selectFrom('operator_requests')
    .select(({ fn }) => fn.countAll<number>().as('requests'))
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow();
  return requests;
}
