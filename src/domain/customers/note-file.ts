import { isUtf8 } from 'node:buffer';
import { imageType } from '../core/image-type.ts';

/** The kinds of files that a note may have. */
export const NOTE_FILE_KINDS = ['png', 'jpeg', 'webp', 'pdf', 'text'] as const;
export type NoteFileKind = (typeof NOTE_FILE_KINDS)[number];

/** The maximum size of a note's file, in bytes. */
export const MOST_NOTE_FILE_BYTES = 1024 * 1024;
const LONGEST_NAME = 200;

/** A file that is about to be stored with a note. */
export interface NoteFile {
  name: string;
  kind: NoteFileKind;
  bytes: Buffer;
}

/** The kind of a file by its bytes, whatever its name says; undefined: a kind that a note may not have. */
export function noteFileKind(bytes: Buffer): NoteFileKind | undefined {
  const image = imageType(bytes);
  if (image) return image;
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  // Texts of people contain no control characters except tabs and line ends.
  return isUtf8(bytes) && !bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)
    ? 'text'
    : undefined;
}

/** The extensions that a file of each kind may have. A file with another extension gets the first. */
const ENDINGS: Readonly<Record<NoteFileKind, readonly string[]>> = {
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  webp: ['.webp'],
  pdf: ['.pdf'],
  text: ['.txt', '.csv', '.md', '.log'],
};

/**
 * A name without the characters that would break a header or a list, or "file" if nothing is left. It has an extension
 * of its kind, because a computer chooses by the extension the program that opens the saved file.
 */
export function noteFileName(name: string, kind: NoteFileKind): string {
  const clean = name.replaceAll(/\p{C}/gu, '').trim();
  const own = ENDINGS[kind].find((ending) => clean.toLowerCase().endsWith(ending));
  const stem = own === undefined ? clean : clean.slice(0, -own.length);
  const ending = own ?? ENDINGS[kind][0]!;
  return ([...stem].slice(0, LONGEST_NAME - ending.length).join('') || 'file') + ending;
}
