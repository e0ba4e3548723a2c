import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { programFileJsonSchema } from '../../src/program-file/schema.ts';

describe('the published JSON Schema', () => {
  const schema = programFileJsonSchema();

  it('is the committed file (`npx vitest run test/house/program-schema.test.ts -u` writes it)', async () => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      '../../src/program-file/program.schema.json',
    );
  });

  it('lets an editor, which knows nothing but JSON Schema, accept the demo and refuse a mistake', () => {
    const validate = new Ajv({ strict: false, formats: { uri: true } }).compile(schema);
    const demo = parse(readFileSync('src/demo/program.yaml', 'utf8')) as { rules: { follow: object } };
    expect(validate(demo)).toBe(true);
    demo.rules.follow = { ...demo.rules.follow, kind: 'purchase' };
    expect(validate(demo)).toBe(false);
  });

  it('describes every property', () => {
    const bare: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, description } = value as { properties?: object; description?: string };
      if (properties && !description) bare.push(path);
      for (const [name, property] of Object.entries(properties ?? {})) {
        if (!(property as { description?: string }).description) bare.push(`${path}.${name}`);
      }
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`);
    };
    visit(schema, '');
    expect(bare).toEqual([]);
  });
});
