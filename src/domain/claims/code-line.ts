import { normaliseCode } from './codes.ts';

/** One line of a file of codes. */
type CodeLine = { kind: 'blank' } | { kind: 'code'; code: string } | { kind: 'mistake'; mistake: string };

const LONGEST = 255;

/**
 * Reads a line: a code, or the first column of a csv with commas, semicolons or tabs, quoted or not. Spaces around it
 * are trimmed. The first line may be the csv's header, `code`.
 */
export function readCodeLine(text: string, number: number): CodeLine {
  const line = (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
  if (line === '') return { kind: 'blank' };
  const cell = firstColumn(line);
  if (cell === undefined) return mistake('begins with a quotation mark that does not end');
  const code = cell.trim();
  if (code === '' || (number === 1 && code.toLowerCase() === 'code')) return { kind: 'blank' };
  // A character has one or two UTF-16 units.
  if (code.length > 2 * LONGEST || [...code].length > LONGEST)
    return mistake(`is longer than ${LONGEST} characters`);
  if (code.includes('\uFFFD')) return mistake('is not UTF-8');
  if (/\p{Cc}|\p{Cs}/u.test(code)) return mistake('holds control characters');
  if (normaliseCode(code) === '') return mistake('has nothing but dashes');
  return { kind: 'code', code };
}

function firstColumn(line: string): string | undefined {
  if (!line.startsWith('"')) return line.split(/[,;\t]/, 1)[0];
  const end = endOfQuote(line);
  if (end === -1 || !/^\s*(?:[,;\t]|$)/.test(line.slice(end + 1))) return undefined;
  return line.slice(1, end).replaceAll('""', '"');
}

/** The place of the closing quotation mark; -1: there is none. */
function endOfQuote(line: string): number {
  let at = line.indexOf('"', 1);
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

function mistake(text: string): CodeLine {
  return { kind: 'mistake', mistake: text };
}
