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

/** The entry in a text; undefined: the text does not have it. Throws ProgramFileError if the text is not YAML. */
export function entryIn(file: string, place: EntryPlace): unknown {
  return plain(valueAt(readYaml(file).value, pathOf(place)));
}

/** A change in a form, with the entry from which the form was drawn. */
export interface EntryChange extends EntryPlace {
  /** undefined: the entry did not exist. */
  base: unknown;
  /** undefined: the entry is to be removed. */
  mine: unknown;
}

export type MergedEntry =
  /** both: others have changed other fields of the entry. */
  { value: unknown; both: boolean } | { conflicts: readonly MergeConflict[] };

/** Merges a change with the changes that others have made to the entry since the form was drawn. Pure. */
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

/** The values of a file with this value alone. */
function around(path: readonly string[], value: unknown): Record<string, unknown> {
  const [name, ...rest] = path;
  if (rest.length === 0) return value === undefined ? {} : { [name!]: value };
  return { [name!]: around(rest, value) };
}

/** The text with the new entry; undefined removes the entry. Comments and order stay. */
function withValue(file: string, { section, key }: EntryPlace, value: unknown): string {
  if (isDeepStrictEqual(entryIn(file, { section, key }), value)) return file;
  return value === undefined ? withoutEntry(file, section, key) : withEntry(file, section, key, value);
}

/** The result of `withValue`, or the mistakes of a text that cannot be a program file, such as one that is too long. */
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

/** The entry in a form. `present`: the entry from which the form was drawn. */
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

/** If the kind of an entry changes, the entry loses the fields that the new kind does not have. */
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

/** The value with ordinary prototypes, so that values are compared by their contents. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
