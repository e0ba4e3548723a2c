import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { ErrorSchema } from './error-schema.ts';
import { STATUS_BY_DOMAIN_CODE } from './errors.ts';
import {
  COMMON_HEADERS,
  COMMON_PARAMETERS,
  FAILURES,
  failureResponse,
  IDEMPOTENCY_PARAMETER,
  refusedResponse,
} from './openapi-common.ts';
import { exampleOf } from './openapi-example.ts';

type Json = Record<string, unknown>;

interface Operation extends Json {
  description?: string;
  parameters?: { schema?: Json; deprecated?: boolean; $ref?: string }[];
  responses?: Record<string, Json>;
  security?: unknown[];
  requestBody?: { content?: Record<string, Json> };
}

export interface ApiDocument extends Json {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: Record<string, Json>;
}

/** The text that @fastify/swagger writes if a route describes no answer. */
const UNDESCRIBED = 'Default Response';

const METHODS_WITH_BODY = ['post', 'put', 'patch'];

/** Adds the parts that all operations have in common, and moves schemas with a title to the components. */
export function finishDocument(document: ApiDocument): ApiDocument {
  const schemas: Record<string, Json> = {};
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { path, method, operation } of operations) finishOperation(path, method, operation, schemas);
  for (const { post } of Object.values(document.webhooks ?? {})) hoistBody(post!, schemas);
  hoist(plain(ErrorSchema), schemas);
  return {
    ...document,
    components: {
      ...document.components,
      schemas: sorted(schemas),
      parameters: { ...COMMON_PARAMETERS, IdempotencyKey: IDEMPOTENCY_PARAMETER },
      headers: COMMON_HEADERS,
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, { name, description }]) => [
          name,
          failureResponse(status, description),
        ]),
      ),
    },
  };
}

function finishOperation(
  path: string,
  method: string,
  operation: Operation,
  schemas: Record<string, Json>,
): void {
  const isPublic = operation.security?.length === 0;
  // The plugin leaves `deprecated` in the schema. Readers of the document look for it beside the name.
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema?.deprecated) parameter.deprecated = true;
  }
  if (!isPublic) {
    const names = [...Object.keys(COMMON_PARAMETERS), ...(method === 'post' ? ['IdempotencyKey'] : [])];
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ];
  }
  hoistBody(operation, schemas);
  const responses = operation.responses ?? {};
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === UNDESCRIBED) response.description = `${STATUS_CODES[status]}.`;
    response.headers = {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(method === 'post' && {
        'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
      }),
      ...(response.headers as Json),
    };
    for (const media of Object.values((response.content ?? {}) as Record<string, Json>)) {
      describeMedia(media, schemas);
    }
  }
  const codes = refusalCodes(method, operation);
  if (!isPublic && codes.length > 0) {
    const response = refusedResponse(codes);
    for (const media of Object.values(response.content)) describeMedia(media, schemas);
    responses['422'] = response;
  }
  for (const status of failureStatuses(path, method, isPublic)) {
    responses[status] ??= { $ref: `#/components/responses/${FAILURES[status]!.name}` };
  }
  operation.responses = responses;
}

function hoistBody({ requestBody }: Operation, schemas: Record<string, Json>): void {
  const content = requestBody?.content ?? {};
  // The plugin gives every media type the schema of JSON.
  if (content[YAML]) content[YAML] = { ...YAML_BODY };
  for (const media of Object.values(content)) describeMedia(media, schemas);
}

const YAML = 'application/yaml';

const YAML_BODY = {
  schema: { type: 'string', description: 'The text of the program file.' },
  example: 'key: my-store\nname: My store\ncurrency: USD\n',
};

/** Adds an example of the whole contents, if there is none. */
function describeMedia(media: Json, schemas: Record<string, Json>): void {
  media.example ??= exampleOf(media.schema as Json);
  media.schema = hoist(media.schema, schemas);
}

/** The codes that an operation's description names, and those with which any POST may be refused. */
function refusalCodes(method: string, { description = '' }: { description?: string }): string[] {
  const [, list = ''] = /Refused with 422: (.*?)\.(?:\n|\s|$)/s.exec(description) ?? [];
  const named = [...list.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!);
  const known = named.filter((code) => Object.hasOwn(STATUS_BY_DOMAIN_CODE, code));
  return [...new Set([...known, ...(method === 'post' ? ['idempotency_key_reused'] : [])])];
}

function failureStatuses(path: string, method: string, isPublic: boolean): string[] {
  if (isPublic) return ['500'];
  const never = new Set<string>();
  if (method !== 'post') never.add('409');
  if (!METHODS_WITH_BODY.includes(method)) for (const status of ['413', '415']) never.add(status);
  if (method === 'get' && !path.includes('{')) never.add('404');
  return Object.keys(FAILURES).filter((status) => !never.has(status));
}

/** A schema with its titled parts replaced by references. Throws if two shapes have one title. */
function hoist(schema: unknown, schemas: Record<string, Json>): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, schemas));
  const shape: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      // The names in here are the data's and not keywords: a property may be called `title`.
      shape[keyword] = Object.fromEntries(
        Object.entries(value as Json).map(([name, part]) => [name, hoist(part, schemas)]),
      );
    } else if (SUBSCHEMAS.has(keyword)) shape[keyword] = hoist(value, schemas);
    else shape[keyword] = value;
  }
  if (shape.discriminator) shape.discriminator = withMapping(schema as TaggedUnion, shape as TaggedUnion);
  const { title, ...rest } = shape;
  if (typeof title !== 'string') return shape;
  if (schemas[title] && !isDeepStrictEqual(schemas[title], rest))
    throw new Error(`two schemas are called ${title}`);
  schemas[title] = rest;
  return { $ref: `#/components/schemas/${title}` };
}

interface TaggedUnion extends Json {
  discriminator: { propertyName: string };
  oneOf: { $ref: string; properties: Record<string, { const: string }> }[];
}

/** Maps the values of the tag to the schemas that were moved to the components. */
function withMapping({ discriminator, oneOf }: TaggedUnion, hoisted: TaggedUnion): Json {
  const { propertyName } = discriminator;
  const mapping = oneOf.map(({ properties }, index) => [
    properties[propertyName]!.const,
    hoisted.oneOf[index]!.$ref,
  ]);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

const SUBSCHEMAS = new Set([
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'additionalProperties',
  'prefixItems',
]);

/** Without TypeBox's symbols. */
function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema));
}

function sorted(schemas: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
