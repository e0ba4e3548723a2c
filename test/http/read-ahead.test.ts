import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, createKey, programDefinition, ruleDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const CUSTOMER = 'read-ahead';
const OFTEN = 1_000_000;
const RULES = [{ key: 'follow', definition: ruleDefinition() }];

let test: TestApp;
/** A server on the same database that looks up each key first, since it limits all rates. */
let careful: TestApp;
let program: Program;
let customer_id: number;

beforeAll(async () => {
  test = await buildTestApp({ program: { rules: RULES } });
  careful = await buildTestApp({ beside: test, app: { rate_limit_requests_per_second: OFTEN } });
  program = await test.program();
  ({ id: customer_id } = await createCustomer(test.deps, program, { merchant_id: CUSTOMER, points: 500 }));
});
afterAll(async () => {
  await careful.close();
  await test.close();
});

const site = () => `/headless/2025-06/${program.sites[0]!.id}`;
const path = (merchant_id = CUSTOMER) => `${site()}/customers/${merchant_id}`;

/** The names of the statements that are sent meanwhile. */
async function namesDuring(work: () => PromiseLike<unknown>): Promise<string[]> {
  const { hot } = test.deps;
  const run = hot.run.bind(hot);
  const names: string[] = [];
  hot.run = (statement, values, owner) => {
    names.push(statement.name);
    return run(statement, values, owner);
  };
  await work();
  hot.run = run;
  return names;
}

async function read(app: TestApp, address: string, key = app.key) {
  const { status, text } = await app.get(address).set('authorization', `Bearer ${key}`);
  // The id of the request.
  return [status, text.replaceAll(/"request_id":"[^"]*"/g, '')];
}

describe('the read of a customer by a known key', () => {
  it('is one statement, which finds the key too', async () => {
    await read(test, path());
    expect(await namesDuring(() => read(test, path()))).toEqual(['storefront_customer_none_with_key']);
    expect(await namesDuring(() => read(test, path()))).toEqual(['storefront_marks_with_key']);
  });

  it('is the same as by a key that is looked up first, whatever is asked', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'a/b' });
    const addresses = [
      path(),
      path('a%2Fb'),
      path('a%252Fb'),
      path('gid%3A%2F%2Fshop%2FCustomer%2Fread-ahead'),
      path('nobody'),
      path('%00'),
      path('%F0%9F%98%80'),
      path('x'.repeat(255)),
      path('x'.repeat(256)),
      `${path()}?channel=pos&country=ca&language=fr`,
      `${path()}?channel=nowhere`,
      `${path()}?country=nowhere`,
      `${path()}?language=%00`,
      `${path()}?unknown=1`,
      `/headless/2025-06/999999/customers/${CUSTOMER}`,
      `/headless/2025-06/-1/customers/${CUSTOMER}`,
      `/headless/2025-06/none/customers/${CUSTOMER}`,
      `/headless/2025-06/9999999999999999999999/customers/${CUSTOMER}`,
    ];
    const narrow = await test.createKey(['read_orders']);
    for (const key of [test.key, narrow])
      for (const address of addresses)
        for (let time = 0; time < 3; time += 1)
          expect(await read(test, address, key), address).toEqual(await read(careful, address, key));
  });

  it('shows what was written just before', async () => {
    for (const points of [10, 20, 30]) {
      for (let time = 0; time < 3; time += 1) await read(test, path());
      await adjustPoints(test.deps, { program, customer_id, points, note: 'more', by: TESTER });
      expect(await read(test, path())).toEqual(await read(careful, path()));
    }
  });

  it('shows a program that was changed just before', async () => {
    for (const held of [true, false]) {
      const merchant_id = `held-${held}`;
      await createCustomer(test.deps, program, { merchant_id });
      for (let time = 0; time < (held ? 3 : 1); time += 1) await read(test, path(merchant_id));
      const rules = [...RULES, { key: merchant_id, definition: ruleDefinition({ title: merchant_id }) }];
      await applyProgram(test.deps, programDefinition({ rules }), TESTER);
      const { body } = await test.get(path(merchant_id)).expect(200);
      const titles = body.customer.available_rules.map(
        ({ variant }: { variant: { title: string } }) => variant.title,
      );
      expect(titles).toContain(merchant_id);
    }
  });

  it('is refused as soon as the key is revoked', async () => {
    const key = await test.createKey(['read_customers']);
    expect((await read(test, path(), key))[0]).toBe(200);
    expect((await read(test, path(), key))[0]).toBe(200);
    const [newest] = await listApiKeys(test.deps, program.key);
    await revokeApiKey(test.deps, program.key, newest!.id, TESTER);
    expect((await read(test, path(), key))[0]).toBe(401);
    expect(await namesDuring(() => read(test, path(), key))).toEqual(['find_keys']);
  });

  it.each<[string, { scope?: Scope; expires_in?: number; networks?: string[] }, number]>([
    ['has expired', { expires_in: 1_000 }, 401],
    ['is of another network', { networks: ['10.0.0.0/8'] }, 401],
    ['lacks the scope', { scope: 'read_orders' }, 403],
  ])('is not begun for a key that %s, and no customer is read', async (_, terms, status) => {
    const { scope = 'read_customers', expires_in = 0, networks = null } = terms;
    const { key } = await createApiKey(test.deps, {
      program_key: program.key,
      name: 'refused',
      scopes: [scope],
      expires_at: expires_in > 0 ? test.clock.real() + expires_in : null,
      networks,
      by: TESTER,
    });
    for (let time = 0; time < 2; time += 1) await read(test, path(), key);
    test.clock.advance(expires_in);
    for (const address of [path(), path('nobody')]) {
      const sent = await namesDuring(async () => {
        const answer = await read(test, address, key);
        expect(answer[0]).toBe(status);
        expect(answer).toEqual(await read(careful, address, key));
      });
      // One of either server.
      expect(sent).toEqual(['find_keys', 'find_keys']);
    }
  });

  it('never reaches a customer of another program', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other', name: 'Other' }), TESTER);
    const stranger = await createKey(test.deps, 'other');
    for (let time = 0; time < 3; time += 1) expect((await read(test, path(), stranger))[0]).toBe(404);
  });

  it('holds when many read at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => read(test, path())));
    const [one] = answers;
    expect(one![0]).toBe(200);
    for (const answer of answers) expect(answer).toEqual(one);
  });
});
