import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { NoteFile } from '../customers/note-file.ts';
import { deleteNoteRow, insertNote } from '../customers/note-store.ts';
import { lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface OfCustomer {
  program: Program;
  customer_id: number;
  by: Actor;
}

/**
 * Writes a note about a customer, for colleagues, with a file if there is one. The audit records that the note exists,
 * but never its words or the name of its file. Throws not_found.
 */
export async function addNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, customer_id, text, file = null, by }: OfCustomer & { text: string; file?: NoteFile | null },
  hooks?: Hooks<{ note_id: number }>,
): Promise<{ note_id: number }> {
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, customer_id);
    const note_id = await insertNote(
      tx,
      customer,
      { text, adjustment_id: null, file, by },
      deps.clock.real(),
    );
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'note.added',
      subject: { kind: 'customer', id: customer.id },
      details: { note_id, ...(file && { file: file.kind }) },
    });
    return { note_id };
  });
}

/** Deletes a note, whoever wrote it. A note that is gone is not deleted again. Throws not_found for the customer. */
export async function deleteNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, customer_id, note_id, by }: OfCustomer & { note_id: number },
  hooks?: Hooks<{ note_id: number }>,
): Promise<{ note_id: number }> {
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, customer_id);
    if (!(await deleteNoteRow(tx, customer, note_id))) return { note_id };
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'note.deleted',
      subject: { kind: 'customer', id: customer.id },
      details: { note_id },
    });
    return { note_id };
  });
}
