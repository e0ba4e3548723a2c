import { type Static, type TObject, type TSchema, type TUnion, type TUnsafe, Type } from '@sinclair/typebox';
import { isoTimestamp } from './iso-timestamp.ts';

/**
 * Text without NUL and without lone surrogates: Postgres can store it and JSON can carry it. It is a JSON Schema
 * pattern, so that the OpenAPI document shows it. Ajv compiles it with the `u` flag, under which `\p{Cs}` is exactly a
 * surrogate without a partner.
 */
export const TEXT_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** The longest id or name that is stored, in characters. */
export const MAX_TEXT = 255;

interface Notes {
  description?: string;
  examples?: unknown[];
}

interface TextNotes extends Notes {
  minLength?: number;
  maxLength?: number;
  default?: string;
}

const TEXT = new RegExp(TEXT_PATTERN, 'u');

/** Whether a text fits the schema `Name`. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_TEXT && TEXT.test(text);
}

/** Any text up to 255 characters. */
export function Text(notes: TextNotes = {}) {
  return Type.String({ maxLength: MAX_TEXT, pattern: TEXT_PATTERN, ...notes });
}

/** An id of the store's platform, or a name: 1 to 255 characters, stored as given. */
export function Name(notes: TextNotes = {}) {
  return Text({ minLength: 1, ...notes });
}

/**
 * An id of the store's platform in a body: a name, or an integer, as many platforms have. Read it with `platformId`.
 */
export function PlatformId(notes: TextNotes = {}) {
  return Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    minLength: 1,
    maxLength: MAX_TEXT,
    pattern: TEXT_PATTERN,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    ...notes,
  });
}

/** A platform's id as text: the decimal text of an integer. Zero has no sign. */
export function platformId(id: string | number): string {
  return typeof id === 'number' ? BigInt(id).toString() : id;
}

export const CURRENCY_PATTERN = '^[A-Za-z]{3}$';

/** A calendar day of any year, or of a given one. */
export const BIRTHDAY_PATTERN = '^(\\d{4}-)?\\d{2}-\\d{2}$';

/** An ISO 4217 code in a request, in upper or lower case. */
export function CurrencyInput(notes: { description?: string } = {}) {
  return Type.String({ pattern: CURRENCY_PATTERN, examples: ['USD'], ...notes });
}

/** A format for the validation only: it distinguishes ids that were encoded twice from ids that are too long. */
export const MERCHANT_ID_FORMAT = 'merchant-id';

/** A merchant_id, by default a customer's, as a path segment: any URL-encoded text, even one encoded twice. */
export function MerchantIdOfPath(notes: Notes = {}) {
  return Type.String({
    minLength: 1,
    pattern: TEXT_PATTERN,
    format: MERCHANT_ID_FORMAT,
    description: "The customer's id in the store's platform, URL-encoded, up to 255 characters.",
    examples: ['1001'],
    ...notes,
  });
}

/** A format for the validation: the texts that `isEmailAddress` of domain/customers accepts. */
export const EMAIL_FORMAT = 'email';

/** The email of a customer, stored as given. */
export function Email(notes: Notes = {}) {
  return Type.String({
    maxLength: 254,
    format: EMAIL_FORMAT,
    examples: ['anna@shop.example'],
    ...notes,
  });
}

/** One of our numeric ids, in a body, a path or a query. */
export function Id(notes: Notes = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...notes });
}

/** A whole number, within the range that JSON carries exactly. */
export function Integer(notes: Notes & { minimum?: number; maximum?: number; default?: number } = {}) {
  return Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...notes });
}

/** One of a closed list of words. */
export function StringEnum<const T extends readonly string[]>(
  values: T,
  notes: Notes & { default?: T[number] } = {},
): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...notes });
}

/**
 * One of several objects in a request; a literal in one member tells them apart. Complaints are then about the shape
 * that the caller meant. Each shape has a title, and that member.
 */
export function TaggedUnion<T extends TObject[]>(
  tag: string,
  schemas: [...T],
  notes: Notes & { title?: string } = {},
): TUnsafe<Static<TUnion<T>>> {
  const words = schemas.map((schema) => schema.properties[tag]!.const as string);
  return Type.Unsafe({
    type: 'object',
    required: [tag],
    properties: { [tag]: StringEnum(words) },
    discriminator: { propertyName: tag },
    oneOf: schemas,
    ...notes,
  });
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A moment in an answer: ISO 8601, UTC, milliseconds. */
export function Timestamp(notes: Notes = {}) {
  return Type.String({ format: 'date-time', ...notes });
}

/** A moment in a request: ISO 8601 with an offset. Read it with `parseTimestamp` of domain/calendar.ts. */
export function TimestampInput(notes: Notes = {}) {
  return Type.String({ format: 'date-time', ...notes });
}

/** A calendar day in an answer: YYYY-MM-DD. */
export function CalendarDate(notes: Notes = {}) {
  return Type.String({ format: 'date', ...notes });
}

export const MoneySchema = Type.Object(
  {
    amount: Type.Number({
      description: 'The amount in units of the currency, with decimals: 4.6 for 4.60 EUR.',
    }),
    formatted: Type.String({
      description: 'The amount as text in the language of the answer, such as `€4.60`.',
      examples: ['$9.90'],
    }),
  },
  { title: 'Money' },
);

export const PercentageSchema = Type.Object(
  { percentage: Type.Number(), formatted: Type.String({ examples: ['10%'] }) },
  { title: 'Percentage' },
);

/** A stored moment as an answer shows it. */
export function timestamp(ms: number): string {
  return isoTimestamp(ms);
}

export function nullableTimestamp(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}

/** For routes that take no query: a parameter must not be silently ignored. */
export const NoQuerySchema = Type.Object({}, { additionalProperties: false });
