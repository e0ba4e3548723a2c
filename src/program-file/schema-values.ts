import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox';
import { DURATION_PATTERN } from '../domain/core/durations.ts';

export const KEY_PATTERN = '^[a-z0-9][a-z0-9_-]{0,62}$';
export const LANGUAGE_PATTERN = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
export const COUNTRY_PATTERN = '^[A-Z]{2}$';
export const CURRENCY_PATTERN = '^[A-Z]{3}$';
export const URL_PATTERN = '^https?://[^\\s/?#*;,\'"]+([/?#]|$)';
/** One origin. It contains no character that would make it several sources in a Content-Security-Policy. */
export const ORIGIN_PATTERN = '^https?://[^\\s/?#@*;,\'"]+$';
export const COLOUR_PATTERN = '^#[0-9A-Fa-f]{6}$';
/** Names without quotes, or in double quotes. No name may contain a character that ends the property. */
export const FONT_FAMILY_PATTERN =
  '^(-?[A-Za-z][A-Za-z0-9 -]*|"[A-Za-z0-9 ._-]+")(, ?(-?[A-Za-z][A-Za-z0-9 -]*|"[A-Za-z0-9 ._-]+"))*$';
export const MESSAGE_KEY_PATTERN = '^[a-z][a-z0-9_]{0,99}$';

export function textEnum<const T extends string>(values: readonly T[], options: SchemaOptions) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

/** The most languages of a site, of a text and of the messages. */
export const MOST_LANGUAGES = 100;

/** The most tiers, and the most variants by tier of a rule or reward. */
export const MOST_TIERS = 100;

/** The most benefits of tiers. */
export const MOST_BENEFITS = 200;

/** Entries by their stable keys. */
export function entries<T extends TSchema>(entry: T, options: SchemaOptions & { maxProperties: number }) {
  return Type.Record(Type.String({ pattern: KEY_PATTERN }), entry, {
    additionalProperties: false,
    ...options,
  });
}

/**
 * One of several shapes; one property tells them apart. A mistake is then reported only for the shape that was meant.
 */
export function oneOfBy<T extends TSchema[]>(tag: string, shapes: [...T], options: SchemaOptions) {
  return Type.Unsafe<Static<T[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: shapes,
    ...options,
  });
}

export function object<T extends Record<string, TSchema>>(properties: T, options: SchemaOptions) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** One text for every language, or one per language. */
export function localizedText(description: string, maxLength = 255) {
  const text = Type.String({ minLength: 1, maxLength });
  const perLanguage = Type.Record(Type.String({ pattern: LANGUAGE_PATTERN }), text, {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: MOST_LANGUAGES,
  });
  return Type.Unsafe<string | Record<string, string>>({
    anyOf: [text, perLanguage],
    description: `${description} One text, or a map of language tag to text.`,
  });
}

export function text(description: string, options: { maxLength?: number } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, description, ...options });
}

/** The stable key of another entry of the file. A check beside the schema finds missing entries. */
export function reference(description: string) {
  return Type.String({ pattern: KEY_PATTERN, description });
}

/** Stable keys of other entries of the file, each once. */
export function references(of: string, description: string) {
  return Type.Array(reference(`The key of ${of}.`), {
    maxItems: MOST_BENEFITS,
    uniqueItems: true,
    description,
  });
}

/** A whole number within bounds. */
export function count(description: string, bounds: { minimum: number; maximum: number }) {
  return Type.Integer({ ...bounds, description });
}

/** A day that returns every year. A check beside the schema compares it with the month. */
export const dayOfYear = {
  month: count('The month, 1 to 12.', { minimum: 1, maximum: 12 }),
  day: count('The day of the month. 29 February stands for the 28th in other years.', {
    minimum: 1,
    maximum: 31,
  }),
};

export function months(description: string) {
  return count(description, { minimum: 1, maximum: 120 });
}

export function currency(description: string) {
  return Type.String({
    pattern: CURRENCY_PATTERN,
    description: `${description} ISO 4217.`,
    examples: ['USD', 'EUR'],
  });
}

export function country(description: string) {
  return Type.String({
    pattern: COUNTRY_PATTERN,
    description: `${description} ISO 3166-1 alpha-2.`,
    examples: ['US', 'DE'],
  });
}

export function url(description: string) {
  return Type.String({ pattern: URL_PATTERN, format: 'uri', maxLength: 2000, description });
}

export function duration(description: string) {
  return Type.String({
    pattern: DURATION_PATTERN,
    description: `${description} A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.`,
    examples: ['14d', '24h', '15m'],
  });
}

/** A decimal amount of money. A check beside the schema compares its decimals with the currency's. */
export function amount(description: string, options: { exclusiveMinimum?: number } = {}) {
  const least = options.exclusiveMinimum === undefined ? { minimum: 0 } : options;
  return Type.Number({
    ...least,
    maximum: 1_000_000_000,
    description: `${description} In the program's currency.`,
  });
}

export const EnabledSchema = Type.Boolean({
  default: true,
  description: 'Whether customers see and can use it. Default: true.',
});

export function limit(description: string) {
  return object(
    {
      count: count('The number of times within the interval.', { minimum: 1, maximum: 1_000_000 }),
      interval: Type.Optional(
        textEnum(['day', 'week', 'month', 'year'], {
          description:
            "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.",
        }),
      ),
    },
    { description },
  );
}

export const LimitSchema = limit('How often one customer may do this. Default: no limit.');
