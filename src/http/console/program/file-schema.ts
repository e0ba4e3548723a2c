import { type FileSection, pathOfSection } from '../../../program-file/draft-entries.ts';
import { programFileJsonSchema } from '../../../program-file/schema.ts';

/** The part of a JSON Schema that forms and facts are drawn from. */
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

/** The schema of a program file, made when somebody first looks at a program. */
export function fileSchema(): FieldSchema {
  whole ??= programFileJsonSchema() as FieldSchema;
  return whole;
}

/** The schema of an entry, or of one of the keys of `settings`; undefined: the file knows no such place. */
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

/** One of several shapes: the one of a kind or a mode, with the word that says which. */
export interface Shape {
  /** The name of the property that tells the shapes apart. */
  tag: string;
  /** The value of the property. */
  word: string;
  schema: FieldSchema;
}

/** The shapes that an object may have, each by every word that names it. Empty: it has one shape. */
export function shapesOf({ oneOf, discriminator }: FieldSchema): Shape[] {
  const tag = discriminator?.propertyName;
  if (!oneOf || tag === undefined) return [];
  return oneOf.flatMap((schema) =>
    (schema.properties?.[tag]?.enum ?? []).map((word) => ({ tag, word, schema })),
  );
}

/** The shape that a value has; undefined: the value says no word that is known. */
export function shapeOf(schema: FieldSchema, value: unknown): Shape | undefined {
  return shapesOf(schema).find(({ tag, word }) => isFields(value) && value[tag] === word);
}

/** Whether a value is a text for every language, or one for each. */
export function isWords({ anyOf }: FieldSchema): boolean {
  return anyOf?.length === 2 && anyOf[0]!.type === 'string' && anyOf[1]!.patternProperties !== undefined;
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
