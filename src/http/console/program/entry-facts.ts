import type { ConsoleWording } from '../language/wording.ts';
import { type FieldSchema, isFields, isWords, memberSchema, shapeOf } from './file-schema.ts';
import { fileTitle, fileWords } from './file-words.ts';

/** A field of an entry in words. */
export interface Fact {
  name: string;
  text: string;
  /** The language of a text that exists in several languages. */
  lang?: string;
  /** The fields of the value, if it has several. */
  parts?: readonly Fact[];
}

/** The units of a program. A file does not repeat them beside each number. */
export interface Units {
  currency: string;
  /** The quantity that bounds of tiers count. */
  boundary_mode: string;
}

/** The units in the values of a program file. */
export function unitsOf(values: Readonly<Record<string, unknown>>): Units {
  const { currency, tiers } = values;
  const mode = isFields(tiers) ? tiers.boundary_mode : undefined;
  return {
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'XXX',
    boundary_mode: typeof mode === 'string' ? mode : 'points',
  };
}

/** The reader of the facts: its wording, and its language for texts in several languages. */
export interface FactReader {
  wording: ConsoleWording;
  language: string;
  units: Units;
}

/** The fields of an entry in the order of its schema, without those that a card shows in another way. */
export function factsOf(
  reader: FactReader,
  schema: FieldSchema | undefined,
  value: unknown,
  except: readonly string[] = [],
): Fact[] {
  const { wording } = reader;
  if (isListOfFields(value)) {
    return value.map((item, at) => factOf(reader, `${at + 1}.`, schema?.items, item));
  }
  if (!isFields(value) || isText(schema, value)) return [];
  const shape = (schema && shapeOf(schema, value)?.schema) ?? schema;
  const known = Object.keys(shape?.properties ?? {}).filter((name) => Object.hasOwn(value, name));
  const names = [...new Set([...known, ...Object.keys(value)])].filter((name) => !except.includes(name));
  return names.map((name) => {
    const member = memberSchema(shape, name);
    const words = member?.title ? fileWords(wording, member.title) : nameOf(wording, shape, name);
    return factOf(reader, words, member, value[name]);
  });
}

function factOf(reader: FactReader, name: string, schema: FieldSchema | undefined, value: unknown): Fact {
  if (isText(schema, value)) return { name, ...textIn(value, reader.language) };
  const text = factText(reader, schema, value);
  if (!isFields(value) || typeof value.count === 'number') return { name, text };
  return { name, text, parts: factsOf(reader, objectOf(schema), value) };
}

/** A text in a language, or else in its first language. */
function textIn(value: Record<string, string>, language: string): { text: string; lang?: string } {
  const lang = Object.hasOwn(value, language) ? language : Object.keys(value)[0];
  return lang === undefined ? { text: '–' } : { text: value[lang]!, lang };
}

/** Whether a value is one text in several languages. */
function isText(schema: FieldSchema | undefined, value: unknown): value is Record<string, string> {
  return schema !== undefined && isWords(schema) && isFields(value);
}

/** Whether a value is a list of things with several fields each, such as questions with their answers. */
export function isListOfFields(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

/** Names without a title, such as keys of tiers, stay unchanged. */
function nameOf(wording: ConsoleWording, schema: FieldSchema | undefined, name: string): string {
  return schema?.patternProperties ? name : fileTitle(wording, name);
}

/** A value in words: "500 points", "14 days", "$25.00". */
export function factText(reader: FactReader, schema: FieldSchema | undefined, value: unknown): string {
  const { wording, language, units } = reader;
  const { say } = wording;
  if (typeof value === 'number') return amountText(wording, schema?.['x-unit'], value, units);
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((item) => factText(reader, schema?.items, item)).join(', ');
  if (isText(schema, value)) return textIn(value, language).text;
  if (isFields(value)) {
    if (typeof value.count === 'number') return limitText(wording, value.count, value.interval);
    return factsOf(reader, objectOf(schema), value)
      .map(({ name, text }) => say('fact_part', { name, text }))
      .join(' · ');
  }
  if (typeof value !== 'string') return '–';
  if (schema?.enum) return fileTitle(wording, value);
  if (schema?.['x-unit'] === 'duration') return durationText(wording, value);
  return value.startsWith('data:') ? pictureText(wording, value) : value;
}

/** The text in the place of a picture that the file contains: the picture has thousands of characters. */
export function pictureText({ say, count }: ConsoleWording, address: string): string {
  return say('entry_picture', { size: count(Math.ceil(address.length / 1365)) });
}

/** The alternative that is an object, among several. */
function objectOf(schema: FieldSchema | undefined): FieldSchema | undefined {
  return schema?.anyOf?.find(({ type }) => type === 'object') ?? schema;
}

function durationText({ say }: ConsoleWording, text: string): string {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return unit === undefined
    ? text
    : say(`duration_${unit as 's' | 'm' | 'h' | 'd'}`, { count: Number(count) });
}

const INTERVALS = ['day', 'week', 'month', 'year'] as const;

function limitText({ say }: ConsoleWording, count: number, interval: unknown): string {
  return say(`limit_${INTERVALS.find((one) => one === interval) ?? 'ever'}`, { count });
}

/** The units that are counted. The others are amounts, percents and durations. */
const COUNTED = [
  'months',
  'windows',
  'times',
  'friends',
  'codes',
  'days',
  'people',
  'points',
  'pixels',
  'claims',
  'orders',
  'pieces',
] as const;

/** The unit of a bound is the quantity that tiers count. */
function countedUnit(unit: string | undefined, { boundary_mode }: Units) {
  const named = unit === 'boundary_mode' ? boundary_mode : unit;
  return COUNTED.find((one) => one === named);
}

function amountText(wording: ConsoleWording, unit: string | undefined, value: number, units: Units): string {
  const { say, exactMoney, share } = wording;
  const counted = countedUnit(unit, units);
  if (counted) return say(`unit_${counted}`, { count: value });
  switch (unit) {
    case 'currency':
      return exactMoney(value, units.currency);
    case 'percent':
      return share(value / 100, String(value).split('.')[1]?.length ?? 0);
    case 'boundary_mode':
      return say('unit_spend', { amount: exactMoney(value, units.currency) });
    default:
      return String(value);
  }
}

/** The unit after a field for a number; undefined: it has none. */
export function unitOf(
  { say }: ConsoleWording,
  { 'x-unit': unit }: FieldSchema,
  units: Units,
): string | undefined {
  const counted = countedUnit(unit, units);
  if (counted) return say(`behind_${counted}`);
  if (unit === 'percent') return say('behind_percent');
  return unit === 'currency' || unit === 'boundary_mode' ? units.currency : undefined;
}
