import { isUtf8 } from 'node:buffer';
import { imageType } from '../core/image-type.ts';

/** The kinds of files that a note may have. */
export const NOTE_FILE_KINDS = ['png', 'jpeg', 'webp', 'pdf', 'text'] as const;
export type NoteFileKind = (typeof NOTE_FILE_KINDS)[number];

/** Bytes of a file of a note. */
export const MOST_NOTE_FILE_BYTES = 1024 * 1024;
const LONGEST_NAME = 200;

/** A file on its way to a note. */
export interface NoteFile {
  name: string;
  kind: NoteFileKind;
  bytes: Buffer;
}

/** The kind that the bytes themselves say, whatever the name says; undefined: none that a note may have. */
export function noteFileKind(bytes: Buffer): NoteFileKind | undefined {
  const image = imageType(bytes);
  if (image) return image;
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  // Control characters other than tabs and ends of lines are in no text that people write.
  return isUtf8(bytes) && !bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)
    ? 'text'
    : undefined;
}

/** The endings that a file of each kind may have; the first is given to a file with another. */
const ENDINGS: Readonly<Record<NoteFileKind, readonly string[]>> = {
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  webp: ['.webp'],
  pdf: ['.pdf'],
  text: ['.txt', '.csv', '.md', '.log'],
};

/**
 * A name without what disturbs a header or a list, "file" if nothing is left, with an ending of its kind: by it a computer
 * chooses the program that opens the file once it is saved.
 */
export function noteFileName(name: string, kind: NoteFileKind): string {
  const clean = name.replaceAll(/\p{C}/gu, '').trim();
  const own = ENDINGS[kind].find((ending) => clean.toLowerCase().endsWith(ending));
  const stem = own === undefined ? clean : clean.slice(0, -own.length);
  const ending = own ?? ENDINGS[kind][0]!;
  return ([...stem].slice(0, LONGEST_NAME - ending.length).join('') || 'file') + ending;
}
