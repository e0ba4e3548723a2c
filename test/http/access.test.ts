import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { listApprovals, revokeApproval } from '../../src/domain/operations/manage-approvals.ts';
import { listApps } from '../../src/domain/operations/manage-apps.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { KeyLookup } from '../../src/domain/programs/key-lookup.ts';
import type { KeyTerms } from '../../src/domain/programs/key-store.ts';
import { FailedAttempts } from '../../src/http/failed-attempts.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createPartner, OWN_PAGE, oauthOutcome } from '../support/oauth.ts';
import { plainOperator } from '../support/operators.ts';
import { fillWindow } from '../support/rate-windows.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 86_400_000;

let test: TestApp;
/** Behind one proxy, with the limit of failed authentication that is on by default. */
let guarded: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ database: { heldClock: true } });
  guarded = await buildTestApp({
    beside: test,
    app: { trust_proxy: 1, failed_attempts: new FailedAttempts(test.clock, 20) },
  });
});
afterAll(async () => {
  await guarded.close();
  await test.close();
});

const makeKey = (
  terms: Partial<KeyTerms> = {},
  scopes: ('read_customers' | 'read_orders')[] = ['read_customers'],
) => createApiKey(test.deps, { program_key: 'shop', name: 'shop', scopes, by: TESTER, ...terms });
const unknownKey = () => newApiKey(1, { bytes: randomBytes });
const ask = (key: string, from?: string, path = '/v2/whoami') => {
  const request = supertest(guarded.url).get(path).set('authorization', `Bearer ${key}`);
  return from === undefined ? request : request.set('x-forwarded-for', from);
};
const askOften = async (times: number, key: () => string, from: string) => {
  const statuses = [];
  for (let index = 0; index < times; index += 1) statuses.push((await ask(key(), from)).status);
  return statuses;
};
const lines = (from: TestApp) => from.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
const lastLine = (from: TestApp, wanted: Record<string, unknown>) =>
  lines(from).findLast((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));

describe('an address that fails to authenticate', () => {
  it('is answered 401 twenty times a second and then 429, until a second has passed', async () => {
    expect(await askOften(22, unknownKey, '203.0.113.1')).toEqual([...Array(20).fill(401), 429, 429]);
    const refused = await ask(unknownKey(), '203.0.113.1');
    expect([refused.body.error.code, refused.headers['retry-after']]).toEqual(['rate_limited', '1']);
    test.clock.advance(1_000);
    expect((await ask(unknownKey(), '203.0.113.1')).status).toBe(401);
  });

  it('gets no other address by a forged header, where no proxy is believed or the proxy adds the true one', async () => {
    const direct = await buildTestApp({
      beside: test,
      app: { failed_attempts: new FailedAttempts(test.clock, 3) },
    });
    const forging = async (url: string, header: (n: number) => string, times: number) => {
      const statuses = [];
      for (let n = 1; n <= times; n += 1) {
        const request = supertest(url).get('/v2/whoami').set('authorization', `Bearer ${unknownKey()}`);
        statuses.push(
          (await request.set('x-forwarded-for', header(n)).set('forwarded', `for=${header(n)}`)).status,
        );
      }
      return statuses;
    };
    expect(await forging(direct.url, (n) => `203.0.113.${n}`, 4)).toEqual([401, 401, 401, 429]);
    await direct.close();
    const behind = await forging(guarded.url, (n) => `203.0.113.${n}, 198.51.100.99`, 21);
    expect(behind).toEqual([...Array(20).fill(401), 429]);
  });

  it('leaves other addresses alone, and good keys of the same one, also those that come for the first time', async () => {
    const known = await makeKey();
    const fresh = await makeKey();
    expect((await ask(known.key, '203.0.113.2')).status).toBe(200);
    await askOften(20, unknownKey, '203.0.113.2');
    expect((await ask(known.key, '203.0.113.2')).status).toBe(200);
    expect((await ask(unknownKey(), '203.0.113.2')).status).toBe(429);
    expect((await ask(fresh.key, '203.0.113.2')).status).toBe(200);
    expect((await ask(unknownKey(), '203.0.113.3')).status).toBe(401);
    await revokeApiKey(test.deps, 'shop', known.id, TESTER);
    expect((await ask(known.key, '203.0.113.2')).status).toBe(401);
    expect((await ask(known.key, '203.0.113.2')).status).toBe(429);
  });

  it('is told of no key that it is wrong where that was looked up late, or not at all', async () => {
    await askOften(20, unknownKey, '203.0.113.6');
    const { find } = KeyLookup.prototype;
    const spy = vi.spyOn(KeyLookup.prototype, 'find').mockImplementation(function (this: KeyLookup, hash) {
      test.clock.advance(1_000);
      return find.call(this, hash);
    });
    try {
      expect((await ask(unknownKey(), '203.0.113.6')).status).toBe(429);
    } finally {
      spy.mockRestore();
    }
    expect((await ask(unknownKey(), '203.0.113.6')).status).toBe(401);
  });

  it('is a whole network where it has one to itself, and the same over IPv6 as over IPv4', async () => {
    for (let index = 0; index < 20; index += 1) await ask(unknownKey(), `2001:db8::${index + 1}`);
    expect((await ask(unknownKey(), '2001:db8::ffff:1')).status).toBe(429);
    expect((await ask(unknownKey(), '2001:db8:0:1::1')).status).toBe(401);
    await askOften(20, () => 'mistyped', '::ffff:203.0.113.4');
    expect((await ask(unknownKey(), '203.0.113.4')).status).toBe(429);
  });

  it('is counted with wrong secrets of apps and wrong codes', async () => {
    const partner = await createPartner(guarded);
    const token = (form: Record<string, string>) =>
      supertest(guarded.url)
        .post('/oauth/token')
        .set('x-forwarded-for', '203.0.113.5')
        .type('form')
        .send({ client_id: partner.client_id, ...form });
    for (let index = 0; index < 10; index += 1) {
      expect((await token({ client_secret: 'wrong', grant_type: 'client_credentials' })).status).toBe(401);
      const right = { client_secret: partner.client_secret!, code_verifier: 'v'.repeat(43) };
      const refused = await token({ ...right, grant_type: 'authorization_code', code: 'wrong' });
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    }
    const refused = await token({ client_secret: partner.client_secret!, grant_type: 'client_credentials' });
    expect(refused.status).toBe(429);
    expect((await ask(unknownKey(), '203.0.113.5')).status).toBe(429);
  });
});

