import { DomainError } from '../../../domain/core/errors.ts';
import { picturesByStandIn, withPictures } from '../../../program-file/stand-ins.ts';
import { MAX_TEXT } from '../../schema-helpers.ts';
import type { SentForm } from './read-fields.ts';

/** The largest program file in a form, in bytes of UTF-8. Commands take larger files. */
const MOST_FILE_BYTES = 1024 * 1024;

/**
 * A form contains a text and the text from which it was made. A form needs at most three bytes for each of their bytes,
 * and a few more for names.
 */
export const MOST_FILE_FORM_BYTES = 2 * 3 * MOST_FILE_BYTES + 64 * 1024;

/**
 * A form of an entry contains its fields, the entry from which it was made, and pictures. Pictures that are somewhat
 * too large are also read, so that the form can complain about them.
 */
export const MOST_ENTRY_FORM_BYTES = 8 * 1024 * 1024;

/** The mistake of a text that is too long; undefined: the text is short enough. */
export function tooLong(file: string): string | undefined {
  return Buffer.byteLength(file) > MOST_FILE_BYTES
    ? 'A program file has at most 1 MB here. The command `loyaltyd program apply` takes greater ones.'
    : undefined;
}

/**
 * The texts of a form, with pictures in the places of their stand-ins. `times`: how often a form contains a file at
 * most, whole or in parts. Throws `invalid_request` if the texts have more pictures than that.
 */
export function withPicturesOf(sources: readonly string[], sent: SentForm, times: number): SentForm {
  const pictures = picturesByStandIn(sources);
  let room = times * MOST_FILE_BYTES;
  const filled = Object.entries(sent).map(([name, value]): [string, string | undefined] => {
    const whole = value && withPictures(value, pictures, room);
    if (whole === undefined && value !== undefined)
      throw new DomainError('invalid_request', 'The form names more pictures than a program file can hold.');
    room -= (whole?.length ?? 0) - (value?.length ?? 0);
    return [name, whole];
  });
  return Object.fromEntries(filled);
}

/** The note in a form; null: none. */
export function noteOf({ note }: SentForm): string | null {
  const text = [...(note ?? '').trim()].slice(0, MAX_TEXT).join('');
  return text || null;
}

/** Browsers send line breaks with a carriage return. */
export function linesOf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
