import { isDeepStrictEqual } from 'node:util';
import {
  type FileSection,
  pathOfSection,
  withEntry,
  withoutEntry,
} from '../../../program-file/draft-entries.ts';
import { valueAt } from '../../../program-file/edit-program-file.ts';
import { type Decide, type MergeConflict, mergeValues } from '../../../program-file/merge-values.ts';
import { formatPath, type Mistake, ProgramFileError } from '../../../program-file/mistakes.ts';
import { readYaml } from '../../../program-file/read-yaml.ts';
import { ENTRY } from './entry-screen.tsx';
import { type FieldSchema, isFields, type Shape } from './file-schema.ts';
import type { FormPlaces } from './form-places.ts';
import { readFields, readValue, type SentForm } from './read-fields.ts';

/** A place of a program file that a form changes. */
export interface EntryPlace {
  section: FileSection;
  key: string;
}

function pathOf({ section, key }: EntryPlace): string[] {
  return [...pathOfSection(section), key];
}

/** The entry of a text; undefined: it has none. Throws ProgramFileError for no YAML. */
export function entryIn(file: string, place: EntryPlace): unknown {
  return plain(valueAt(readYaml(file).value, pathOf(place)));
}

/** A change that a form asks for, and what the form was drawn from. */
export interface EntryChange extends EntryPlace {
  /** undefined: it was not there. */
  base: unknown;
  /** undefined: it is to go. */
  mine: unknown;
}

export type MergedEntry =
  /** both: others had changed other fields of it. */
  { value: unknown; both: boolean } | { conflicts: readonly MergeConflict[] };

/** Merges a change with what others have made of the entry since the form was drawn. Pure. */
export function mergeEntry(file: string, change: EntryChange, decide: Decide): MergedEntry {
  const { base, mine } = change;
  const theirs = entryIn(file, change);
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine)) return { value: mine, both: false };
  const path = pathOf(change);
  const { values, conflicts } = mergeValues(
    around(path, base),
    around(path, theirs),
    around(path, mine),
    decide,
  );
  return conflicts.length > 0 ? { conflicts } : { value: valueAt(values, path), both: true };
}

/** A file that holds this value alone. */
function around(path: readonly string[], value: unknown): Record<string, unknown> {
  const [name, ...rest] = path;
  if (rest.length === 0) return value === undefined ? {} : { [name!]: value };
  return { [name!]: around(rest, value) };
}

/** The text with the entry as it is to be; undefined takes it out. Comments and order stay. */
function withValue(file: string, { section, key }: EntryPlace, value: unknown): string {
  if (isDeepStrictEqual(entryIn(file, { section, key }), value)) return file;
  return value === undefined ? withoutEntry(file, section, key) : withEntry(file, section, key, value);
}

/** As `withValue`, or the mistakes of a text that can be no program file, such as one that is too long. */
export function fileWith(
  file: string,
  place: EntryPlace,
  value: unknown,
): { file: string } | { mistakes: readonly Mistake[] } {
  try {
    return { file: withValue(file, place, value) };
  } catch (error) {
    if (error instanceof ProgramFileError) return { mistakes: error.mistakes };
    throw error;
  }
}

/** The entry that a form says. `present`: what it was drawn from. */
export function entryOf(
  form: SentForm,
  { schema, shape, present }: { schema: FieldSchema; shape: Shape | undefined; present: unknown },
  places: FormPlaces,
): unknown {
  if (shape) {
    const { tag, word } = shape;
    const fields = readFields(form, ENTRY, shape.schema, heldBy(shape, present), places);
    return { [tag]: word, ...fields };
  }
  if (schema.properties) return readFields(form, ENTRY, schema, present, places);
  return readValue(form, { field: ENTRY, name: ENTRY, schema, present }, places);
}

/** An entry of another kind loses the fields that its new kind does not have. */
export function heldBy({ tag, word, schema }: Shape, present: unknown): unknown {
  if (!isFields(present) || present[tag] === word) return present;
  const known = Object.entries(present).filter(
    ([name]) => name !== tag && Object.hasOwn(schema.properties!, name),
  );
  return { [tag]: word, ...Object.fromEntries(known) };
}

/** The mistakes of an entry by the names of its form's fields, each as sentences. */
export function wrongFields(mistakes: readonly Mistake[], place: EntryPlace): Map<string, string[]> {
  const at = formatPath(pathOf(place));
  const wrong = new Map<string, string[]>();
  for (const { path, message } of mistakes) {
    const rest = path.slice(at.length);
    if (!path.startsWith(at) || !/^($|\.|\[)/.test(rest)) continue;
    const name = ENTRY + rest;
    wrong.set(name, [...(wrong.get(name) ?? []), message]);
  }
  return wrong;
}

/** With ordinary prototypes, so that values compare by what they hold. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
