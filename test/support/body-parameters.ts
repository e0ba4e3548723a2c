import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCustomer } from './factories.ts';
import { BODY_VALUES, RawJson, UNKNOWN_NAMES } from './hostile-values.ts';
import { mustRefuse } from './must-refuse.ts';
import { addressOf, OPERATIONS, type OperationRequest, withValue } from './operations.ts';
import { type Attempt, type ParameterTest, parameterTest } from './parameter-test.ts';
import type { Tenant } from './tenant.ts';

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
        for (const [label, value] of Object.entries(BODY_VALUES)) {
          const { body: sent = {}, ...rest } = operation.request(tenant);
          const request = withValue({ ...rest, body: sent }, place.place, value);
          const body = request.body === undefined ? undefined : bodyText(request);
          const path = addressOf(name, request);
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
