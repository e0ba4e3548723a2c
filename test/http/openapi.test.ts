import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS_BY_DOMAIN_CODE } from '../../src/http/errors.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { OPERATIONS } from '../support/operations.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';
import { schemaPlaces } from '../support/schema-places.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  responses: Record<string, { headers?: object; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  tags: { name: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

let test: TestApp;
let routes: ServedRoute[];
let document: Document;

beforeAll(async () => {
  ({ built: test, routes } = await withRoutes(() =>
    buildTestApp({ publicUrl: 'https://shop.example/club' }),
  ));
  document = (await supertest(test.url).get('/openapi.json').expect(200)).body;
});
afterAll(() => test.close());

/** Every value of the document under its JSON pointer's last name. */
function* walk(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
  yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) yield* walk(inner, member);
}

/** The target of a reference; the value itself if it is not a reference. */
function resolve<T>(value: T): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const steps = $ref.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((holder, step) => (holder as Record<string, unknown>)[step], document) as T;
}

/** As the router names an operation: `GET /v2/customers/:merchant_id/transactions`. */
const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  );
const operationOf = (name: string) => described().find((candidate) => candidate.name === name)!.operation;

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(
      await new Validator().validate(structuredClone(document) as object as Record<string, unknown>),
    ).toEqual({ valid: true });
  });

  it('leads to where the server is reached', () => {
    expect(document.servers).toEqual([{ url: 'https://shop.example/club' }]);
  });

  it('has no reference that leads nowhere, and nothing that nobody refers to', () => {
    const references = [...walk(document)].flatMap(([name, value]) =>
      name === '$ref' ? [value as string] : [],
    );
    expect(references.filter((reference) => resolve({ $ref: reference }) === undefined)).toEqual([]);
    const parts = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
    expect(parts.filter((part) => !references.includes(part))).toEqual([]);
  });

  it('tells which word of a tag stands for which schema', () => {
    const { discriminator, oneOf } = document.components.schemas!.SessionCart as Record<string, unknown>;
    expect(discriminator).toEqual({
      propertyName: 'kind',
      mapping: { empty: '#/components/schemas/EmptyCart', platform: '#/components/schemas/PlatformCart' },
    });
    expect(oneOf).toEqual([
      { $ref: '#/components/schemas/EmptyCart' },
      { $ref: '#/components/schemas/PlatformCart' },
    ]);
  });

  it('has schemas that say nothing a validator does not understand', () => {
    const validators = validatorsOf(document, { strict: true, strictTypes: false });
    for (const name of Object.keys(document.components.schemas!))
      expect(() => validators.getSchema(name), name).not.toThrow();
  });

  it('describes the routes that need a key, those of health, and no other', () => {
    const names = described().map(({ name }) => name);
    expect(names.sort()).toEqual(
      [...Object.keys(OPERATIONS), 'GET /health/live', 'GET /health/ready'].sort(),
    );
    expect(names.filter((name) => !routes.some((route) => route.name === name))).toEqual([]);
  });

  it('names no address and no code that does not exist', () => {
    const texts = [...walk(document)].flatMap(([name, text]) =>
      /^(description|summary)$/.test(name) ? [String(text)] : [],
    );
    const codeSpans = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
    const patterns = routes.map(({ pattern }) => pattern);
    const addresses = codeSpans.filter((code) => code.startsWith('/'));
    expect(addresses.filter((address) => !patterns.some((pattern) => pattern.startsWith(address)))).toEqual(
      [],
    );
    for (const { operation } of described()) {
      const [, list = ''] = /Refused with 422: (.*?)\.(\n|$)/s.exec(operation.description ?? '') ?? [];
      for (const [, code = ''] of list.matchAll(/`([a-z_]+)`/g)) {
        if (code !== 'limit') expect(STATUS_BY_DOMAIN_CODE, code).toHaveProperty(code, 422);
      }
    }
  });
});

/** Ajv with all shared schemas of the document. It compiles each of them once. */
function validatorsOf({ components }: Document, terms: Options): Ajv2020 {
  const formats = { 'date-time': true, date: true, uri: true, email: true, 'merchant-id': true } as const;
  const validators = new Ajv2020({ ...terms, formats });
  // OpenAPI's own.
  validators.addKeyword('discriminator');
  for (const [name, schema] of Object.entries(components.schemas!))
    validators.addSchema({ $id: name, ...(absolute(schema) as object) });
  return validators;
}

/** The same schema with its references as Ajv finds them. */
function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', ''));
}

