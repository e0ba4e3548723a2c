import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import {
  MOST_NOTE_FILE_BYTES,
  type NoteFile,
  type NoteFileKind,
  noteFileKind,
  noteFileName,
} from '../../../domain/customers/note-file.ts';
import { findNoteFile } from '../../../domain/customers/note-store.ts';
import { findRequestFile } from '../../../domain/operators/request-store.ts';
import { invalidRequest } from '../../errors.ts';
import { idOf } from '../address-id.ts';
import { FileField } from '../design/field.tsx';
import { useWording } from '../language/use-wording.ts';
import type { Show } from '../show.ts';
import type { Asked, FormView } from './deed.tsx';

const TYPES: Record<NoteFileKind, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
};

/** The field for the file of a note. `name`: the field's name, because a customer's screen has two such forms. */
export function NoteFileField({ form, name }: { form: FormView; name: string }) {
  const { say } = useWording();
  return (
    <FileField
      name={name}
      label={say('note_file')}
      accept=".png,.jpg,.jpeg,.webp,.pdf,.txt"
      help={say('note_file_about')}
      wrong={form.wrong.file}
    />
  );
}

/** The sent file of a note; null: none. Throws `invalid_request` for a file that notes do not take. */
export function noteFileOf({ visit, file }: Asked): NoteFile | null {
  if (!file) return null;
  const { say, count } = visit.wording;
  const { name, bytes } = file;
  if (bytes.length > MOST_NOTE_FILE_BYTES)
    throw invalidRequest({ file: say('note_file_big', { size: count(Math.ceil(bytes.length / 1024)) }) });
  const kind = bytes.length > 0 ? noteFileKind(bytes) : undefined;
  if (!kind) throw invalidRequest({ file: say('note_file_wrong') });
  return { name: noteFileName(name, kind), kind, bytes };
}

/**
 * The file of a note as a download. It came from somebody else, so no browser may show it as a part of the console, or
 * treat it as another type than it is.
 */
export const sendNoteFile: Show = async (deps, { program }, request, reply) => {
  const params = request.params as Record<string, string>;
  const ids = { customer_id: idOf(params.id) ?? 0, note_id: idOf(params.note) ?? 0 };
  const file = await findNoteFile(deps.db, program.id, ids);
  return sendFile(reply, file);
};

/** The file with the reason of a request, for the operator who decides on the request. */
export const sendRequestFile: Show = async (deps, { program }, request, reply) => {
  const { request: id } = request.params as Record<string, string>;
  return sendFile(reply, await findRequestFile(deps.db, program.id, idOf(id) ?? 0));
};

/** Throws not_found. */
function sendFile(reply: FastifyReply, file: NoteFile | undefined): FastifyReply {
  if (!file) throw new DomainError('not_found', 'There is no such file.');
  return reply
    .headers({
      'content-type': TYPES[file.kind],
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll("'", '%27')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(file.bytes);
}
