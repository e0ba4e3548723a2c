import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey, programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({
    extend: (app) => {
      for (const scope of ['read_customers', 'write_customers', 'read_orders', 'any_key'] as const) {
        app.get(`/test/${scope}`, { config: { scope } }, async (request) => ({
          program: request.program.key,
        }));
      }
    },
  });
});
afterAll(() => test.close());

const withKey = (path: string, authorization: string) =>
  supertest(test.url).get(path).set('authorization', authorization);

describe('an operation', () => {
  it.each([
    ['no header', undefined, ''],
    ['an empty one', '', ''],
    ['another scheme', 'Digest username="1001"', ''],
    ['a password that is no key', 'Basic dXNlcjpwYXNz', ', error="invalid_token"'],
    ['a user name without a colon', 'Basic dXNlcg==', ''],
    ['no key', 'Bearer', ''],
    ['a word', 'Bearer nonsense', ', error="invalid_token"'],
    [
      'a key that nobody has',
      `Bearer ${newApiKey(1, { bytes: (size) => Buffer.alloc(size, 3) })}`,
      ', error="invalid_token"',
    ],
  ])('asks for a key when it is given %s', async (_case, authorization, error) => {
    const request = supertest(test.url).get('/v2/transactions');
    const response = await (authorization === undefined
      ? request
      : request.set('authorization', authorization));
    expect(response.status).toBe(401);
    expect(response.body.error.code).toBe('authentication_required');
    expect(response.headers['www-authenticate']).toBe(`Bearer realm="loyaltyd"${error}`);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('takes the scheme in any case', async () => {
    expect((await withKey('/v2/transactions', `bearer ${test.key}`)).status).toBe(200);
  });

  it.each([
    ['as user name', (key: string) => `${key}:`],
    ['as user name beside a password', (key: string) => `${key}:a secret: of another kind`],
    ['as password', (key: string) => `1001:${key}`],
    ['as password without a user name', (key: string) => `:${key}`],
  ])('takes a key by Basic authentication %s', async (_case, pair) => {
    const basic = (key: string) => `Basic ${Buffer.from(pair(key)).toString('base64')}`;
    expect((await withKey('/v2/whoami', basic(test.key))).body).toMatchObject({ kind: 'api_key' });
    const narrow = await test.createKey(['read_orders']);
    expect((await withKey('/v2/transactions', basic(narrow))).status).toBe(403);
    expect((await withKey('/v2/transactions', basic(`${test.key}x`))).status).toBe(401);
  });

  it('does not take a key with a character changed', async () => {
    const last = test.key.at(-1) === 'a' ? 'b' : 'a';
    expect((await withKey('/v2/transactions', `Bearer ${test.key.slice(0, -1)}${last}`)).status).toBe(401);
  });

  it('does not take a key from the query', async () => {
    expect((await supertest(test.url).get(`/v2/transactions?access_token=${test.key}`)).status).toBe(401);
  });

  it('sees the program of its key', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other' }), TESTER);
    const other = await createKey(test.deps, 'other');
    expect((await withKey('/test/any_key', `Bearer ${other}`)).body).toEqual({ program: 'other' });
    expect((await test.get('/test/any_key')).body).toEqual({ program: 'shop' });
  });

  it('refuses a revoked key from the next request on, in every process', async () => {
    const second = await buildTestApp({ beside: test });
    const { id, key } = await createApiKey(test.deps, {
      program_key: 'shop',
      name: 'to go',
      scopes: ['read_customers'],
      by: TESTER,
    });
    const ask = (url: string) => supertest(url).get('/v2/transactions').set('authorization', `Bearer ${key}`);
    expect((await ask(second.url)).status).toBe(200);
    await revokeApiKey(test.deps, 'shop', id, TESTER);
    expect((await ask(second.url)).status).toBe(401);
    expect((await ask(test.url)).status).toBe(401);
    await second.close();
  });
});

describe('a scope', () => {
  it.each([
    ['read_customers', ['read_customers'], 200],
    ['read_customers', ['write_customers'], 200],
    ['read_customers', ['read_orders', 'write_orders', 'read_configuration'], 403],
    ['write_customers', ['read_customers'], 403],
    ['write_customers', ['write_customers'], 200],
    ['read_orders', ['write_customers'], 403],
    ['read_orders', ['write_orders'], 200],
    ['any_key', ['read_configuration'], 200],
    ['any_key', [], 200],
  ] as const)('%s is held by a key with %j: %i', async (scope, held, status) => {
    const response = await withKey(`/test/${scope}`, `Bearer ${await test.createKey(held)}`);
    expect(response.status).toBe(status);
    if (status === 403) {
      expect(response.body.error).toMatchObject({ code: 'insufficient_scope', details: { scope } });
    }
  });

  it('must be declared by every route, or the server does not start', async () => {
    const started = buildTestApp({
      beside: test,
      extend: (app) => {
        app.get('/test/forgotten', async () => 'anybody may read this');
      },
    });
    await expect(started).rejects.toThrow('routes that declare no scope: GET /test/forgotten');
  });
});
