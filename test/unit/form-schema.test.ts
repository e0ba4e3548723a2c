import { describe, expect, it } from 'vitest';
import { programFileJsonSchema } from '../../src/program-file/schema.ts';

interface Schema {
  type?: string;
  title?: string;
  description?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  'x-unit'?: string;
}

/** Every field of the schema, with its name and its place. */
function* fieldsOf(schema: Schema, path = ''): Generator<[name: string, field: Schema, path: string]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield [name, field, `${path}.${name}`];
  for (const [name, inner] of Object.entries(schema)) {
    if (typeof inner === 'object' && inner !== null) yield* fieldsOf(inner as Schema, `${path}/${name}`);
  }
}

const fields = [...fieldsOf(programFileJsonSchema())];

describe('the schema of program files, as a form reads it', () => {
  it('has a title and help for every field', () => {
    expect(fields.length).toBeGreaterThan(500);
    const bare = fields.filter(([, { title, description }]) => !title?.match(/^[A-Z]/) || !description);
    expect(bare.map(([, , path]) => path)).toEqual([]);
  });

  it('has the unit of every number that counts something, and of every duration', () => {
    const bare = fields.filter(
      ([, field]) => /^(number|integer)$/.test(field.type ?? '') && field['x-unit'] === undefined,
    );
    expect(new Set(bare.map(([name]) => name))).toEqual(new Set(['month', 'day', 'id']));
    const amounts = fields.filter(([, { description }]) =>
      /In the program's currency\./.test(description ?? ''),
    );
    expect(new Set(amounts.map(([, field]) => field['x-unit']))).toEqual(new Set(['currency']));
    const durations = fields.filter(([, { description }]) =>
      /seconds, minutes, hours or days/.test(description ?? ''),
    );
    expect(new Set(durations.map(([, field]) => field['x-unit']))).toEqual(new Set(['duration']));
  });

  it('keeps the titles of the shapes among which a form asks to choose', () => {
    const { oneOf } = fields.find(([, , path]) => path === '.points_expiry')![1] as { oneOf: Schema[] };
    expect(oneOf.map(({ title }) => title)).toEqual(['By inactivity', 'By age', 'On a date']);
  });
});
