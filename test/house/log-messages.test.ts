import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeNames, tableRows } from '../support/docs.ts';
import { ROOT, SOURCE_FILES } from '../support/source-files.ts';

/** A line at a level that an operator looks at: its text, which stands after the fields. */
const CALL =
  /(?:\blog(?:ger)?(?:\.(?:warn|error|fatal)|\[level\])|\bwarn)\((?!\))(?:\s*\{[^;]*?\},)?(?:\s*(['"`])(.*?)\1)?/gs;

/** Files that log a text of other lines, and the lines that have it. */
const TEXTS_ELSEWHERE: Record<string, [file: string, texts: RegExp]> = {
  // Without that of a migration that waits, whose text is the rest of the line.
  'src/cli/prepare-schema.ts': ['src/cli/prepare-schema.ts', /\bsay\(\s*(['`])(not ready: [^$].*?)\1/g],
  'src/db/troubles.ts': ['src/db/troubles.ts', /^ {2}database_\w+: (')(.*)'/gm],
  'src/db/replicas.ts': ['src/db/replicas.ts', /\bthis\.warn\([^;]*?(')(the .*?)'/g],
  'src/http/console/access/provider-sign-in.ts': [
    'src/http/console/access/identity-provider.ts',
    /class ProviderFailure[^;]*?super\((`)(.*?)`/g,
  ],
};

const textOf = (file: string) => SOURCE_FILES.find(({ name }) => name === file)!.text;
const textsBy = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map((found) => found[2]);

/** Every message, with … for each value in it. */
const MESSAGES = SOURCE_FILES.flatMap(({ name, text }) => textsBy(CALL, text).map((told) => ({ name, told })))
  .flatMap(({ name, told }) => {
    if (told !== undefined) return [told];
    const elsewhere = TEXTS_ELSEWHERE[name];
    return elsewhere
      ? textsBy(elsewhere[1], textOf(elsewhere[0]))
      : [`${name} logs a text that is not found`];
  })
  .map((told) => told!.replaceAll(/\$\{[^}]*\}/g, '…'));

const PAGE = 'docs/troubleshooting.md';
const named = (title: string) => tableRows(PAGE, title).flatMap(([cell]) => codeNames(cell));

/** Words of Postgres, Node and OpenSSL, which stand in `err`. */
const OF_OTHERS = [
  'too many clients already',
  'remaining connection slots are reserved',
  'certificate has expired',
  'self-signed certificate',
  'unable to verify the first certificate',
  'unable to get local issuer certificate',
  "does not match certificate's altnames",
  'alert certificate',
  'alert bad certificate',
  'alert unknown ca',
  'getaddrinfo',
];

it('Every warning and error that the log may hold has a row in the page about troubleshooting', () => {
  expect(MESSAGES.length).toBeGreaterThan(45);
  const known = [...named('Message'), ...named('Line')];
  expect(MESSAGES.filter((told) => !known.some((words) => told.includes(words)))).toEqual([]);
});

it('Every row about a message has words that the server or a command says', () => {
  const sources = [
    ...SOURCE_FILES.map(({ text }) => text),
    ...['src/boot.mjs', 'src/bundle.mjs'].map((file) => readFileSync(`${ROOT}/${file}`, 'utf8')),
  ].join('\n');
  const unsaid = [...named('Message'), ...named('Line')].filter(
    (words) => !sources.includes(words) && !OF_OTHERS.includes(words),
  );
  expect(unsaid).toEqual([]);
});
