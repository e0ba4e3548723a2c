import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { complaintAbout, expectNoFailureLogged } from '../support/error-shape.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { BODY_VALUES, HEADER_VALUES, QUERY_FORMS, RawJson, TEXT_VALUES } from '../support/hostile-values.ts';
import { mustRefuse, mustRefuseText } from '../support/must-refuse.ts';
import { addressOf, OPERATIONS, type OperationRequest, withValue } from '../support/operations.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';
import { type SchemaPlace, schemaPlaces } from '../support/schema-places.ts';
import { sendJson } from '../support/send-json.ts';
import { createTenant, type Tenant } from '../support/tenant.ts';

let test: TestApp;
let routes: ServedRoute[];
let tenant: Tenant;

beforeAll(async () => {
  ({ built: test, routes } = await withRoutes(() => buildTestApp()));
  tenant = await createTenant(test, 'ours', 1);
});
afterAll(async () => {
  expectNoFailureLogged(test);
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const operations = Object.entries(OPERATIONS);
const writing = operations.filter(([name]) => /^(POST|PUT|PATCH) /.test(name));

/** The parameters of one part of an operation, as its route declares them: `body.line_items[0].price`. */
function placesOf(name: string, part: 'params' | 'query' | 'body'): SchemaPlace[] {
  const { options } = routes.find((route) => route.name === name)!;
  return schemaPlaces(options).filter(({ place }) => place.startsWith(`${part}.`));
}

interface Attempt {
  /** What is odd about the request, and where. */
  label: string;
  parameter: string;
  path: string;
  body?: unknown;
  headers?: OutgoingHttpHeaders;
  /** Absent: the request may be refused for that parameter and for nothing else. */
  must?: 'be refused' | 'succeed';
}

/** What is wrong with the answer, if anything. */
async function attempt(name: string, request: Attempt): Promise<string[]> {
  // A limit of so many a second would hide what else there is to say.
  if (name.endsWith('/sessions')) await test.deps.db.deleteFrom('rate_windows').execute();
  const { label, parameter, path, body, headers, must } = request;
  const answer = await sendJson(test.url, name.split(' ')[0]!, path, tenant.key, body, headers);
  const { status } = OPERATIONS[name]!;
  const isTold =
    must === undefined ||
    (must === 'succeed' ? answer.status === status : ![200, 201, status].includes(answer.status));
  const complaint = isTold
    ? complaintAbout(answer, parameter)
    : `must ${must}, is answered ${answer.status}: ${answer.text.slice(0, 200)}`;
  return complaint ? [`${parameter}: ${label}: ${complaint}`] : [];
}

/** The body of a request as text, with what is to be there to the letter. */
function bodyText({ body }: OperationRequest): string {
  const raw: string[] = [];
  const mark = randomUUID();
  const text = JSON.stringify(body, (_name, value) => {
    if (!(value instanceof RawJson)) return value;
    raw.push(value.text);
    return `${mark}${raw.length - 1}`;
  });
  return text.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_match, index) => raw[Number(index)]!);
}

/** Orders and activities that bring what is no email address are taken without it, and the answer says so. */
const TAKEN_WITHOUT_EMAIL = [
  'POST /v2/activities',
  'POST /v2/orders',
  'POST /v2/orders/preview',
  'PUT /v2/orders/:merchant_id',
];

function isTakenWithout(name: string, parameter: string, given: unknown): boolean {
  const value = given instanceof RawJson ? JSON.parse(given.text) : given;
  return parameter === 'customer_email' && typeof value === 'string' && TAKEN_WITHOUT_EMAIL.includes(name);
}

const UNKNOWN = ['unknown', '__proto__', 'constructor'];

