import { KEY_PATTERN, MESSAGE_KEY_PATTERN } from '../../../program-file/schema-values.ts';
import { MESSAGE_KEYS } from '../../../texts/catalogues.ts';
import { titleIn } from './entry-card.tsx';
import { type FieldSchema, isFields, isWords } from './file-schema.ts';
import { entriesIn, languagesIn } from './program-parts.ts';

/** The data that the fields of a form need from the rest of the file: other entries, and languages. */
export interface FormPlaces {
  /** The languages of the program's sites, the first site's first. */
  languages: readonly string[];
  /** The keys of tiers, in the order of the file. */
  tiers: readonly Choice[];
  rewards: readonly Choice[];
  benefits: readonly Choice[];
}

/** A key of another entry, with the words that name it. */
export type Choice = readonly [key: string, words: string];

export function placesOf(values: Readonly<Record<string, unknown>>): FormPlaces {
  const languages = languagesIn(values);
  const choices = (section: 'tiers' | 'rewards' | 'benefits') =>
    entriesIn(values, section).map(([key, entry]): Choice => [key, titleIn(entry, key, languages[0])]);
  return {
    languages,
    tiers: choices('tiers'),
    rewards: choices('rewards'),
    benefits: choices('benefits'),
  };
}

/** The fields that name entries of another section. */
const REFERENCES: Record<string, 'rewards' | 'benefits'> = {
  reward: 'rewards',
  incentive: 'rewards',
  entry_rewards: 'rewards',
  benefits: 'benefits',
};

/** The entries that a field may name; undefined: it names none. `field`: the field's own name. */
export function choicesFor(
  field: string,
  { pattern, items }: FieldSchema,
  places: FormPlaces,
): readonly Choice[] | undefined {
  const section = REFERENCES[field];
  return section && (pattern ?? items?.pattern) === KEY_PATTERN ? places[section] : undefined;
}

/** The fields that hold a picture. */
const PICTURES: readonly string[] = ['logo', 'logo_dark', 'banner', 'image'];

/** The names that a map of a field has or may have: the tiers of variants, or the present names. */
export function namesIn(field: string, present: unknown, places: FormPlaces): string[] {
  const known = field === 'variants' ? places.tiers.map(([key]) => key) : [];
  return [...new Set([...known, ...(isFields(present) ? Object.keys(present) : [])])];
}

/** The names of the server's messages, and the names in the entry that the server no longer has. */
export function messagesIn(present: unknown): string[] {
  return [...new Set([...MESSAGE_KEYS, ...(isFields(present) ? Object.keys(present) : [])])];
}

/** The languages of a text: those of the sites, and those that the text has. */
export function languagesFor(present: unknown, { languages }: FormPlaces): string[] {
  return [...new Set([...languages, ...(isFields(present) ? Object.keys(present) : [])])];
}

/** The manner in which a value is filled in. The same manner decides how a form is drawn and how it is read. */
export type Manner =
  | 'words'
  | 'choice'
  | 'yes_no'
  | 'number'
  | 'text'
  | 'ticks'
  | 'lines'
  | 'rows'
  | 'map'
  | 'messages'
  | 'fields'
  | 'word_or_fields'
  | 'picture';

export function mannerOf(field: string, schema: FieldSchema, places: FormPlaces): Manner {
  const choices = choicesFor(field, schema, places);
  if (isWords(schema)) return 'words';
  if (schema.anyOf) return 'word_or_fields';
  if (schema.type === 'array') {
    if (schema.items?.type === 'object') return 'rows';
    return schema.items?.enum || choices ? 'ticks' : 'lines';
  }
  if (schema.type === 'boolean') return 'yes_no';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'object') {
    if (!schema.patternProperties) return 'fields';
    return Object.hasOwn(schema.patternProperties, MESSAGE_KEY_PATTERN) ? 'messages' : 'map';
  }
  if (schema.enum || choices) return 'choice';
  return PICTURES.includes(field) ? 'picture' : 'text';
}

/** Both alternatives of a value that is a word or an object. */
export function alternatives({ anyOf = [] }: FieldSchema): { words: readonly string[]; object: FieldSchema } {
  return {
    words: anyOf.flatMap((one) => one.enum ?? []),
    object: anyOf.find(({ type }) => type === 'object') ?? {},
  };
}
