import { DomainError } from '../../../domain/core/errors.ts';
import { picturesByStandIn, withPictures } from '../../../program-file/stand-ins.ts';
import { MAX_TEXT } from '../../schema-helpers.ts';
import type { SentForm } from './read-fields.ts';

/** The greatest program file that a form brings, as UTF-8. Commands take greater ones. */
const MOST_FILE_BYTES = 1024 * 1024;

/** A form has a text and the one that it was made from. A byte of either takes at most three there, and names a few more. */
export const MOST_FILE_FORM_BYTES = 2 * 3 * MOST_FILE_BYTES + 64 * 1024;

/** A form of an entry has its fields, what it was made from, and pictures: also some that are too great, so that it can be said. */
export const MOST_ENTRY_FORM_BYTES = 8 * 1024 * 1024;

/** The mistake of a text that is too long; undefined: it is not. */
export function tooLong(file: string): string | undefined {
  return Buffer.byteLength(file) > MOST_FILE_BYTES
    ? 'A program file has at most 1 MB here. The command `loyaltyd program apply` takes greater ones.'
    : undefined;
}

/**
 * The texts of a form with pictures for the stand-ins that it was drawn with. `times`: how often a form has a file at most,
 * whole or in parts. Throws `invalid_request` where they name more pictures than that.
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

/** The note that a form says; null: none. */
export function noteOf({ note }: SentForm): string | null {
  const text = [...(note ?? '').trim()].slice(0, MAX_TEXT).join('');
  return text || null;
}

/** Browsers send lines with a carriage return. */
export function linesOf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
