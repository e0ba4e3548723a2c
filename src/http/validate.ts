import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { parseTimestamp } from '../domain/calendar.ts';
import { decodedAgain } from '../domain/customers/find-customer.ts';
import type { App } from './app-types.ts';
import { complaintOf } from './complaints.ts';
import { invalidRequest } from './errors.ts';
import { idempotencyKeyComplaints } from './idempotency-key.ts';
import { CONTEXT_PARAMETERS, contextComplaints } from './request-context.ts';
import { MAX_TEXT, MERCHANT_ID_FORMAT } from './schema-helpers.ts';

interface ObjectSchema {
  required?: string[];
  properties?: Record<string, { type?: string }>;
  additionalProperties?: boolean;
}

type Validators = Partial<
  Record<'params' | 'query' | 'body', { validate: ValidateFunction; schema: ObjectSchema }>
>;

/**
 * Replaces Fastify's validation, which stops at the first part of a request that is wrong and coerces
 * bodies: here every part is held against the route's schemas and all complaints go out at once.
 */
export function validateRequests(app: App): void {
  const ajv = createAjv();
  // What Fastify would compile for itself is not used.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.scope === undefined) return;
    const validators = compile(ajv, route);
    const hook = async (request: FastifyRequest) => {
      const complaints = { ...complaintsOf(validators, request), ...route.config?.complaints?.(request) };
      if (route.config?.scope !== 'public') Object.assign(complaints, contextComplaints(request));
      if (request.method === 'POST') Object.assign(complaints, idempotencyKeyComplaints(request));
      if (Object.keys(complaints).length > 0) throw invalidRequest(complaints);
    };
    route.preValidation = [hook, ...[route.preValidation ?? []].flat()];
  });
}

/** Exported for tests, which hold answers against the schemas that the document publishes. */
export function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    discriminator: true,
  });
  ajv.addFormat('date-time', (text) => parseTimestamp(text) !== undefined);
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addFormat(MERCHANT_ID_FORMAT, isMerchantIdOfPath);
  return ajv;
}

/** Up to 255 characters, or more where it was encoded twice and decodes to as many. */
function isMerchantIdOfPath(text: string): boolean {
  const length = (id: string) => [...id].length;
  return length(text) <= MAX_TEXT || length(decodedAgain(text) ?? text) <= MAX_TEXT;
}

function compile(ajv: Ajv, route: RouteOptions): Validators {
  const { params, querystring, body } = route.schema ?? {};
  const validators: Validators = {};
  for (const [part, schema] of [
    ['params', params],
    ['query', querystring && admittingContext(querystring as ObjectSchema)],
    ['body', body],
  ] as const) {
    if (schema)
      validators[part] = { validate: ajv.compile(schema as object), schema: schema as ObjectSchema };
  }
  return validators;
}

/** Every operation takes the context's parameters, also where it refuses those it does not know. */
function admittingContext(schema: ObjectSchema): ObjectSchema {
  if (schema.additionalProperties !== false) return schema;
  const context = Object.fromEntries(CONTEXT_PARAMETERS.map((name) => [name, {}]));
  return { ...schema, properties: { ...context, ...schema.properties } };
}

function complaintsOf(validators: Validators, request: FastifyRequest): Record<string, string> {
  const complaints: Record<string, string> = {};
  const { params, query, body } = validators;
  if (params) {
    request.params = readTexts(request.params as Record<string, unknown>, params.schema);
    check(params.validate, request.params, complaints);
  }
  if (query) {
    request.query = readTexts(request.query as Record<string, unknown>, query.schema);
    check(query.validate, request.query, complaints);
  }
  // A body that need not say anything need not be there.
  if (body && request.body === undefined && !body.schema.required?.length) request.body = {};
  if (request.body_complaint) complaints.body = request.body_complaint;
  else if (body && request.body === undefined) complaints.body = 'is required';
  else if (body) check(body.validate, request.body, complaints);
  return complaints;
}

function check(validate: ValidateFunction, value: unknown, complaints: Record<string, string>): void {
  if (validate(value)) return;
  for (const error of validate.errors as ErrorObject[]) {
    const { parameter, complaint } = complaintOf(error, 'body');
    // Of several complaints of one parameter the first is the plainest: its type before its bounds.
    if (Object.hasOwn(complaints, parameter)) continue;
    // Defined rather than assigned: `__proto__` is a name like any other here.
    Object.defineProperty(complaints, parameter, { value: complaint, enumerable: true });
  }
}

/**
 * The values of a path or a query as their schemas' types, where the text is one: integers are digits and
 * nothing else, up to 2^53 - 1; truths are true and false. What is none stays text, for the schema to refuse.
 */
function readTexts(given: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
  const read: Record<string, unknown> = { ...given };
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    const text = given[name];
    if (typeof text !== 'string') continue;
    if (type === 'integer' && /^\d+$/.test(text) && Number.isSafeInteger(Number(text)))
      read[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) read[name] = text === 'true';
  }
  return read;
}
