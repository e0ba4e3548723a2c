import { Ajv, type ErrorObject } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProgramFileSchema } from '../../src/program-file/schema.ts';
import { shareParts } from '../../src/program-file/share-parts.ts';
import type { Json } from '../support/random-file-values.ts';
import { randomProgramFile } from '../support/random-program-file.ts';

const compiled = (schema: object) =>
  new Ajv({
    allErrors: true,
    strict: false,
    discriminator: true,
    formats: { uri: (text: string) => URL.canParse(text) },
    code: { optimize: false },
    inlineRefs: false,
  }).compile(schema);

/** The places of all values, from the outermost. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

/** The file with another value at one of its places. */
function withFault(file: Json, at: number, fault: unknown): unknown {
  const places = placesIn(file);
  const path = places[at % places.length]!;
  if (path.length === 0) return fault;
  const copy = structuredClone(file);
  const holder = path.slice(0, -1).reduce<Json>((inner, name) => inner[name] as Json, copy);
  holder[path.at(-1)!] = fault;
  return copy;
}

const fault = fc.constantFrom<unknown>(null, true, -1, 0.5, 1e12, '', 'x', 'ftp:', [], [0], {}, { x: 1 });

/** A mistake by its place, and by the alternative that it is of. */
function told(errors: readonly ErrorObject[] | null | undefined): string[] {
  const branch = ({ schemaPath }: ErrorObject) => /anyOf\/\d+(?=\/[^/]*$)/.exec(schemaPath)?.[0] ?? '';
  return (errors ?? [])
    .map((error) => `${error.instancePath} ${error.keyword} ${branch(error)} ${error.message}`)
    .sort();
}

it('a schema with shared parts finds the same mistakes as the whole one, at the same places', () => {
  const whole = compiled(ProgramFileSchema);
  const shared = compiled(shareParts(ProgramFileSchema));
  let mistaken = 0;
  fc.assert(
    fc.property(randomProgramFile, fc.nat(), fault, fc.nat(), fault, (file, at, one, beside, other) => {
      const once = withFault(file, at, one);
      const value = typeof once === 'object' && once !== null ? withFault(once as Json, beside, other) : once;
      const valid = whole(value);
      if (shared(value) !== valid) throw new Error(`${valid} as a whole: ${JSON.stringify(value)}`);
      expect(told(shared.errors)).toEqual(told(whole.errors));
      if (!valid) mistaken += 1;
    }),
    { numRuns: 150 },
  );
  expect(mistaken).toBeGreaterThan(75);
});
