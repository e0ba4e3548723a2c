import { readFileSync } from 'node:fs';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { REWARD_KINDS } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import type { ConsoleLanguage } from '../../src/http/console/language/languages.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { entryOf } from '../../src/http/console/program/edit-entry.ts';
import { unitsOf } from '../../src/http/console/program/entry-facts.ts';
import { ENTRY, ValueFields } from '../../src/http/console/program/entry-screen.tsx';
import { entrySchema, shapeOf } from '../../src/http/console/program/file-schema.ts';
import { placesOf } from '../../src/http/console/program/form-places.ts';
import { entriesIn, SECTIONS } from '../../src/http/console/program/program-parts.ts';
import type { FileSection } from '../../src/program-file/draft-entries.ts';
import { readYaml } from '../../src/program-file/read-yaml.ts';
import { fieldsOfHtml } from '../support/form-fields.ts';

const fileAt = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Every kind of rule and reward, and every setting. */
const FILES = ['../support/whole-program.yaml', '../../src/demo/program.yaml'];
const valuesAt = (path: string) =>
  JSON.parse(JSON.stringify(readYaml(fileAt(path)).value)) as Record<string, unknown>;

const ENTRIES = FILES.flatMap((path) => {
  const values = valuesAt(path);
  return (Object.keys(SECTIONS) as FileSection[]).flatMap((section) =>
    entriesIn(values, section).map(([key, value]) => ({ section, key, value, values })),
  );
});

/** The form of an entry as HTML. */
function drawn(
  section: FileSection,
  key: string,
  value: unknown,
  values: Record<string, unknown>,
  language: ConsoleLanguage = 'en',
): string {
  const schema = entrySchema(section, key)!;
  const shape = shapeOf(schema, value);
  const wording = consoleWording(language);
  const context = {
    wording,
    places: placesOf(values),
    units: unitsOf(values),
    draft: { at: '/draft', file: '' },
    wrong: new Map<string, string>(),
  };
  return renderToString(h(ValueFields, { context, schema: shape?.schema ?? schema, shape, value }));
}

function read(
  section: FileSection,
  key: string,
  form: Record<string, string>,
  present: unknown,
  values: Record<string, unknown>,
) {
  const schema = entrySchema(section, key)!;
  return entryOf(form, { schema, shape: shapeOf(schema, present), present }, placesOf(values));
}

describe('the form of an entry', () => {
  it('is there for every kind of rule and of reward', () => {
    const kinds = (section: FileSection) =>
      new Set(
        ENTRIES.filter((entry) => entry.section === section).map(
          ({ value }) => (value as { kind: string }).kind,
        ),
      );
    expect([...kinds('rules')].sort()).toEqual([...RULE_KINDS].sort());
    expect([...kinds('rewards')].sort()).toEqual([...REWARD_KINDS].sort());
  });

  it.each(ENTRIES.map((entry) => [`${entry.section} ${entry.key}`, entry] as const))(
    'says the same when nobody touches it: %s',
    (_name, { section, key, value, values }) => {
      const form = fieldsOfHtml(drawn(section, key, value, values));
      expect(read(section, key, form, value, values)).toEqual(value);
    },
  );

  it('has a label for every field, and each name once', () => {
    for (const { section, key, value, values } of ENTRIES) {
      const html = drawn(section, key, value, values);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of html.matchAll(/<(?:input|select|textarea) id="([^"]*)"/g))
        expect(html).toContain(`<label for="${id}"`);
    }
  });

  it('keeps the order of a colour on a screen that is read from right to left', () => {
    const theme = { light: { background: '#f6f5ee' } };
    const html = drawn('settings', 'theme', theme, valuesAt(FILES[1]!), 'ar');
    expect(html).toMatch(/<input[^>]* dir="auto" value="#f6f5ee"/);
  });

  it('keeps text that is no number, so that it is told what is wrong with it', () => {
    const values = valuesAt(FILES[1]!);
    const present = { kind: 'custom', name: 'a', result: { points: 5 } };
    const form = { [`${ENTRY}.name`]: 'a', [`${ENTRY}.result.points`]: 'many' };
    expect(read('rules', 'a', form, present, values)).toEqual({ ...present, result: { points: 'many' } });
  });

  it('takes a word that was chosen in the place of fields, and fields in the place of a word', () => {
    const values = valuesAt(FILES[1]!);
    const base = { kind: 'free_shipping_voucher', title: 'Off', cost_points: 5 };
    const [made, pool] = [
      { ...base, codes: { pattern: 'A-####' } },
      { ...base, codes: 'pool' },
    ];
    const formOf = (value: unknown) => fieldsOfHtml(drawn('rewards', 'a', value, values));
    const chosen = { ...formOf(made), [`${ENTRY}.codes`]: 'pool' };
    expect(read('rewards', 'a', chosen, made, values)).toEqual(pool);
    const filled = { ...formOf(pool), [`${ENTRY}.codes.pattern`]: 'A-####' };
    expect(read('rewards', 'a', filled, pool, values)).toEqual(made);
  });

  it('keeps fields that no form knows', () => {
    const values = valuesAt(FILES[1]!);
    const present = { kind: 'custom', name: 'a', result: { points: 5 }, odd: [1] };
    const form = fieldsOfHtml(drawn('rules', 'a', present, values));
    expect(read('rules', 'a', form, present, values)).toEqual(present);
  });
});
