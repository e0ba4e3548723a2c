import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logo } from '../domain/programs/program-settings.ts';
import { imageFacts } from './image.ts';

/** The logos stand in every page, and a page must stay under 30 KB. */
const MAX_BYTES = 12 * 1024;
/** Far more than any screen shows of a logo. Otherwise few bytes could unfold into very many pixels. */
const MAX_PIXELS = 2048;

const DATA_URI = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * The logo that a program file names, or the mistake in it. `folder`: the folder of the file; null: the file came alone,
 * from another machine, and may name no file of this one. `beside`: the other logo, which takes of the same room.
 */
export function readLogo(
  written: string,
  folder: string | null,
  beside: Logo | null = null,
): Logo | { mistake: string } {
  const bytes = written.startsWith('data:') ? ofDataUri(written) : ofFile(folder, written);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const most = MAX_BYTES - (beside ? bytesOf(beside) : 0);
  if (bytes.length > most) {
    return { mistake: `is ${bytes.length} bytes large; at most ${most} stand in every page` };
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

function bytesOf({ src }: Logo): number {
  return Buffer.byteLength(src.slice(src.indexOf(',') + 1), 'base64');
}

function ofDataUri(written: string): Buffer | { mistake: string } {
  const [, base64] = DATA_URI.exec(written) ?? [];
  if (base64 === undefined)
    return { mistake: 'must be a data: URI in base64, as in data:image/png;base64,…' };
  return Buffer.from(base64, 'base64');
}

function ofFile(folder: string | null, written: string): Buffer | { mistake: string } {
  if (folder === null) return { mistake: 'must be a data: URI: no other file comes with this one' };
  try {
    return readFileSync(resolve(folder, written));
  } catch (error) {
    return { mistake: `cannot be read: ${(error as Error).message}` };
  }
}
