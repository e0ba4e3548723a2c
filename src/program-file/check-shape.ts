import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { describeMisfit } from './describe-misfit.ts';
import type { Finding, Path } from './mistakes.ts';
import { ProgramFileSchema } from './schema.ts';
import { shareParts } from './share-parts.ts';

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  discriminator: true,
  code: { optimize: false },
  inlineRefs: false,
});
ajv.addFormat('uri', (text: string) => URL.canParse(text));

/** Compiled with the first file: it would take a tenth of a start, and most servers never read a file. */
let validate: ValidateFunction | undefined;

/** A type after invalid values were removed. */
export type Remaining<T> = T extends (infer Item)[]
  ? (Remaining<Item> | undefined)[]
  : T extends object
    ? { [Name in keyof T]?: Remaining<T[Name]> | undefined }
    : T;

/** More errors are not looked at: sorting them out takes longer with the square of their number. */
const MAX_ERRORS = 1_000;

/** Complaints about parts of a value. The rest of the value is still checked. */
const AROUND_THE_VALUE = new Set(['required', 'additionalProperties', 'uniqueItems']);

/** Checks a value against the file's schema. `remaining` is the value without its invalid parts. */
export function checkShape<T>(value: unknown): { findings: Finding[]; remaining: Remaining<T> } {
  validate ??= ajv.compile(shareParts(ProgramFileSchema));
  if (validate(value)) return { findings: [], remaining: value as Remaining<T> };
  const all = validate.errors ?? [];
  const errors = withoutAlternatives(all.slice(0, MAX_ERRORS));
  const findings: Finding[] = [];
  const misfits = new Map<string, Path>();
  const unknown: Path[] = [];
  for (const error of errors) {
    const path = pathOf(error.instancePath, value);
    if (error.keyword === 'additionalProperties') unknown.push([...path, error.params.additionalProperty]);
    const finding = describeMisfit(error, path);
    if (!finding) continue;
    if (!AROUND_THE_VALUE.has(error.keyword)) {
      // One complaint about a value is enough; the complaint about its type comes first.
      if (misfits.has(error.instancePath)) continue;
      misfits.set(error.instancePath, path);
    }
    findings.push(finding);
  }
  const invalid = all.length > MAX_ERRORS ? [[]] : [...misfits.values(), ...unknown];
  return { findings, remaining: without(value, invalid) as Remaining<T> };
}

/**
 * For an `anyOf`, keeps only the errors of the alternative with the right type: a map of texts gets no complaint that
 * it should be a text. If no alternative has the right type, only the error of the `anyOf` itself stays.
 */
function withoutAlternatives(errors: readonly ErrorObject[]): ErrorObject[] {
  let kept = [...errors];
  for (const none of errors.filter((error) => error.keyword === 'anyOf')) {
    const inner = (error: ErrorObject) =>
      `${error.instancePath}/`.startsWith(`${none.instancePath}/`) &&
      error.schemaPath.startsWith(`${none.schemaPath}/`);
    const alternative = (error: ErrorObject) =>
      inner(error) ? error.schemaPath.slice(none.schemaPath.length + 1).split('/')[0] : undefined;
    const misfits = new Set(
      kept
        .filter((error) => error.keyword === 'type' && error.instancePath === none.instancePath)
        .map(alternative),
    );
    const fits = kept.some((error) => alternative(error) !== undefined && !misfits.has(alternative(error)));
    kept = kept.filter((error) => {
      if (error === none) return !fits;
      const own = alternative(error);
      return own === undefined || (fits && !misfits.has(own));
    });
  }
  return kept;
}

function pathOf(pointer: string, value: unknown): Path {
  let current = value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const place = Array.isArray(current) ? Number(name) : name;
      current = (current as Record<string | number, unknown>)[place];
      return place;
    });
}

function without(value: unknown, misfits: readonly Path[]): unknown {
  if (misfits.some((path) => path.length === 0)) return {};
  const inner = (step: string | number) =>
    misfits.filter((path) => path[0] === step).map((path) => path.slice(1));
  const kept = (item: unknown, step: string | number) => {
    const own = inner(step);
    if (own.some((path) => path.length === 0)) return undefined;
    return own.length === 0 ? item : without(item, own);
  };
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, kept(item, name)]));
}
