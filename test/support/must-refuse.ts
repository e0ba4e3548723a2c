import { RawJson } from './hostile-values.ts';
import type { SchemaPlace } from './schema-places.ts';

type Place = Pick<SchemaPlace, 'schema' | 'required'>;

/** The JSON types of a value; a whole number is an integer too. */
function typesOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isSafeInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

/** undefined: any. */
function declaredTypes({ type, anyOf }: Record<string, unknown>): string[] | undefined {
  if (!anyOf) return type === undefined ? undefined : [type as string | string[]].flat();
  return (anyOf as Record<string, unknown>[]).flatMap((branch) => declaredTypes(branch) ?? []);
}

/**
 * Whether a member of a body must be refused: it is missing though required, of another type than any declared (bodies
 * are not coerced), or text that cannot be stored. A member that declares no type is read by the operation itself.
 */
export function mustRefuse({ schema, required }: Place, given: unknown): boolean {
  if (given === undefined) return required;
  const value = given instanceof RawJson ? JSON.parse(given.text) : given;
  const types = typesOf(value);
  const declared = declaredTypes(schema);
  if (declared === undefined) return false;
  if (!declared.some((type) => types.includes(type))) return true;
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'string') return false;
  // The text of a program file, which may be an object too, is as long as a body may be.
  return isUnstorable(value) || ([...value].length > 10_000 && !declared.includes('object'));
}

/** The same for a parameter in a path or a query, percent-encoded. A number there is digits and nothing else. */
export function mustRefuseText({ schema }: Place, encoded: string): boolean {
  let text: string;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    return false;
  }
  if (schema.type === 'integer') return !/^\d+$/.test(text) || !Number.isSafeInteger(Number(text));
  if (schema.type === 'boolean') return text !== 'true' && text !== 'false';
  return isUnstorable(text) || [...text].length > 2_000;
}

/** Postgres has no NUL, UTF-8 no lone surrogate. */
function isUnstorable(text: string): boolean {
  return text.includes('\0') || /\p{Cs}/u.test(text);
}