describe('the limit of requests', () => {
  it('is each key’s own, and one of a key wins over the server’s', async () => {
    const limited = await buildTestApp({ beside: test, app: { rate_limit_requests_per_second: 5 } });
    const [one, two, own] = [await makeKey(), await makeKey(), await makeKey({ requests_per_second: 2 })];
    const statusOf = async (key: string) =>
      (await supertest(limited.url).get('/v2/whoami').set('authorization', `Bearer ${key}`)).status;
    await fillWindow(test, `requests of key ${one.id}`, 5);
    expect([await statusOf(one.key), await statusOf(two.key)]).toEqual([429, 200]);
    await fillWindow(test, `requests of key ${own.id}`, 2);
    expect(await statusOf(own.key)).toBe(429);
    await limited.close();
    expect((await ask(own.key)).status).toBe(429);
    expect((await ask(one.key)).status).toBe(200);
  });
});

describe('a key', () => {
  it('is refused from the moment at which it expires', async () => {
    const { key } = await makeKey({ expires_at: test.clock.real() + DAY });
    test.clock.advance(DAY - 1);
    expect((await ask(key)).status).toBe(200);
    test.clock.advance(1);
    const { status, body } = await ask(key);
    expect([status, body.error.message]).toEqual([401, 'The API key has expired.']);
  });

  it('is taken from its networks alone', async () => {
    const { key } = await makeKey({ networks: ['198.51.100.7', '10.0.0.0/8', '2001:db8::/32'] });
    for (const [address, status] of [
      ['198.51.100.7', 200],
      ['198.51.100.8', 401],
      ['10.200.0.1', 200],
      ['11.0.0.1', 401],
      ['::ffff:10.0.0.1', 200],
      ['2001:db8:1::1', 200],
      ['2001:db9::1', 401],
    ] as const) {
      expect([address, (await ask(key, address)).status]).toEqual([address, status]);
    }
  });

  it('knows when it was last used, written for all of them together', async () => {
    const [one, two, unused] = [await makeKey(), await makeKey(), await makeKey()];
    await ask(one.key);
    test.clock.advance(1_000);
    await ask(two.key);
    await ask(one.key);
    const used = test.clock.real();
    const lastUsed = async () => {
      const keys = await listApiKeys(test.deps, 'shop');
      return [one, two, unused].map(({ id }) => keys.find((key) => key.id === id)!.last_used_at);
    };
    expect(await lastUsed()).toEqual([null, null, null]);
    await guarded.key_usage.write();
    expect(await lastUsed()).toEqual([used, used, null]);
    // A process whose notes are older takes nothing back.
    const late = test.key_usage;
    late.note('key', { program_id: (await test.program()).id, id: one.id, at: used - 5_000 });
    await late.write();
    expect(await lastUsed()).toEqual([used, used, null]);
  });

  it('that is refused was not used', async () => {
    const { id, key } = await makeKey({ networks: ['10.0.0.0/8'] });
    await ask(key, '198.51.100.7');
    await guarded.key_usage.write();
    const found = (await listApiKeys(test.deps, 'shop')).find((candidate) => candidate.id === id);
    expect(found!.last_used_at).toBeNull();
  });
});

