import { type CustomerNote, LONGEST_NOTE, NOTES_ON_A_PAGE } from '../../../domain/customers/note-store.ts';
import { addNote, deleteNote } from '../../../domain/operations/keep-notes.ts';
import { invalidRequest } from '../../errors.ts';
import { idOf } from '../address-id.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { TextArea } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import { DeedForm, deed, type FormView, filled } from './deed.tsx';
import { NoteFileField, noteFileOf } from './note-file.tsx';
import { noteOf, tooLong } from './points.tsx';

/** Writes a note about a customer. */
export const addedNote = deed({
  path: () => 'notes',
  title: 'note_write',
  read: async () => null,
  body: (form) => <NoteForm form={form} />,
  effect: async (asked, hooks) => {
    const { deps, visit, customer, form, by } = asked;
    const { program, wording } = visit;
    const file = noteFileOf(asked);
    const text = noteOf(form.text) ?? file?.name;
    if (text === undefined) throw invalidRequest({ text: wording.say('note_write_something') });
    if (text.length > LONGEST_NOTE) throw invalidRequest({ text: tooLong(wording) });
    return addNote(deps, { program, customer_id: customer.id, text, file, by }, hooks);
  },
  end: () => 'note_added',
});

export const deletedNote = deed({
  path: ({ params }) => `notes/${params.note}`,
  title: 'note_delete_title',
  read: async () => null,
  body: (form) => <DeleteNote form={form} />,
  effect: ({ deps, visit: { program }, customer, params, by }, hooks) =>
    deleteNote(deps, { program, customer_id: customer.id, note_id: idOf(params.note) ?? 0, by }, hooks),
  end: () => 'note_deleted',
});

function NoteForm({ form, bare = false }: { form: FormView; bare?: boolean }) {
  const { say } = useWording();
  return (
    <DeedForm form={form} card={!bare} upload>
      <TextArea {...filled(form, 'text')} label={say('points_note')} rows={3} />
      <NoteFileField form={form} name="text_file" />
      <div class="row">
        <Button low>{say('note_keep')}</Button>
      </div>
    </DeedForm>
  );
}

function DeleteNote({ form }: { form: FormView }) {
  const { say } = useWording();
  return (
    <DeedForm form={form}>
      <p>{say('note_delete_about')}</p>
      <div class="row">
        <Button kind="danger">{say('note_delete')}</Button>
      </div>
    </DeedForm>
  );
}

interface NotesProps {
  notes: readonly CustomerNote[];
  /** The notes are those below this id; undefined: the newest notes. */
  before: number | undefined;
  /** The names of the authors, by id. */
  names: ReadonlyMap<number, string>;
  home: string;
  zone: string;
  form: FormView | null;
}

/** A page of the notes about a customer, newest first. */
export function Notes({ notes, before, names, home, zone, form }: NotesProps) {
  const { say } = useWording();
  const last = notes.length === NOTES_ON_A_PAGE ? notes.at(-1) : undefined;
  return (
    <>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map(({ id, text, file_name, operator_id, created_at }) => (
            <li>
              <p class="note">{text}</p>
              {file_name !== null && (
                <p class="small">
                  <a href={`${home}/notes/${id}/file`} download>
                    {say('note_file_save', { name: file_name })}
                  </a>
                </p>
              )}
              <p class="muted small">
                {(operator_id && names.get(operator_id)) || say('somebody')} ·{' '}
                <Moment at={created_at} zone={zone} />
                {form && (
                  <>
                    {' · '}
                    <a href={`${home}/notes/${id}`}>{say('delete')}</a>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {(before !== undefined || last) && (
        <nav class="row" aria-label={say('pages')}>
          {before !== undefined && <ButtonLink href={`${home}#notes`}>{say('timeline_newest')}</ButtonLink>}
          {last && <ButtonLink href={`${home}?notes=${last.id}#notes`}>{say('older')}</ButtonLink>}
        </nav>
      )}
      {form && <NoteForm form={form} bare />}
    </>
  );
}
