/** Detects the encoding and the delimiter of a csv file from its beginning. */

const UTF16_SAMPLE = 2_048;

/** The encoding by the byte order mark, or by the zero bytes of UTF-16; undefined: unknown. */
export function encodingByFirstBytes(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = start.subarray(0, UTF16_SAMPLE);
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Whether the file is a spreadsheet's workbook, or another compressed file. */
export function isPacked(start: Buffer): boolean {
  return (
    start.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) ||
    start.subarray(0, 4).toString('hex') === 'd0cf11e0'
  );
}

/** The first line `sep=;`, which spreadsheets write for themselves. */
const SEPARATOR_LINE = /^sep=(.)\r?[\n\r]/i;

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter of the header's cells, and whether a separate line before the header names it. */
export function detectDelimiter(start: string): { delimiter: string; separator_line: boolean } {
  const said = SEPARATOR_LINE.exec(start);
  if (said) return { delimiter: said[1]!, separator_line: true };
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && /[\n\r]/.test(character)) break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  const [most = [',', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return { delimiter: most[0], separator_line: false };
}
