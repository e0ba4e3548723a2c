import type { Answer } from './send-json.ts';

/** The answers that came over one connection, one after the other. Throws if their lengths are wrong. */
export function readAnswers(received: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = received; rest !== ''; ) {
    const [, head = '', after = ''] = /^(HTTP\/1\.1 .*?)\r\n\r\n(.*)$/s.exec(rest) ?? [];
    if (head === '') throw new Error(`not an answer: ${rest.slice(0, 200)}`);
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (after.length < length) throw new Error(`cut off: ${rest.slice(0, 200)}`);
    const text = after.slice(0, length);
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      text,
      get json() {
        return text === '' ? undefined : JSON.parse(text);
      },
    });
    rest = after.slice(length);
  }
  return answers;
}
