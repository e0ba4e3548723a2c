import type { Kysely, Selectable } from 'kysely';
import type { CustomerNotesTable } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Actor } from '../audit/actor.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';
import type { NoteFile } from './note-file.ts';

export interface CustomerNote extends Selectable<CustomerNotesTable> {
  /** The name of its file; null: it has none. */
  file_name: string | null;
}

/** The number of notes of a customer in one page. */
export const NOTES_ON_A_PAGE = 50;
/** The maximum length of a note in characters. */
export const LONGEST_NOTE = 2_000;

/** `at`: ms of the wall clock. `file`: the file of the note. Returns the note's id. */
export async function insertNote(
  tx: Tx,
  { program_id, id: customer_id }: CustomerRow,
  {
    by,
    file = null,
    ...note
  }: { text: string; adjustment_id: number | null; file?: NoteFile | null; by: Actor },
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
  if (file) {
    await tx
      .insertInto('customer_note_files')
      .values({ program_id, note_id: id, customer_id, ...file })
      .execute();
  }
  return id;
}

/** Returns whether the customer had the note. */
export async function deleteNoteRow(tx: Tx, customer: CustomerRow, noteId: number): Promise<boolean> {
  await tx
    .deleteFrom('customer_note_files')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('note_id', '=', noteId)
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom('customer_notes')
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('id', '=', noteId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A page of the notes about a customer, newest first. `before`: the id above all of them; undefined: the newest ones. */
export async function listNotes(
  db: Kysely<DB>,
  programId: number,
  customerId: number,
  before: number | undefined,
): Promise<CustomerNote[]> {
  return db
    .selectFrom('customer_notes as n')
    .leftJoin('customer_note_files as f', (join) =>
      join.onRef('f.program_id', '=', 'n.program_id').onRef('f.note_id', '=', 'n.id'),
    )
    .selectAll('n')
    .select('f.name as file_name')
    .where('n.program_id', '=', programId)
    .where('n.customer_id', '=', customerId)
    .$if(before !== undefined, (notes) => notes.where('n.id', '<', before!))
    .orderBy('n.id', 'desc')
    .limit(NOTES_ON_A_PAGE)
    .execute();
}

/** The file of a note of a customer; undefined: it has none. */
export async function findNoteFile(
  db: Kysely<DB>,
  programId: number,
  { customer_id, note_id }: { customer_id: number; note_id: number },
): Promise<NoteFile | undefined> {
  return db
    .selectFrom('customer_note_files')
    .select(['name', 'kind', 'bytes'])
    .where('program_id', '=', programId)
    .where('note_id', '=', note_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
}
