import { type FileSection, pathOfSection } from '../../../program-file/draft-entries.ts';
import { programFileJsonSchema } from '../../../program-file/schema.ts';

/** The part of a JSON Schema from which forms and facts are drawn. */
export interface FieldSchema {
  title?: string;
  description?: string;
  type?: string;
  enum?: readonly string[];
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, FieldSchema>>;
  patternProperties?: Readonly<Record<string, FieldSchema>>;
  items?: FieldSchema;
  anyOf?: readonly FieldSchema[];
  oneOf?: readonly FieldSchema[];
  discriminator?: { propertyName: string };
  'x-unit'?: string;
}

let whole: FieldSchema | undefined;

/** The schema of a program file, made when an operator first opens a program. */
export function fileSchema(): FieldSchema {
  whole ??= programFileJsonSchema() as FieldSchema;
  return whole;
}

/** The schema of an entry, or of one of the keys of `settings`; undefined: the file has no such place. */
export function entrySchema(section: FileSection, key: string): FieldSchema | undefined {
  const map = pathOfSection(section).reduce<FieldSchema | undefined>(
    (schema, name) => schema?.properties?.[name],
    fileSchema(),
  );
  return memberSchema(map, key);
}

/** The schema of a member of an object. */
export function memberSchema(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
  const own = schema?.properties;
  if (own && Object.hasOwn(own, name)) return own[name];
  const [pattern, member] = Object.entries(schema?.patternProperties ?? {})[0] ?? [];
  return pattern !== undefined && new RegExp(pattern, 'u').test(name) ? member : undefined;
}

/** One of several shapes: the shape of a kind or a mode, with the word that names it. */
export interface Shape {
  /** The name of the property that tells the shapes apart. */
  tag: string;
  /** The value of the property. */
  word: string;
  schema: FieldSchema;
}

/** The shapes of an object, one for each word that names one. Empty: the object has only one shape. */
export function shapesOf({ oneOf, discriminator }: FieldSchema): Shape[] {
  const tag = discriminator?.propertyName;
  if (!oneOf || tag === undefined) return [];
  return oneOf.flatMap((schema) =>
    (schema.properties?.[tag]?.enum ?? []).map((word) => ({ tag, word, schema })),
  );
}

/** The shape of a value; undefined: the value has no known word. */
export function shapeOf(schema: FieldSchema, value: unknown): Shape | undefined {
  return shapesOf(schema).find(({ tag, word }) => isFields(value) && value[tag] === word);
}

/** Whether a value is one text for all languages, or one text for each language. */
export function isWords({ anyOf }: FieldSchema): boolean {
  return anyOf?.length === 2 && anyOf[0]!.type === 'string' && anyOf[1]!.patternProperties !== undefined;
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
