import type { FastifyContextConfig } from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import type { Right } from '../../src/domain/operators/roles.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { actorOf } from '../../src/http/actor-of.ts';
import { operatorFormToken } from '../../src/http/operator-session.ts';
import { acceptForms } from '../../src/http/shared/form-parameters.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signInEverybody, type Who } from '../support/console-roles.ts';
import { OWN_PAGE } from '../support/oauth.ts';
import { cookieOf, joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const RIGHTS: readonly Right[] = [...SCOPES, 'member', 'owner', 'self', 'admin'];
const addressOf = (right: Right, program = 'ours') =>
  right === 'self' || right === 'admin' ? `/console/try/${right}` : `/console/try/${program}/${right}`;

let test: TestApp;
let ours: number;
let cookies: SignedIn['cookies'];
let allowed: SignedIn['allowed'];

beforeAll(async () => {
  test = await buildTestApp({
    program: { key: 'ours' },
    extend: (app, deps) => {
      acceptForms(app, true, () => new Error('no form'));
      for (const right of RIGHTS) {
        const url = addressOf(right, ':program');
        app.get(url, { config: { right } }, async (request) => ({
          program: request.operated_program?.key ?? null,
          actor: actorOf(request),
          token: operatorFormToken(deps, request),
        }));
        app.post(url, { config: { right, body: 'form' } }, async () => ({ done: true }));
      }
      app.get('/console/try/dangerous', { config: { right: 'self', confirmed: true } }, async () => ({}));
      app.post('/console/try/anyone', { config: { right: 'anyone', body: 'form' } }, async () => ({}));
    },
  });
  ({ ours, cookies, allowed } = await signInEverybody(test));
});
afterAll(() => test.close());

const get = (address: string, cookie?: string) => {
  const asked = supertest(test.url).get(address);
  return cookie ? asked.set('cookie', cookie) : asked;
};
const post = (address: string, cookie: string, form: object, headers: Record<string, string> = OWN_PAGE) =>
  supertest(test.url).post(address).set('cookie', cookie).set(headers).type('form').send(form);
const tokenFor = async (cookie: string) => (await get(addressOf('self'), cookie)).body.token as string;

describe.each(RIGHTS)('a route that needs %s', (right) => {
  it('answers those who have the right, and nobody else', async () => {
    for (const [who, cookie] of Object.entries(cookies) as [Who, string][]) {
      const hidden = who === 'stranger' && right !== 'self' && right !== 'admin';
      const expected = allowed(who, right) ? 200 : hidden ? 404 : 403;
      expect([who, (await get(addressOf(right), cookie)).status]).toEqual([who, expected]);
      const sent = await post(addressOf(right), cookie, { token: await tokenFor(cookie) });
      expect([who, sent.status]).toEqual([who, expected]);
    }
  });

  it('answers nobody who is not signed in, whatever key is sent', async () => {
    expect((await get(addressOf(right))).status).toBe(500);
    expect((await test.get(addressOf(right))).status).toBe(500);
    expect((await get(addressOf(right), '__Host-loyalty_console=loyalty_os_nonsense')).status).toBe(500);
  });
});

describe('an operator', () => {
  it('is the actor of what it does, and stands in the log', async () => {
    const { body, headers } = await get(addressOf('member'), cookies.owner);
    expect(body).toMatchObject({
      program: 'ours',
      actor: { kind: 'operator', id: expect.any(Number), request_id: headers['x-request-id'] },
    });
    const line = test.logged
      .map((text) => JSON.parse(text))
      .find(({ request_id, msg }) => request_id === headers['x-request-id'] && msg === 'request');
    expect(line).toMatchObject({ operator_id: body.actor.id, program_id: ours, key_id: null });
  });

  it('gets the same answer for a program of others as for one that does not exist', async () => {
    const answers = [];
    for (const program of ['theirs', 'nobodys']) {
      const { status, body } = await get(addressOf('member', program), cookies.owner);
      answers.push({ status, error: { ...body.error, request_id: '' } });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.status).toBe(404);
  });

  it('loses a right with the next request, and the session with it', async () => {
    const support = await joinedOperator(test.deps, { program_id: ours, role: 'support' });
    const cookie = cookieOf(support);
    expect((await get(addressOf('write_customers'), cookie)).status).toBe(200);
    const grant = { program_id: ours, role: 'analyst' } as const;
    await inviteOperator(test.deps, { email: support.email, grant, by: TESTER, whole_server: true });
    expect((await get(addressOf('self'), cookie)).status).toBe(500);
  });

  it('proves once more who it is before a dangerous action', async () => {
    const cookie = cookieOf(await joinedOperator(test.deps, { program_id: ours, role: 'support' }));
    expect((await get('/console/try/dangerous', cookie)).status).toBe(200);
    test.clock.advance(15 * 60_000);
    expect((await get('/console/try/dangerous', cookie)).status).toBe(500);
    test.clock.advance(-15 * 60_000);
  });
});

describe('a form', () => {
  const address = addressOf('self');

  it('is taken with the token of its session, which each answer writes otherwise', async () => {
    const [first, second] = [await tokenFor(cookies.owner), await tokenFor(cookies.owner)];
    expect(first).not.toBe(second);
    for (const token of [first, second]) {
      expect((await post(address, cookies.owner, { token })).status).toBe(200);
    }
  });

  it('is refused without a token, with that of another session, and with a made-up one', async () => {
    const others = await tokenFor(cookies.manager);
    for (const form of [{}, { token: others }, { token: 'A'.repeat(86) }, { token: '' }]) {
      expect((await post(address, cookies.owner, form)).status).toBe(500);
    }
  });

  it('is refused from another page, also where nobody needs to be signed in', async () => {
    const token = await tokenFor(cookies.owner);
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      expect((await post(address, cookies.owner, { token }, headers)).status).toBe(500);
      expect((await post('/console/try/anyone', cookies.owner, {}, headers)).status).toBe(500);
    }
    const own = { origin: 'https://loyalty.example' };
    expect((await post(address, cookies.owner, { token }, own)).status).toBe(200);
  });
});

describe('a server', () => {
  it.each<[url: string, config: FastifyContextConfig, mistake: string]>([
    ['/console/try', { scope: 'public' }, 'GET /console/try names no right'],
    ['/elsewhere', { scope: 'operator' }, 'GET /elsewhere has the scope of operators and names no right'],
    [
      '/console/try',
      { right: 'read_reports' },
      'GET /console/try names a right in a program and no :program',
    ],
  ])('does not start with a route %s of %j', async (url, config, mistake) => {
    const starting = buildTestApp({
      beside: test,
      extend: (app) => app.get(url, { config }, async () => ({})),
    });
    await expect(starting).rejects.toThrow(mistake);
  });
});
