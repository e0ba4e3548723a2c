import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox';

export const KEY_PATTERN = '^[a-z0-9][a-z0-9_-]{0,62}$';
export const LANGUAGE_PATTERN = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
export const COUNTRY_PATTERN = '^[A-Z]{2}$';
export const CURRENCY_PATTERN = '^[A-Z]{3}$';
export const DURATION_PATTERN = '^[1-9][0-9]{0,5}(s|m|h|d)$';
export const URL_PATTERN = '^https?://[^\\s/]+';
export const ORIGIN_PATTERN = '^https?://[^\\s/?#@]+$';

export function textEnum<const T extends string>(values: readonly T[], options: SchemaOptions) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

/** Entries by their stable keys. */
export function entries<T extends TSchema>(entry: T, options: SchemaOptions) {
  return Type.Record(Type.String({ pattern: KEY_PATTERN }), entry, {
    additionalProperties: false,
    ...options,
  });
}

/** One of several shapes, told apart by one property; a mistake is then reported against that shape alone. */
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
  });
  return Type.Unsafe<string | Record<string, string>>({
    anyOf: [text, perLanguage],
    description: `${description} One text, or a map of language tag to text.`,
  });
}

export function text(description: string, options: { maxLength?: number } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, description, ...options });
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

/** A decimal amount of money; that the currency has so many decimals is checked beside the schema. */
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
  description: 'Whether customers are offered it; true unless said otherwise.',
});

export const LimitSchema = object(
  {
    count: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How often within the interval.' }),
    interval: Type.Optional(
      textEnum(['day', 'week', 'month', 'year'], {
        description:
          "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.",
      }),
    ),
  },
  { description: 'How often one customer may do this. Without a limit: as often as they like.' },
);
