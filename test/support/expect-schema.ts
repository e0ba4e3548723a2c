import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';

type Json = Record<string, unknown>;

/**
 * The schema, or a document full of schemas, with every unnamed property refused. Answers are not filtered by their
 * schemas, so this check shows that they hold neither more nor less.
 */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  const copy = Object.fromEntries(entries) as Json;
  const isOpen = copy.patternProperties !== undefined || copy.additionalProperties !== undefined;
  if (copy.type === 'object' && !isOpen) copy.additionalProperties = false;
  return copy as T;
}

/** Smaller parts stay where they are. */
const SHARED_CHARACTERS = 200;

/**
 * The same schema with each larger part defined once. A customer's schema says the limits and contexts of each kind of
 * rule and reward anew, and the validator of each costs as much again.
 */
function shared(schema: TSchema): Json {
  const definitions: Json = {};
  const names = new Map<string, string>();
  const share = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(share);
    if (typeof part !== 'object' || part === null) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, share(inner)]));
    if (typeof copy.type !== 'string' && !Array.isArray(copy.anyOf)) return copy;
    const text = JSON.stringify(copy);
    if (text.length < SHARED_CHARACTERS) return copy;
    const name = names.get(text) ?? `part-${names.size}`;
    names.set(text, name);
    definitions[name] = copy;
    return { $ref: `#/definitions/${name}` };
  };
  return { ...(share(schema) as Json), definitions };
}

const FORMATS = {
  // The form of moments in answers: UTC with milliseconds, and nothing else.
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
};

function createAjv(): Ajv {
  return new Ajv({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: FORMATS,
    inlineRefs: false,
    code: { optimize: false },
  });
}

const validators = new WeakMap<TSchema, ValidateFunction>();

/** Checks a value against a schema. Properties that the schema does not name are refused. */
export function expectSchema(schema: TSchema, value: unknown): void {
  let validate = validators.get(schema);
  if (!validate) {
    validate = createAjv().compile(shared(closed(schema)));
    validators.set(schema, validate);
  }
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

interface Declared {
  content?: Record<string, { schema: Json }>;
  $ref?: string;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Declared> }>>;
}

/** The parts of an answer that are checked; supertest's answers have them. */
interface ServedAnswer {
  /** With `method` and `url`. */
  request: unknown;
  status: number;
  type: string;
  text: string;
  body: unknown;
}

/**
 * Checks an answer, refusals included, against the published OpenAPI document, by its operation and status. Properties
 * that the document does not name are refused. `document` is the body of `/openapi.json`.
 */
export function expectServedSchema(document: object, response: ServedAnswer): void {
  const { method, url } = response.request as { method: string; url: string };
  const { paths } = document as Document;
  const path = matchingPath(Object.keys(paths), new URL(url).pathname);
  const { responses } = paths[path]![method.toLowerCase()]!;
  const declared = responses[response.status];
  const what = `${method} ${path} ${response.status}`;
  expect(declared, `${what} is not declared`).toBeDefined();
  const pointer = declared!.$ref?.slice('#/'.length).split('/') ?? [
    ...['paths', path, method.toLowerCase()],
    ...['responses', String(response.status)],
  ];
  const { content } = declared!.$ref ? (at(document, pointer) as Declared) : declared!;
  if (!content) {
    expect(response.text, what).toBe('');
    return;
  }
  expect(Object.keys(content), what).toContain(response.type);
  if (response.type !== 'application/json') return;
  const validate = validatorOf(document, [...pointer, 'content', response.type, 'schema']);
  validate(response.body);
  expect(validate.errors ?? [], what).toEqual([]);
}

function at(document: object, pointer: string[]): unknown {
  return pointer.reduce<unknown>((value, name) => (value as Json)[name], document);
}

const ajvs = new WeakMap<object, Ajv>();

function validatorOf(document: object, pointer: string[]): ValidateFunction {
  let ajv = ajvs.get(document);
  if (!ajv) {
    ajv = createAjv();
    ajv.addSchema(closed(document), 'openapi');
    ajvs.set(document, ajv);
  }
  const escaped = pointer.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
  return ajv.getSchema(`openapi#/${escaped.join('/')}`)!;
}

/** The path template of an address. If several match, it is one with fewer parameters. */
function matchingPath(templates: string[], address: string): string {
  const matches = templates.filter((template) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(address),
  );
  const [closest] = matches.sort((a, b) => a.split('{').length - b.split('{').length);
  expect(closest, `the document knows no ${address}`).toBeDefined();
  return closest!;
}
