import { cssMistake } from './css-mistake.ts';
import { readFileBeside } from './read-file.ts';

/** Every page contains the style sheet, and a page must stay under 30 KB. */
const MAX_BYTES = 8 * 1024;

/** Whether the file itself contains the style sheet. Otherwise it names another file. */
export function isCss(written: string): boolean {
  return /[{}\n]/.test(written);
}

/** The style sheet that a program file contains or names, or the mistake in it. `folder`: as in `readFileBeside`. */
export function readCss(written: string, folder: string | null): string | { mistake: string } {
  const found = isCss(written)
    ? Buffer.from(written)
    : readFileBeside(folder, written, 'the style sheet itself');
  if (!Buffer.isBuffer(found)) return found;
  if (found.length > MAX_BYTES) {
    return { mistake: `is ${found.length} bytes large; at most ${MAX_BYTES} stand in every page` };
  }
  // Browsers read line breaks in this form, and the policy has the hash of the text that they read.
  const css = found
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?|\f/g, '\n');
  const mistake = cssMistake(css);
  return mistake === undefined ? css : { mistake };
}
