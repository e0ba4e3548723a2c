import { StringDecoder } from 'node:string_decoder';

/** No sensible line is longer. A file without line breaks must not fill the memory. */
const LONGEST_LINE = 65_536;

/** The lines of UTF-8 text, with any line ends. Throws if a line is longer than 65,536 characters. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield whole(line);
    whole(rest);
  }
  rest += decoder.end();
  if (rest !== '') yield whole(rest);
}

function whole(line: string): string {
  if (line.length > LONGEST_LINE)
    throw new Error(`a line is longer than ${LONGEST_LINE} characters: is it text?`);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
