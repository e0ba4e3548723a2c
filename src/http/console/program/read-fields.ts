import { type FieldSchema, isFields } from './file-schema.ts';
import {
  alternatives,
  choicesFor,
  type FormPlaces,
  languagesFor,
  mannerOf,
  messagesIn,
  namesIn,
} from './form-places.ts';

/** The fields of a sent form, by their names. */
export type SentForm = Readonly<Record<string, string | undefined>>;

interface Place {
  /** The last name of the path, which is the schema's name of the field. */
  field: string;
  /** The name in the form: the path from the entry down to the field. */
  name: string;
  schema: FieldSchema;
  /** The value from which the form was drawn. */
  present: unknown;
}

/**
 * The value of a field in a form, by the schema from which it was drawn; undefined: none. A text that is no number
 * stays a text, so that the check of the file can complain about it.
 */
export function readValue(form: SentForm, place: Place, places: FormPlaces): unknown {
  const { field, name, schema, present } = place;
  const sent = textOf(form[name]);
  switch (mannerOf(field, schema, places)) {
    case 'words':
      return readWords(form, place, places);
    case 'yes_no':
      return sent === undefined ? undefined : sent === 'true';
    case 'number':
      return sent !== undefined && /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
    case 'ticks':
      return readTicks(form, place, places);
    case 'lines':
      return listOf((sent ?? '').split('\n').map((line) => line.trim()));
    case 'rows':
      return readRows(form, place, places);
    case 'map':
      return membersOf(
        namesIn(field, present, places).map((member) => [
          member,
          readValue(form, inner(place, member, Object.values(schema.patternProperties!)[0]!), places),
        ]),
      );
    case 'messages':
      return membersOf(messagesIn(present).map((message) => [message, textOf(form[`${name}.${message}`])]));
    case 'fields':
      return membersOf(Object.entries(readFields(form, name, schema, present, places)));
    case 'word_or_fields': {
      const { object } = alternatives(schema);
      const fields = membersOf(Object.entries(readFields(form, name, object, present, places)));
      // A newly chosen word replaces the fields. The form still sends the fields.
      if (sent !== undefined && sent !== present) return sent;
      return fields ?? sent;
    }
    default:
      return sent;
  }
}

/** The fields of an object. Members that the schema does not have stay unchanged. */
export function readFields(
  form: SentForm,
  name: string,
  schema: FieldSchema,
  present: unknown,
  places: FormPlaces,
): Record<string, unknown> {
  const properties = schema.properties ?? {};
  const held = isFields(present) ? present : {};
  const unknown = Object.entries(held).filter(([member]) => !Object.hasOwn(properties, member));
  const outer = { field: '', name, schema, present };
  const known = Object.entries(properties).map(([member, inside]): [string, unknown] => [
    member,
    readValue(form, inner(outer, member, inside), places),
  ]);
  return membersOf([...known, ...unknown]) ?? {};
}

function inner({ name, present }: Place, member: string, schema: FieldSchema): Place {
  const held = isFields(present) && Object.hasOwn(present, member) ? present[member] : undefined;
  return { field: member, name: `${name}.${member}`, schema, present: held };
}

/** Browsers send line breaks with a carriage return. */
function textOf(sent: string | undefined): string | undefined {
  const text = sent?.replaceAll('\r\n', '\n');
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The value is one text for all languages if it was one or is new, and only the first language has a text. */
function readWords(form: SentForm, { name, present }: Place, places: FormPlaces): unknown {
  const languages = languagesFor(present, places);
  const written = languages.flatMap((language): [string, string][] => {
    const text = textOf(form[`${name}.${language}`]);
    return text === undefined ? [] : [[language, text]];
  });
  const [only, ...others] = written;
  if (!only) return undefined;
  const isOne = others.length === 0 && only[0] === languages[0] && !isFields(present);
  return isOne ? only[1] : Object.fromEntries(written);
}

/** Values without a checkbox stay unchanged. */
function readTicks(form: SentForm, { field, name, schema, present }: Place, places: FormPlaces): unknown {
  const offered = schema.items?.enum ?? choicesFor(field, schema, places)?.map(([key]) => key) ?? [];
  const held = Array.isArray(present) ? present.filter((one) => typeof one === 'string') : [];
  const all = [...new Set([...held, ...offered])];
  return listOf(all.filter((one) => form[`${name}.${one}`] !== undefined));
}

function readRows(form: SentForm, { name, schema, present }: Place, places: FormPlaces): unknown {
  const held = Array.isArray(present) ? present : [];
  const rows = [...held, undefined].map((row: unknown, at) =>
    readFields(form, `${name}[${at}]`, schema.items!, row, places),
  );
  return listOf(rows.filter((row) => Object.keys(row).length > 0));
}

function listOf<T>(items: readonly T[]): T[] | undefined {
  const filled = items.filter((item) => item !== '');
  return filled.length > 0 ? filled : undefined;
}

function membersOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> | undefined {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
