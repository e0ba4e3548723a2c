import type { ApiDocument } from '../openapi-document.ts';

/** The part of a JSON Schema in the OpenAPI document that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  discriminator?: { propertyName: string };
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

export interface Answer {
  status: string;
  description: string;
  media: (Media & { type: string }) | undefined;
  /** The values of `error.code`. */
  codes: string[];
}

export interface ApiOperation {
  /** The operation's address in the reference. */
  id: string;
  group: string;
  /** The operation's subject: the first part of its path after the family's part, or the first part of its topic. */
  subject: string;
  /** `webhook` if the server calls the address of a subscriber. */
  method: string;
  /** The path, or a webhook's topic. */
  path: string;
  summary: string;
  description: string;
  /** The scopes that the key needs. null: no key is needed; empty: any key is enough. */
  scope: string | null;
  parameters: Parameter[];
  /** The parameters that every operation takes. */
  common: Parameter[];
  body: (Media & { type: string; required: boolean }) | undefined;
  answers: Answer[];
}

export interface ApiGroup {
  name: string;
  description: string;
  operations: ApiOperation[];
}

export interface ApiReference {
  groups: ApiGroup[];
  operations: ReadonlyMap<string, ApiOperation>;
  schemas: Schemas;
  /** The address at which clients call the server. */
  base_url: string;
}

interface RawOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { required?: boolean; content?: Record<string, Media> };
  responses?: Record<string, { $ref?: string; description?: string; content?: Record<string, Media> }>;
}

/**
 * The OpenAPI document for the reference. References are resolved, except references to schemas. `values` of parameters
 * in paths are examples that work on this server.
 */
export function readOperations(
  document: ApiDocument,
  values: Readonly<Record<string, string | number>> = {},
): ApiReference {
  const raw = [
    ...operationsOf(document.paths as Record<string, Record<string, RawOperation>>),
    ...operationsOf(document.webhooks as Record<string, Record<string, RawOperation>>).map((found) => ({
      ...found,
      method: 'webhook',
    })),
  ];
  const operations = raw.map(({ path, method, operation }) =>
    withValues(readOperation(document, path, method, operation), values),
  );
  const tags = (document.tags ?? []) as { name: string; description: string }[];
  const [server] = document.servers as { url: string }[];
  return {
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ group }) => group === name),
    })),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: (document.components?.schemas ?? {}) as Schemas,
    base_url: server!.url.replace(/\/$/, ''),
  };
}

function withValues(
  operation: ApiOperation,
  values: Readonly<Record<string, string | number>>,
): ApiOperation {
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path' && values[parameter.name] !== undefined
      ? { ...parameter, example: values[parameter.name] }
      : parameter,
  );
  return { ...operation, parameters };
}

function operationsOf(paths: Record<string, Record<string, RawOperation>> = {}) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function readOperation(
  document: ApiDocument,
  path: string,
  method: string,
  operation: RawOperation,
): ApiOperation {
  const { operationId = '', tags = [], summary = '', description = '', security = [] } = operation;
  const isCommon = ({ $ref }: { $ref?: string }) => $ref !== undefined;
  const parameters = operation.parameters ?? [];
  const resolved = (chosen: typeof parameters) =>
    chosen.map((parameter) => resolve<Parameter>(document, parameter));
  const needed = security.flatMap((way) => way.api_key ?? []);
  const body = mediaOf(operation.requestBody?.content);
  return {
    id: operationId,
    group: tags[0] ?? '',
    subject: subjectOf(path),
    method,
    path,
    summary,
    // The reference shows the scope beside the path, so its sentence is left out here.
    description: description.replace(
      /\n*(Needs the scope `\w+`\.|Any key of the program may call it\.)$/,
      '',
    ),
    scope: security.length === 0 ? null : (needed[0] ?? ''),
    parameters: resolved(parameters.filter((parameter) => !isCommon(parameter))),
    common: resolved(parameters.filter(isCommon)),
    body: body && { ...body, required: operation.requestBody?.required === true },
    answers: Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const { description: words = '', content } = resolve<NonNullable<typeof response>>(document, response);
      const media = mediaOf(content);
      return { status, description: words, media, codes: codesOf(media?.schema) };
    }),
  };
}

/** Prefers JSON if there are several types. */
function mediaOf(content: Record<string, Media> = {}): (Media & { type: string }) | undefined {
  const entries = Object.entries(content);
  const found = entries.find(([type]) => type === 'application/json') ?? entries[0];
  return found && { type: found[0], ...found[1] };
}

function codesOf(schema: Schema | undefined): string[] {
  return (schema?.properties?.error?.properties?.code?.enum ?? []) as string[];
}

function resolve<T>(document: ApiDocument, value: { $ref?: string }): T {
  if (value.$ref === undefined) return value as T;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  return found as T;
}

function subjectOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const [first = '', second = ''] = parts;
  const subject = ['headless', 'v2'].includes(first)
    ? parts.filter((part) => !/^(headless|v2|[\d-]+)$/.test(part))[0]
    : first;
  return (subject ?? second).replaceAll('_', ' ');
}

/** The title of a schema that a reference names. */
export function nameOfRef($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