describe('whatever a parameter is, the answer is a success or the one refusal that names it', () => {
  it.each(operations.filter(([name]) => name.includes(':')))('in the path of %s', async (name, operation) => {
    const wrong: string[] = [];
    for (const place of placesOf(name, 'params')) {
      const parameter = place.place.slice('params.'.length);
      for (const [label, value] of Object.entries(TEXT_VALUES)) {
        const { body, ...request } = operation.request(tenant);
        const path = addressOf(name, withValue(request, place.place, 'PLACE')).replace('PLACE', value);
        const must = mustRefuseText(place, value) ? 'be refused' : undefined;
        wrong.push(...(await attempt(name, { label, parameter, path, body, must })));
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(operations)('in the query of %s', async (name, operation) => {
    const wrong: string[] = [];
    const places = placesOf(name, 'query');
    const declaredQuery = routes.find((route) => route.name === name)!.options.schema?.querystring as
      | { additionalProperties?: boolean }
      | undefined;
    const unknownMust = declaredQuery?.additionalProperties === false ? 'be refused' : 'succeed';
    /** The address with `text` in its query in place of the parameter. */
    const withText = (request: OperationRequest, parameter: string, text: string) => {
      const { [parameter]: _, ...others } = request.query;
      const address = addressOf(name, { ...request, query: others });
      return `${address}${address.includes('?') ? '&' : '?'}${text}`;
    };
    const common = ['channel', 'country'].map((parameter) => ({ parameter, schema: {}, required: false }));
    const declared = places.map((place) => ({ ...place, parameter: place.place.slice('query.'.length) }));
    for (const place of [...declared, ...common]) {
      const { parameter } = place;
      for (const [label, value] of Object.entries(TEXT_VALUES)) {
        const request = operation.request(tenant);
        const path = withText(request, parameter, `${parameter}=${value}`);
        const must = mustRefuseText(place, value) ? 'be refused' : undefined;
        wrong.push(...(await attempt(name, { label, parameter, path, body: request.body, must })));
      }
    }
    for (const parameter of [...declared, ...common]
      .map((place) => place.parameter)
      .concat('language', UNKNOWN)) {
      for (const [label, form] of Object.entries(QUERY_FORMS)) {
        const request = operation.request(tenant);
        const path = withText(request, parameter, form(parameter));
        const must = UNKNOWN.includes(parameter) ? unknownMust : undefined;
        wrong.push(...(await attempt(name, { label, parameter, path, body: request.body, must })));
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(writing)('in the body of %s', async (name, operation) => {
    const wrong: string[] = [];
    const places = placesOf(name, 'body');
    const declared = routes.find((route) => route.name === name)!.options.schema?.body as
      | { required?: string[]; additionalProperties?: boolean }
      | undefined;
    const takesBody = declared !== undefined;
    const refusesUnknown = declared?.additionalProperties === false;
    const unknown = UNKNOWN.map((member) => ({ place: `body.${member}`, schema: {}, required: false }));
    const required = declared?.required !== undefined && declared.required.length > 0;
    const whole = { place: 'body', schema: { type: 'object' }, required };
    for (const place of [...places, ...unknown, whole]) {
      const parameter = place.place.replace(/^body\./, '');
      for (const [label, value] of Object.entries(BODY_VALUES)) {
        const { body: sent = {}, ...rest } = operation.request(tenant);
        const request = withValue({ ...rest, body: sent }, place.place, value);
        const body = request.body === undefined ? undefined : bodyText(request);
        const path = addressOf(name, request);
        // Of a body that nobody asked for only what is no JSON to us is refused.
        const fits =
          isTakenWithout(name, parameter, value) ||
          (unknown.includes(place) || !takesBody ? label !== 'nesting beyond it' : !mustRefuse(place, value));
        const mustSucceed = (unknown.includes(place) && !refusesUnknown) || !takesBody;
        const must = !fits ? 'be refused' : mustSucceed ? 'succeed' : undefined;
        wrong.push(...(await attempt(name, { label, parameter, path, body, must })));
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(operations)('in the headers of %s', async (name, operation) => {
    const wrong: string[] = [];
    for (const parameter of [
      'X-Loyalty-Channel',
      'X-Loyalty-Language',
      'Idempotency-Key',
      'X-Request-Id',
      'Accept',
    ]) {
      for (const [label, value] of Object.entries(HEADER_VALUES)) {
        const request = operation.request(tenant);
        const headers = { [parameter]: value };
        wrong.push(
          ...(await attempt(name, {
            label,
            parameter,
            path: addressOf(name, request),
            body: request.body,
            headers,
          })),
        );
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the request that the others differ from', () => {
  it.each(operations)('succeeds: %s', async (name, operation) => {
    const request = operation.request(tenant);
    const answer = await sendJson(
      test.url,
      name.split(' ')[0]!,
      addressOf(name, request),
      tenant.key,
      request.body,
    );
    expect(answer.status, answer.text).toBe(operation.status);
  });
});
