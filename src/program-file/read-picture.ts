import type { Picture } from '../domain/programs/program-settings.ts';
import { imageFacts } from './image.ts';
import { readFileBeside } from './read-file.ts';

/** Far more than any screen shows of a picture. Without this limit, few bytes could expand to very many pixels. */
const MAX_PIXELS = 2048;

const DATA_URI = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** The bytes that are left for a picture. */
export interface Room {
  bytes: number;
  /** The end of the sentence "at most … bytes". */
  where: string;
}

/** The picture that a program file contains or names, or the mistake in it. `folder`: as in `readFileBeside`. */
export function readPicture(
  written: string,
  folder: string | null,
  room: Room,
): Picture | { mistake: string } {
  const bytes = written.startsWith('data:')
    ? ofDataUri(written)
    : readFileBeside(folder, written, 'a data: URI');
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes.length > room.bytes) {
    return { mistake: `is ${bytes.length} bytes large; at most ${room.bytes} ${room.where}` };
  }
  const facts = imageFacts(bytes);
  if (!facts) {
    return { mistake: 'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG' };
  }
  const { type, width, height } = facts;
  if (Math.max(width, height) > MAX_PIXELS) {
    return { mistake: `is ${width} × ${height} pixels large; at most ${MAX_PIXELS} either way` };
  }
  return { src: `data:${type};base64,${bytes.toString('base64')}`, width, height };
}

/** The size of a picture's file. */
export function bytesOf({ src }: Picture): number {
  return Buffer.byteLength(src.slice(src.indexOf(',') + 1), 'base64');
}

function ofDataUri(written: string): Buffer | { mistake: string } {
  const [, base64] = DATA_URI.exec(written) ?? [];
  if (base64 === undefined)
    return { mistake: 'must be a data: URI in base64, as in data:image/png;base64,…' };
  return Buffer.from(base64, 'base64');
}
