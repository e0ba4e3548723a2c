import type { Kysely, Selectable } from 'kysely';
import type { CustomerNotesTable } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Actor } from '../audit/actor.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';

export type CustomerNote = Selectable<CustomerNotesTable>;

/** So many notes of a customer are shown. */
export const MOST_NOTES = 100;
/** Characters of a note. */
export const LONGEST_NOTE = 2_000;

/** `at`: ms of the wall clock. Returns the note's id. */
export async function insertNote(
  tx: Tx,
  { program_id, id: customer_id }: CustomerRow,
  { by, ...note }: { text: string; adjustment_id: number | null; by: Actor },
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('customer_notes')
    .values({
      program_id,
      customer_id,
      ...note,
      operator_id: by.kind === 'operator' ? by.id : null,
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the customer had the note. */
export async function deleteNoteRow(tx: Tx, customer: CustomerRow, noteId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('customer_notes')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', '=', noteId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The latest notes about a customer, newest first. */
export async function listNotes(
  db: Kysely<DB>,
  programId: number,
  customerId: number,
): Promise<CustomerNote[]> {
  return db
    .selectFrom('customer_notes')
    .selectAll()
    .where('program_id', '=', programId)
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(MOST_NOTES)
    .execute();
}
