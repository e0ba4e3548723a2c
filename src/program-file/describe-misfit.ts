import type { ErrorObject } from 'ajv';
import { DURATION_PATTERN } from '../domain/core/durations.ts';
import { suggestion } from '../texts/suggestion.ts';
import type { Finding, Path } from './mistakes.ts';
import {
  COLOUR_PATTERN,
  COUNTRY_PATTERN,
  CURRENCY_PATTERN,
  FONT_FAMILY_PATTERN,
  KEY_PATTERN,
  LANGUAGE_PATTERN,
  MESSAGE_KEY_PATTERN,
  ORIGIN_PATTERN,
  URL_PATTERN,
} from './schema-values.ts';

/** A complaint of the schema in words for the author of the file; undefined if another complaint covers it. */
export function describeMisfit(error: ErrorObject, path: Path): Finding | undefined {
  const { keyword, params, schema, data } = error as ErrorObject<string, Record<string, unknown>>;
  const finding = (message: string): Finding => ({ path, at: 'value', message });
  switch (keyword) {
    case 'required':
      return { path, at: 'key', message: `"${params.missingProperty}" is missing` };
    case 'additionalProperties':
      return unknownProperty(error, path);
    case 'discriminator':
      return wrongTag(error, path);
    case 'type':
      return finding(
        `must be ${typeName(schema as string, error.parentSchema?.pattern)}, not ${describeValue(data)}`,
      );
    case 'enum':
      return finding(oneOf(schema as string[], data));
    case 'anyOf':
      return finding(
        `must be ${(schema as Alternative[]).map(alternativeName).join(' or ')}, not ${describeValue(data)}`,
      );
    case 'pattern':
      return finding(
        `must be ${PATTERN_NAMES[schema as string] ?? 'of another form'}; this is ${describeValue(data)}`,
      );
    case 'format':
      return finding(`must be an address, https://…; this is ${describeValue(data)}`);
    case 'minimum':
      return finding(`must be at least ${schema}`);
    case 'exclusiveMinimum':
      return finding(`must be more than ${schema}`);
    case 'maximum':
      return finding(`must be at most ${schema}`);
    case 'minLength':
      return finding('must not be empty');
    case 'maxLength':
      return finding(tooLong(data, schema));
    case 'minItems':
    case 'minProperties':
      return finding(schema === 1 ? 'must hold at least one entry' : `must hold at least ${schema} entries`);
    case 'maxItems':
    case 'maxProperties':
      return finding(`must hold at most ${schema} entries`);
    case 'uniqueItems':
      return {
        path: [...path, Math.max(params.i as number, params.j as number)],
        at: 'value',
        message: 'this is given twice',
      };
    default:
      return finding(error.message ?? 'is not valid');
  }
}

/**
 * The mistake of a text that is longer than `most` characters. For a file within the text, it names the file's size.
 */
export function tooLong(text: unknown, most: unknown): string {
  return typeof text === 'string' && text.startsWith('data:')
    ? `is a file of ${Math.ceil((text.length - text.indexOf(',')) * (3 / 4 / 1024))} KiB, which is too large`
    : `must be at most ${most} characters long`;
}

const PATTERN_NAMES: Record<string, string> = {
  [KEY_PATTERN]: 'made of small letters, digits, "-" and "_", at most 63 of them',
  [DURATION_PATTERN]: 'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d',
  [CURRENCY_PATTERN]: 'a currency code of three capital letters such as USD',
  [COUNTRY_PATTERN]: 'a country code of two capital letters such as US',
  [LANGUAGE_PATTERN]: 'a language tag such as en or pt-BR',
  [COLOUR_PATTERN]: 'a colour such as "#2d3a8c", in quotes',
  [FONT_FAMILY_PATTERN]: 'a list of fonts such as Georgia, "Times New Roman", serif',
  [MESSAGE_KEY_PATTERN]: 'the name of a message: small letters, digits and "_"',
  [URL_PATTERN]: 'an address that begins with https:// or http://',
  [ORIGIN_PATTERN]: 'an origin without a path, such as https://shop.example',
};

function unknownProperty(error: ErrorObject, path: Path): Finding {
  const name = String(error.params.additionalProperty);
  const parent = error.parentSchema as { properties?: object; patternProperties?: object };
  const known = Object.keys(parent.properties ?? {});
  const pattern = Object.keys(parent.patternProperties ?? {})[0];
  const message =
    pattern === undefined
      ? `unknown property${suggestion(name, known) || `; known here: ${known.join(', ')}`}`
      : `must be ${PATTERN_NAMES[pattern] ?? 'another name'}`;
  return { path: [...path, name], at: 'key', message };
}

function wrongTag(error: ErrorObject, path: Path): Finding | undefined {
  const { tag, tagValue } = error.params as { tag: string; tagValue: unknown };
  // Another complaint reports that the tag is missing.
  if (tagValue === undefined) return undefined;
  const shapes = (error.parentSchema as { oneOf: { properties: Record<string, { enum: string[] }> }[] })
    .oneOf;
  const known = shapes.flatMap((shape) => shape.properties[tag]!.enum);
  return { path: [...path, tag], at: 'value', message: oneOf(known, tagValue) };
}

function oneOf(known: readonly string[], written: unknown): string {
  const hint = typeof written === 'string' ? suggestion(written, known) : '';
  const choice = known.length === 1 ? known[0] : `one of ${known.join(', ')}`;
  return `must be ${choice}, not ${describeValue(written)}${hint}`;
}

function typeName(type: string, pattern: unknown): string {
  if (typeof pattern === 'string' && PATTERN_NAMES[pattern]) return PATTERN_NAMES[pattern];
  if (type === 'object') return 'a map of names to values';
  if (type === 'array') return 'a list';
  if (type === 'string') return 'a text';
  if (type === 'boolean') return 'true or false';
  return type === 'integer' ? 'a whole number' : 'a number';
}

interface Alternative {
  type: string;
  enum?: string[];
  properties?: object;
}

function alternativeName(alternative: Alternative): string {
  if (alternative.enum) return alternative.enum.join(' or ');
  if (alternative.type === 'string') return 'a text';
  const { properties } = alternative;
  return properties ? `a map with ${Object.keys(properties).join(', ')}` : 'a map of language to text';
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  return typeof value === 'number' ? `the number ${value}` : String(value);
}
