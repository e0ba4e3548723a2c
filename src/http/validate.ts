import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { App } from './app-types.ts';
import { bounded, createAjv } from './bounded-ajv.ts';
import { ComplaintList } from './complaint-list.ts';
import { complaintOf } from './complaints.ts';
import { invalidRequest } from './errors.ts';
import { idempotencyKeyComplaints } from './idempotency-key.ts';
import { CONTEXT_PARAMETERS, contextComplaints } from './request-context.ts';
import { syncHook } from './sync-hook.ts';

interface ObjectSchema {
  required?: string[];
  properties?: Record<string, { type?: string; minimum?: number }>;
  additionalProperties?: boolean;
}

type Validators = Partial<
  Record<'params' | 'query' | 'body', { validate: ValidateFunction; schema: ObjectSchema }>
>;

/**
 * Replaces Fastify's validation, which stops at the first wrong part of a request and coerces bodies. This one checks
 * every part against the route's schemas. All complaints are sent together, or the first ones if there are very many.
 */
export function validateRequests(app: App): void {
  // Fastify's own compiled validation is not used.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.scope === undefined) return;
    // Compiled at the first use: all schemas would take a third of the time to start.
    let validators: Validators | undefined;
    const hook = syncHook((request: FastifyRequest) => {
      const complaints = new ComplaintList();
      if (route.config?.scope !== 'public') complaints.addAll(contextComplaints(request));
      if (request.method === 'POST') complaints.addAll(idempotencyKeyComplaints(request));
      validators ??= compile(route);
      checkAll(validators, request, complaints);
      if (!complaints.isFull) complaints.addAll(route.config?.complaints?.(request) ?? {});
      if (!complaints.isEmpty) throw invalidRequest(complaints.toDetails());
    });
    route.preValidation = [hook, ...[route.preValidation ?? []].flat()];
  });
}

function compile(route: RouteOptions): Validators {
  const { params, querystring, body } = route.schema ?? {};
  const validators: Validators = {};
  for (const [part, schema] of [
    ['params', params],
    ['query', querystring && admittingContext(querystring as ObjectSchema)],
    ['body', body],
  ] as const) {
    if (schema) validators[part] = { validate: validatorOf(schema), schema: schema as ObjectSchema };
  }
  return validators;
}

const validatorsByText = new Map<string, ValidateFunction>();
let ajv: Ajv | undefined;

/**
 * A process that serves several schemas of a database has an app for each. The apps share the compiled validators,
 * because compiling takes long.
 */
function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  let validate = validatorsByText.get(text);
  if (!validate) {
    ajv ??= createAjv();
    validate = ajv.compile(bounded(schema));
    validatorsByText.set(text, validate);
  }
  return validate;
}

/** Every operation accepts the context's parameters, even if it refuses unknown parameters. */
function admittingContext(schema: ObjectSchema): ObjectSchema {
  if (schema.additionalProperties !== false) return schema;
  const context = Object.fromEntries(CONTEXT_PARAMETERS.map((name) => [name, {}]));
  return { ...schema, properties: { ...context, ...schema.properties } };
}

function checkAll(
  { params, query, body }: Validators,
  request: FastifyRequest,
  complaints: ComplaintList,
): void {
  if (params) {
    request.params = readTexts(request.params as Record<string, unknown>, params.schema);
    refuseLongNumbers(request.params as Record<string, unknown>, params.schema, complaints);
    check(params.validate, request.params, complaints);
  }
  if (query) {
    request.query = declaredOnly(
      readTexts(request.query as Record<string, unknown>, query.schema),
      query.schema,
    );
    refuseLongNumbers(request.query as Record<string, unknown>, query.schema, complaints);
    check(query.validate, request.query, complaints);
  }
  // A body without required members may be absent.
  if (body && request.body === undefined && !body.schema.required?.length) request.body = {};
  if (request.body_complaints) complaints.addAll(request.body_complaints);
  else if (body && request.body === undefined) complaints.add('body', 'is required');
  else if (body) check(body.validate, request.body, complaints);
}

function check(validate: ValidateFunction, value: unknown, complaints: ComplaintList): void {
  if (validate(value)) return;
  for (const error of validate.errors as ErrorObject[]) {
    if (complaints.isFull) return;
    // A condition of this server's own: the part that failed under it has an error of its own.
    if (error.keyword === 'if') continue;
    const { parameter, complaint } = complaintOf(error, 'body');
    complaints.add(parameter, complaint);
  }
}

/**
 * A number with too many digits for a double is still an integer: the complaint says that there are too many digits.
 */
function refuseLongNumbers(
  read: Record<string, unknown>,
  schema: ObjectSchema,
  complaints: ComplaintList,
): void {
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    const value = read[name];
    if (type !== 'integer' || typeof value !== 'string' || !/^\d+$/.test(value)) continue;
    complaints.add(name, `must be at most ${Number.MAX_SAFE_INTEGER}`);
  }
}

/**
 * The query without the parameters that its operation does not declare. Listings share code, so one listing would
 * otherwise read, unchecked, what only another one declares.
 */
function declaredOnly(given: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
  if (schema.additionalProperties === false) return given;
  const declared = Object.keys(schema.properties ?? {}).filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(declared.map((name) => [name, given[name]]));
}

/**
 * Converts the values of a path or a query to the types of their schemas. An integer has digits only, up to 2^53 - 1,
 * and may have a minus if its schema has a minimum. A boolean is true or false. Any other text stays text, and the
 * schema refuses it.
 */
function readTexts(given: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
  const read: Record<string, unknown> = { ...given };
  for (const [name, { type, minimum }] of Object.entries(schema.properties ?? {})) {
    const text = given[name];
    if (typeof text !== 'string') continue;
    const digits = minimum === undefined ? /^\d+$/ : /^-?\d+$/;
    if (type === 'integer' && digits.test(text) && Number.isSafeInteger(Number(text)))
      read[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) read[name] = text === 'true';
  }
  return read;
}
