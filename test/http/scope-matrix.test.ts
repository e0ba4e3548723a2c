import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { grants, SCOPES, type Scope } from '../../src/domain/programs/scopes.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey } from '../support/factories.ts';
import { addressOf, OPERATIONS, type Operation, type OperationRequest } from '../support/operations.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';
import { rowsOf } from '../support/rows-of.ts';
import { schemaPlaces } from '../support/schema-places.ts';
import { sendJson } from '../support/send-json.ts';
import { createTenant, type Tenant } from '../support/tenant.ts';
import { TESTER } from '../support/tester.ts';

/** The addresses that anybody may use without a key. */
const PUBLIC_ROUTES = [
  'GET /.well-known/oauth-authorization-server',
  'GET /demo',
  'GET /docs',
  'GET /docs/*',
  'GET /',
  'GET /embed.js',
  'GET /health/live',
  'GET /health/ready',
  'GET /oauth/authorize',
  'GET /openapi.json',
  'GET /page',
  'GET /page/:token',
  'GET /page/images/:program_id/:place/:seal',
  'GET /program.schema.json',
  'GET /r/:referral_id/:network',
  'GET /reference',
  'GET /reference/:operation',
  'POST /oauth/introspect',
  'POST /oauth/revoke',
  'POST /oauth/token',
  'POST /page/birthday',
  'POST /page/claims/:id/refund',
  'POST /page/enrol',
  'POST /page/rewards/:id/redeem',
  'POST /page/rules/:id/complete',
  'POST /page/rules/:id/subscribe',
];

let test: TestApp;
let routes: ServedRoute[];
let own: Tenant;
let revoked: string;
/** By scope, a key that has all others. */
const keyWithout = new Map<Scope, string>();

beforeAll(async () => {
  const demo = { program_id: 0, site_id: 0, customer_merchant_id: 'nobody' };
  ({ built: test, routes } = await withRoutes(() => buildTestApp({ app: { demo } })));
  own = await createTenant(test, 'ours', 1);
  const key = { program_key: 'ours', name: 'gone', scopes: [...SCOPES], by: TESTER };
  const gone = await createApiKey(test.deps, key);
  await revokeApiKey(test.deps, 'ours', gone.id, TESTER);
  revoked = gone.key;
  for (const scope of SCOPES) {
    const others = SCOPES.filter((other) => !grants([other], scope));
    keyWithout.set(scope, await createKey(test.deps, 'ours', others));
  }
});
afterAll(() => test.close());

const operations = Object.entries(OPERATIONS);
/** Other ways to call an operation: a GET also has a HEAD. */
const methods = operations.flatMap(([name, operation]): [string, string, Operation][] =>
  name.startsWith('GET ')
    ? [
        [name, name, operation],
        [name.replace('GET', 'HEAD'), name, operation],
      ]
    : [[name, name, operation]],
);

function ask(method: string, name: string, key: string | undefined, request: OperationRequest) {
  return sendJson(test.url, method.split(' ')[0]!, addressOf(name, request), key, request.body);
}

/** What the program held after the last request that was refused; undefined: something was written since. */
let held: Record<string, string> | undefined;

/** Holds that the work changes nothing of the program. */
async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = held ?? (await rowsOf(test.deps.db, own.program.id));
  await work();
  held = await rowsOf(test.deps.db, own.program.id);
  expect(held).toEqual(before);
}

describe('the routes', () => {
  it('are those of this matrix, each with the scope that it says', () => {
    // The console's routes name rights, for which there is a matrix of their own.
    const served = routes.filter(
      ({ method, options }) => method !== 'HEAD' && options.config?.right === undefined,
    );
    expect(Object.fromEntries(served.map(({ name, options }) => [name, options.config?.scope]))).toEqual(
      Object.fromEntries([
        ...operations.map(([name, { scope }]) => [name, scope]),
        ...PUBLIC_ROUTES.map((name) => [name, 'public']),
      ]),
    );
  });

  it('have no HEAD that their GET does not have, with its scope', () => {
    const scopeOf = (method: string) => (route: ServedRoute) =>
      route.method === method
        ? [`${route.pattern.replace(/(.)\/$/, '$1')} ${route.options.config?.scope}`]
        : [];
    expect(routes.flatMap(scopeOf('GET'))).toEqual(expect.arrayContaining(routes.flatMap(scopeOf('HEAD'))));
  });

  it.each(operations)('%s has an entry here for all that can name something', (name, operation) => {
    const { options } = routes.find((route) => route.name === name)!;
    const naming = schemaPlaces(options).filter(
      ({ place, schema }) =>
        /(^|\.|_)(id|ids\[0\]|cursor|code|token)$/.test(place) && !('const' in schema || 'enum' in schema),
    );
    expect(naming.map(({ place }) => place).filter((place) => !(place in operation.names))).toEqual([]);
  });
});

describe.each(methods)('%s', (method, name, operation) => {
  it.each<[string, () => string | undefined]>([
    ['no key', () => undefined],
    ['a key of no known form', () => 'secret'],
    ['a key with a character changed', () => own.key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))],
    ['a key that nobody has', () => newApiKey(1, test.deps.random)],
    ['a revoked key', () => revoked],
  ])('refuses %s with 401, whatever else the request says, and does nothing', async (_case, key) => {
    const refused = key();
    const request = operation.request(own);
    await changesNothing(async () => {
      const answers = [
        await ask(method, name, refused, request),
        await ask(method, name, refused, {
          ...request,
          query: { limit: 'x', channel: 'tv' },
          ...(request.body && { body: {} }),
        }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(401);
        const error = refused === undefined ? '' : ', error="invalid_token"';
        expect(answer.headers['www-authenticate']).toBe(`Bearer realm="loyaltyd"${error}`);
        if (!method.startsWith('HEAD')) expect(answer.json.error.code).toBe('authentication_required');
      }
    });
  });

  it.skipIf(operation.scope === 'any_key')(
    'refuses a key with every scope but its own with 403, and does nothing',
    async () => {
      const key = keyWithout.get(operation.scope as Scope);
      const request = operation.request(own);
      await changesNothing(async () => {
        for (const body of request.body ? [request.body, {}] : [undefined]) {
          const answer = await ask(method, name, key, { ...request, ...(body && { body }) });
          expect(answer.status).toBe(403);
          expect(answer.headers['www-authenticate']).toBe(
            `Bearer realm="loyaltyd", error="insufficient_scope", scope="${operation.scope}"`,
          );
          if (!method.startsWith('HEAD')) {
            expect(answer.json.error).toMatchObject({
              code: 'insufficient_scope',
              details: { scope: operation.scope },
            });
          }
        }
      });
    },
  );

  it('takes a key with its scope alone', async () => {
    held = undefined;
    const key = await createKey(test.deps, 'ours', operation.scope === 'any_key' ? [] : [operation.scope]);
    expect((await ask(method, name, key, operation.request(own))).status).toBe(operation.status);
  });
});
