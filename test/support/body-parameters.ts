import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCustomer } from './factories.ts';
import { BODY_VALUES, RawJson, UNKNOWN_NAMES } from './hostile-values.ts';
import { mustRefuse } from './must-refuse.ts';
import { addressOf, OPERATIONS, type OperationRequest, withValue } from './operations.ts';
import { type Attempt, type ParameterTest, parameterTest } from './parameter-test.ts';
import type { Tenant } from './tenant.ts';

/** The possible values with their JSON, which is written once. A value without JSON is missing. */
const VALUES = Object.entries(BODY_VALUES).map(([label, value]) => ({
  label,
  value,
  json: value instanceof RawJson ? value.text : JSON.stringify(value),
}));

const MARK = randomUUID();

/** The body of a request with this JSON at the place, to the letter. */
function bodyWith(request: OperationRequest, place: string, json: string | undefined): string | undefined {
  if (json === undefined) return JSON.stringify(withValue(request, place, undefined).body);
  return JSON.stringify(withValue(request, place, MARK).body).replace(`"${MARK}"`, () => json);
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

/**
 * The tenant with a customer and a cart of the operation's own: answers with all that thousands of requests before gave
 * would take long.
 */
async function tenantOf(name: string, { test, tenant }: ParameterTest): Promise<Pick<Tenant, 'names'>> {
  if (!/\/(rules|rewards)\//.test(name)) return tenant;
  const customer = `${tenant.names.customer} of ${name.split('/').slice(-2).join(' ')}`;
  await createCustomer(test.deps, tenant.program, { merchant_id: customer, points: 50_000_000 });
  return { names: { ...tenant.names, customer, cart: `the cart of ${customer}` } };
}

/**
 * Sends each possible value of each member of the bodies of the operations whose names `are`. Two test files share
 * them, since they are thousands.
 */
export function testBodies(are: RegExp): void {
  const setup = parameterTest();
  const { attempts, placesOf, route } = setup;
  const writing = Object.entries(OPERATIONS).filter(
    ([name]) => /^(POST|PUT|PATCH) /.test(name) && are.test(name),
  );
  describe('whatever a parameter is, the answer is a success or the one refusal that names it', () => {
    it.each(writing)('in the body of %s', async (name, operation) => {
      const tenant = await tenantOf(name, setup);
      const requests: Attempt[] = [];
      const places = placesOf(name, 'body');
      const declared = route(name).options.schema?.body as
        | { required?: string[]; additionalProperties?: boolean }
        | undefined;
      const takesBody = declared !== undefined;
      const refusesUnknown = declared?.additionalProperties === false;
      const unknown = UNKNOWN_NAMES.map((member) => ({
        place: `body.${member}`,
        schema: {},
        required: false,
      }));
      const required = declared?.required !== undefined && declared.required.length > 0;
      const whole = { place: 'body', schema: { type: 'object' }, required };
      for (const place of [...places, ...unknown, whole]) {
        const parameter = place.place.replace(/^body\./, '');
        for (const { label, value, json } of VALUES) {
          const { body: sent = {}, ...rest } = operation.request(tenant);
          const body = bodyWith({ ...rest, body: sent }, place.place, json);
          const path = addressOf(name, rest);
          // An unexpected body is refused only if it is not JSON for us.
          const fits =
            isTakenWithout(name, parameter, value) ||
            (unknown.includes(place) || !takesBody
              ? label !== 'nesting beyond it'
              : !mustRefuse(place, value));
          const mustSucceed = (unknown.includes(place) && !refusesUnknown) || !takesBody;
          const must = !fits ? 'be refused' : mustSucceed ? 'succeed' : undefined;
          requests.push({ label, parameter, path, body, must });
        }
      }
      expect(await attempts(name, requests)).toEqual([]);
    });
  });
}
