import type { ComponentChildren } from 'preact';
import { previewProgram } from '../../../domain/operations/preview-program.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { checkDraftFile } from '../../../program-file/merge-draft.ts';
import { withStandIns } from '../../../program-file/stand-ins.ts';
import { programView } from '../../shared/program-view.ts';
import type { Visit } from '../visit.ts';
import { type EntryPlace, entryOf, fileWith, heldBy } from './edit-entry.ts';
import { unitsOf } from './entry-facts.ts';
import type { EntryFormView } from './entry-screen.tsx';
import { type EntryWords, entryWords } from './entry-words.ts';
import { type FieldSchema, type Shape, shapeOf, shapesOf } from './file-schema.ts';
import { mannerOf, placesOf } from './form-places.ts';
import { languagesOf } from './languages.ts';
import { hasOwnKeys, schemaOfEntry } from './program-parts.ts';
import { isYaml, valuesOf } from './read-draft.ts';
import type { SentForm } from './read-fields.ts';
import { isWordedSection } from './shown-program.ts';

/** The state of an entry's form: empty, saved, or filled in. */
export interface EntryState {
  place: EntryPlace & { isNew: boolean };
  /** The address of the draft. */
  at: string;
  /** The draft's file. */
  file: string;
  /** The entry from which the form was first drawn; undefined: none. */
  present: unknown;
  value: unknown;
  /** The chosen kind or mode. */
  kind: string | undefined;
  wrong?: ReadonlyMap<string, ComponentChildren>;
  complaints?: readonly ComponentChildren[];
}

/** The schema of a place that is known to exist. */
export function schemaOf({ section, key }: EntryPlace): FieldSchema {
  return schemaOfEntry(section, key)!;
}

/** The shape with this word. Without a known word it is the shape of the value, or else the first shape. */
function shapeFor(schema: FieldSchema, word: string | undefined, value: unknown): Shape | undefined {
  const shapes = shapesOf(schema);
  return shapes.find((shape) => shape.word === word) ?? shapeOf(schema, value) ?? shapes[0];
}

/** Everything that the form of an entry shows. */
export async function drawnEntry(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, wording }: Pick<Visit, 'program' | 'wording'>,
  { place, at, file, present, value, kind, wrong = new Map(), complaints = [] }: EntryState,
): Promise<EntryFormView> {
  const schema = schemaOf(place);
  const shape = shapeFor(schema, kind, value);
  const values = valuesOf(file);
  const drawn = shape ? heldBy(shape, value) : value;
  return {
    section: place.section,
    key: place.isNew && hasOwnKeys(place.section) ? null : place.key,
    wanted_key: place.key,
    schema,
    shape,
    value: drawn,
    base: present === undefined ? '' : withStandIns(JSON.stringify(present)),
    has_pictures: hasPictures(shape?.schema ?? schema, values),
    context: {
      wording,
      places: placesOf(values),
      draft: { at, file },
      units: unitsOf(values),
      wrong,
      ...(place.section === 'texts' && { language: place.key }),
    },
    complaints,
    sentences: await sentencesOf(deps, program, place, file, drawn),
  };
}

/** Whether a form may contain files. */
function hasPictures(schema: FieldSchema, values: Readonly<Record<string, unknown>>): boolean {
  const places = placesOf(values);
  return Object.entries(schema.properties ?? {}).some(
    ([field, inner]) => mannerOf(field, inner, places) === 'picture',
  );
}

/**
 * An entry in the words that customers would read, in each language; empty: the file has mistakes, or customers do not
 * read it.
 */
async function sentencesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  { key }: Program,
  place: EntryPlace,
  file: string,
  value: unknown,
): Promise<EntryFormView['sentences']> {
  const { section } = place;
  if (!isWordedSection(section) || value === undefined || !isYaml(file)) return [];
  // A new entry may have no key yet.
  const named = { ...place, key: place.key || 'new-entry' };
  const text = fileWith(file, named, value);
  const checked = 'file' in text ? checkDraftFile(text.file, key) : text;
  if (!('definition' in checked)) return [];
  const after = await previewProgram(deps, checked.definition);
  if (!after) return [];
  return languagesOf(after).flatMap((language): (readonly [string, EntryWords])[] => {
    const words = entryWords(programView(after, language), section, named.key);
    return words ? [[language, words]] : [];
  });
}

/** The change in a form. A form of choices sends the whole entry, and their version as it was shown. */
export function readEntryForm(
  form: SentForm,
  place: EntryPlace,
  file: string,
): { base: unknown; mine: unknown; theirs: unknown; shape: Shape | undefined } {
  const schema = schemaOf(place);
  const [base, theirs] = [valueIn(form.base), valueIn(form.theirs)];
  const shape = shapeFor(schema, form.shape, base);
  if (form.deed === 'remove') return { base, mine: undefined, theirs, shape };
  const mine =
    form.mine === undefined
      ? entryOf(form, { schema, shape, present: base }, placesOf(valuesOf(file)))
      : valueIn(form.mine);
  return { base, mine, theirs, shape };
}

/** The value of a JSON field; undefined: there is none, or this server did not write it. */
function valueIn(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) ?? undefined;
  } catch {
    return undefined;
  }
}
