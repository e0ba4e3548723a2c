import { programFileJsonSchema } from '../../../program-file/schema.ts';
import type { ConsoleLanguage } from '../language/languages.ts';
import type { Show } from '../show.ts';
import { fileWords } from './file-words.ts';

const made = new Map<ConsoleLanguage, string>();

/** The schema of program files for the editor. Its titles and explanations are in the language of the reader. */
export const sendTranslatedSchema: Show = async (_deps, { wording: { language } }, _request, reply) => {
  const schema = made.get(language) ?? JSON.stringify(translated(language, programFileJsonSchema()));
  made.set(language, schema);
  return reply
    .headers({
      'content-type': 'application/schema+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    .send(schema);
};

function translated(language: ConsoleLanguage, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => translated(language, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      typeof value === 'string' && (name === 'title' || name === 'description')
        ? fileWords({ language }, value)
        : translated(language, value),
    ]),
  );
}
