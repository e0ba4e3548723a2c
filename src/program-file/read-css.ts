import { cssMistake } from './css-mistake.ts';
import { readFileBeside } from './read-file.ts';

/** It stands in every page, and a page must stay under 30 KB. */
const MAX_BYTES = 8 * 1024;

/** Whether a style sheet is written in the file itself. Otherwise the file names another. */
export function isCss(written: string): boolean {
  return /[{}\n]/.test(written);
}

/** The style sheet that a program file has or names, or the mistake in it. `folder` is as `readFileBeside` takes it. */
export function readCss(written: string, folder: string | null): string | { mistake: string } {
  const found = isCss(written)
    ? Buffer.from(written)
    : readFileBeside(folder, written, 'the style sheet itself');
  if (!Buffer.isBuffer(found)) return found;
  if (found.length > MAX_BYTES) {
    return { mistake: `is ${found.length} bytes large; at most ${MAX_BYTES} stand in every page` };
  }
  // Browsers read line breaks so, and know the style sheet by the hash of what they read.
  const css = found
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?|\f/g, '\n');
  const mistake = cssMistake(css);
  return mistake === undefined ? css : { mistake };
}