describe('an operation', () => {
  let validators: Ajv2020;
  beforeAll(() => {
    validators = validatorsOf(document, { strict: false });
  });

  it('has a name of its own, a tag of the list, and words for people', () => {
    const names = described().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, operation } of described()) {
      expect(operation.summary, name).toMatch(/^[A-Z]/);
      for (const tag of operation.tags) expect(document.tags.map((known) => known.name)).toContain(tag);
    }
  });

  it.each(Object.entries(OPERATIONS))(
    'says who may call it and how it can be refused: %s',
    (name, { scope }) => {
      const operation = operationOf(name);
      expect(operation.security).toEqual([{ api_key: scope === 'any_key' ? [] : [scope] }, { basic: [] }]);
      expect(operation.description).toContain(scope === 'any_key' ? 'Any key' : `\`${scope}\``);
      const refusals = [
        '400',
        '401',
        '403',
        '429',
        '500',
        '503',
        ...(name.startsWith('POST ') ? ['409'] : []),
        ...(/^(POST|PUT|PATCH) /.test(name) ? ['413', '415', '422'] : []),
      ];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(refusals));
      for (const [status, given] of Object.entries(operation.responses)) {
        const response = resolve(given);
        expect(response.headers, status).toHaveProperty('X-Request-Id');
        if (Number(status) < 400) continue;
        const { schema } = response.content!['application/json'] as { schema: { properties?: object } };
        if (schema.properties) expect(schema.properties, status).toHaveProperty('error.properties.code.enum');
        else expect(schema, status).toEqual({ $ref: '#/components/schemas/Error' });
      }
    },
  );

  it.each(Object.keys(OPERATIONS))('has the parameters that its route has: %s', (name) => {
    const { options } = routes.find((route) => route.name === name)!;
    const declared = schemaPlaces(options).flatMap(
      ({ place }) => /^(params|query)\.(\w+)$/.exec(place)?.[2] ?? [],
    );
    const { headers } = options.schema as { headers?: { properties: object } };
    const common = ['channel', 'X-Loyalty-Channel', 'language', 'X-Loyalty-Language', 'country'];
    const parameters = operationOf(name).parameters!.map(resolve);
    expect(parameters.map((parameter) => parameter.name).sort()).toEqual(
      [
        ...declared,
        ...Object.keys(headers?.properties ?? {}),
        ...common,
        ...(name.startsWith('POST ') ? ['Idempotency-Key'] : []),
      ].sort(),
    );
    for (const parameter of parameters) expect(parameter.required ?? false).toBe(parameter.in === 'path');
    const deprecated = parameters
      .filter((parameter) => parameter.deprecated)
      .map((parameter) => parameter.name);
    expect(deprecated).toEqual(['GET /v2/activities', 'GET /v2/customers'].includes(name) ? ['page'] : []);
  });

  it.each(Object.keys(OPERATIONS))('says in an enum with which codes it may be refused: %s', (name) => {
    const { responses, description } = operationOf(name);
    const [, list = ''] = /Refused with 422: (.*?)\.(\n|\s|$)/s.exec(description ?? '') ?? [];
    expect(description, 'the codes stand after a colon').not.toMatch(/422(?!:)/);
    const named = [...list.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!);
    const expected = new Set([
      ...named.filter((code) => code in STATUS_BY_DOMAIN_CODE),
      ...(name.startsWith('POST ') ? ['idempotency_key_reused'] : []),
    ]);
    const { schema } = (resolve(responses['422'] ?? {}) as Operation['responses'][string]).content?.[
      'application/json'
    ] ?? { schema: {} };
    const { properties } = schema as {
      properties?: { error: { properties: { code: { enum: string[] } } } };
    };
    expect(new Set(properties?.error.properties.code.enum ?? [])).toEqual(expected);
  });

  it.each(Object.keys(OPERATIONS))(
    'has a whole example of what is sent and answered, by its schema: %s',
    (name) => {
      const { requestBody, responses } = operationOf(name);
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const media = [requestBody?.content, ...answers.map(([, answer]) => resolve(answer).content)].flatMap(
        (content) => Object.entries(content ?? {}),
      ) as [string, { schema: object; example?: unknown }][];
      for (const [type, { schema, example }] of media) {
        expect(example, type).toBeDefined();
        const validate = validators.compile(absolute(schema) as object);
        expect([validate(example), validate.errors], `${type} ${JSON.stringify(example)}`).toEqual([
          true,
          null,
        ]);
      }
    },
  );
});