describe('the log', () => {
  it('says in every request’s line which key or app it was, and from where', async () => {
    const { id, key } = await makeKey();
    const program_id = (await test.program()).id;
    await ask(key, '203.0.113.77');
    expect(lastLine(guarded, { msg: 'request', key_id: id })).toMatchObject({
      status: 200,
      app_id: null,
      program_id,
      address: '203.0.113.77',
    });
    const partner = await createPartner(guarded);
    const { access_token } = await partner.connect();
    await ask(access_token, '203.0.113.78');
    const app_id = (await listApps(test.deps, program_id)).find(
      (app) => app.client_id === partner.client_id,
    )!.id;
    expect(lastLine(guarded, { msg: 'request', app_id, address: '203.0.113.78' })).toMatchObject({
      key_id: null,
    });
    await guarded.key_usage.write();
    const [app] = (await listApps(test.deps, program_id)).filter((candidate) => candidate.id === app_id);
    expect(app!.last_used_at).toBe(test.clock.real());
  });

  it('says so of refusals too, and tells them in a channel of their own', async () => {
    const { id, key } = await makeKey({}, ['read_orders']);
    const program_id = (await test.program()).id;
    await ask(key, '203.0.113.80', '/v2/customers');
    const seen = { key_id: id, app_id: null, program_id, address: '203.0.113.80' };
    expect(lastLine(guarded, { msg: 'request', status: 403 })).toMatchObject(seen);
    expect(lastLine(guarded, { channel: 'security', event: 'scope_missing' })).toMatchObject({
      ...seen,
      route: '/v2/customers',
    });
    await revokeApiKey(test.deps, 'shop', id, TESTER);
    await ask(key, '203.0.113.80', '/v2/customers');
    expect(lastLine(guarded, { msg: 'request', status: 401 })).toMatchObject(seen);
    expect(lastLine(guarded, { channel: 'security', event: 'revoked_credential' })).toMatchObject(seen);
    await ask(unknownKey(), '203.0.113.81');
    expect(lastLine(guarded, { channel: 'security', event: 'authentication_failed' })).toMatchObject({
      key_id: null,
      address: '203.0.113.81',
    });
    const bound = await makeKey({ networks: ['10.0.0.0/8'], expires_at: test.clock.real() + DAY });
    await ask(bound.key, '203.0.113.82');
    expect(lastLine(guarded, { event: 'credential_from_other_network' })).toMatchObject({ key_id: bound.id });
    test.clock.advance(DAY);
    await ask(bound.key, '10.0.0.1');
    expect(lastLine(guarded, { event: 'expired_credential' })).toMatchObject({ key_id: bound.id });
    await askOften(21, unknownKey, '203.0.113.83');
    expect(lastLine(guarded, { event: 'too_many_failures' })).toMatchObject({ address: '203.0.113.83' });
  });

  it('tells refused grants, and a code or token that came a second time, with their app', async () => {
    const partner = await createPartner(guarded);
    const approved = await partner.approve();
    const tokens = await partner.redeem(approved);
    await oauthOutcome(partner.redeem(approved));
    const program_id = (await test.program()).id;
    expect(lastLine(guarded, { event: 'grant_reused' })).toMatchObject({ channel: 'security', program_id });
    await oauthOutcome(partner.refresh(tokens.refresh_token!));
    expect(lastLine(guarded, { event: 'grant_refused' })).toMatchObject({ route: '/oauth/token' });
    const { query } = await partner.parameters();
    const support = await plainOperator(test.deps, { program_id, role: 'support' });
    await partner.decide(query, {}, OWN_PAGE, support);
    expect(lastLine(guarded, { event: 'approval_refused' })).toMatchObject({
      route: '/console/approve',
      operator_id: support.id,
    });
  });
});

describe('an approval', () => {
  it('is listed and revoked by itself, with all its tokens and no others of the app', async () => {
    const partner = await createPartner(guarded);
    const program = await test.program();
    const [first, second] = [await partner.connect(), await partner.connect()];
    await partner.approve();
    const mine = (await listApprovals(test.deps, program.id)).filter(
      ({ client_id }) => client_id === partner.client_id,
    );
    expect(mine).toHaveLength(2);
    expect(mine[0]).toMatchObject({
      app_name: 'Partner',
      approved_by: { kind: 'operator', id: partner.owner.id, name: expect.stringMatching(/^operator-/) },
      created_at: test.clock.real(),
      revoked_at: null,
    });
    const by = TESTER;
    const oldest = { program_id: program.id, id: mine[1]!.id, by };
    expect(await revokeApproval(test.deps, oldest)).toBe(true);
    expect(await revokeApproval(test.deps, oldest)).toBe(false);
    expect((await ask(first.access_token)).status).toBe(401);
    expect(await oauthOutcome(partner.refresh(first.refresh_token!))).toBe('invalid_grant');
    expect((await ask(second.access_token)).status).toBe(200);
    for (const wrong of [
      { ...oldest, id: 1 },
      { ...oldest, program_id: program.id + 1 },
    ])
      await expect(revokeApproval(test.deps, wrong)).rejects.toMatchObject({ code: 'not_found' });
  });
});
