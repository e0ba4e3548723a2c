import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { misshapenness } from '../support/error-shape.ts';
import { addressOf, OPERATIONS } from '../support/operations.ts';
import { sendJson } from '../support/send-json.ts';
import { createTenant, type Tenant } from '../support/tenant.ts';

let test: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  test = await buildTestApp();
  tenant = await createTenant(test, 'ours', 1);
});
afterAll(() => test.close());

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

describe('an address', () => {
  it.each([
    ['/v2/transactions/', 404],
    ['//v2/transactions', 404],
    ['/v2//transactions', 404],
    ['/v2%2Ftransactions', 404],
    ['/V2/transactions', 404],
    ['/v2/./transactions', 404],
    ['/v2/x/../transactions', 404],
    ['/v2/transactions;limit=1', 404],
    ['/v2/customers//transactions', 400],
    ['/v2/customers/%zz/transactions', 400],
    ['/v2/customers/%E0%A4/transactions', 400],
    ['/v2/customers/\xe9/transactions', 400],
    ['/v2/%zz', 400],
    ['*', 404],
    ['/v2/transactions?', 200],
    ['/v2/transactions?&&=&=x&?', 200],
    ['/v2/%74ransactions', 200],
    ['/health/..%2f..%2f..%2fpackage.json', 404],
    ['/reference/%zz', 400],
  ])('%s is answered %i', async (path, status) => {
    const answer = await sendJson(test.url, 'GET', path, tenant.key);
    expect(answer.status).toBe(status);
    if (status >= 400) expect(misshapenness(answer)).toBeUndefined();
  });
});

/** The methods that the address of an operation knows, a GET's HEAD among them. */
function methodsOf(name: string): string[] {
  const pattern = name.slice(name.indexOf(' ') + 1);
  // `/v2/orders/preview` may also be the address of an order of that name.
  const isAlso = (other: string) => new RegExp(`^${other.replaceAll(/:\w+/g, '[^/]+')}$`).test(pattern);
  const has = (method: string) =>
    Object.keys(OPERATIONS).some(
      (other) => other.startsWith(`${method} `) && isAlso(other.slice(method.length + 1)),
    );
  const others = ['POST', 'PUT', 'PATCH', 'DELETE'].filter(has);
  return [...(has('GET') ? ['GET', 'HEAD'] : []), ...others].sort();
}

describe('a method that an operation does not have', () => {
  it.each(Object.entries(OPERATIONS))(
    'is 405 with those it has, with a key or without: %s',
    async (name, operation) => {
      const path = addressOf(name, operation.request(tenant));
      const allowed = methodsOf(name);
      for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
        for (const key of [tenant.key, undefined]) {
          const answer = await sendJson(test.url, method, path, key, undefined, {
            origin: 'https://shop.example',
          });
          expect(answer).toMatchObject({ status: 405, headers: { allow: allowed.join(', ') } });
          // Keys are for servers: no browser is told that it may ask from elsewhere.
          expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual(
            [],
          );
          if (method !== 'HEAD') expect(misshapenness(answer)).toBeUndefined();
        }
      }
    },
  );
});

describe('HEAD', () => {
  it.each(Object.entries(OPERATIONS).filter(([name]) => name.startsWith('GET ')))(
    'is answered as %s, without the body',
    async (name, operation) => {
      const { params } = operation.request(tenant);
      const path = addressOf(name, { params, query: {} });
      for (const query of ['', '?limit=0', '?type=csv']) {
        const full = await sendJson(test.url, 'GET', path + query, tenant.key);
        const head = await sendJson(test.url, 'HEAD', path + query, tenant.key);
        expect(head.text).toBe('');
        expect(head.status).toBe(full.status);
        for (const header of ['content-type', 'cache-control', 'link']) {
          expect(head.headers[header], header).toBe(full.headers[header]);
        }
      }
    },
  );
});
