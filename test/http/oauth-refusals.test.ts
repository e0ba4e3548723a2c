import { randomUUID } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAuthorization } from '../../src/domain/oauth/check-authorization.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { approveAuthorization } from '../../src/domain/operations/approve-authorization.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { CONFIRMED_MS } from '../../src/domain/operators/lifetimes.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, ConsoleBrowser, fieldOf } from '../support/console.ts';
import { programDefinition } from '../support/factories.ts';
import { CALLBACK, createPartner, type Decision, OWN_PAGE, type Partner } from '../support/oauth.ts';
import { cookieOf, joinedOperator, PASSWORD, plainOperator, sessionOf } from '../support/operators.ts';
import { linesOf, textOf } from '../support/page-html.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let partner: Partner;

beforeAll(async () => {
  test = await buildTestApp();
  partner = await createPartner(test);
});
afterAll(() => test.close());

const ownerGrant = async () => ({ program_id: (await test.program()).id, role: 'owner' as const });

/** Shown to whoever sits at the browser, who is sent nowhere. */
function expectShown(answer: Decision, status: number, words: string) {
  expect(answer).toMatchObject({ status, location: null });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.text).toContain(words);
  expect(answer.text).not.toContain('<form');
}

describe('a request for approval', () => {
  it.each([
    ['an app that does not exist', { client_id: 'app_00000000000000000000' }, 'There is no such app'],
    ['an app of a strange name', { client_id: "app'\0" }, 'There is no such app'],
    ['no app', { client_id: undefined }, 'There is no such app'],
    ['no address', { redirect_uri: undefined }, 'The redirect_uri of the request'],
    ['another address', { redirect_uri: 'https://thief.example/callback?from=loyalty' }, 'redirect_uri'],
    ['a longer address', { redirect_uri: `${CALLBACK}&more=1` }, 'redirect_uri'],
    ['a shorter address', { redirect_uri: 'https://partner.example/callback' }, 'redirect_uri'],
    ['another port', { redirect_uri: CALLBACK.replace('.example', '.example:8443') }, 'redirect_uri'],
    ['another case', { redirect_uri: CALLBACK.replace('callback', 'Callback') }, 'redirect_uri'],
    [
      'an address that means the same',
      { redirect_uri: CALLBACK.replace('/call', '/./call') },
      'redirect_uri',
    ],
  ])('that names %s is answered at once, and sends nobody anywhere', async (_case, rest, words) => {
    const { query } = await partner.parameters(rest);
    expectShown(await partner.open(query), 400, words);
    expectShown(await partner.decide(query), 400, words);
    expectShown(await partner.decide(query, { decision: 'deny' }), 400, words);
  });

  it('that cannot be answered is refused on a screen of the console, in the language of the browser', async () => {
    const { query } = await partner.parameters({ client_id: undefined });
    const cookie = cookieOf(await sessionOf(test.deps, partner.owner));
    const headers = { 'accept-language': 'de-AT, en;q=0.5', cookie };
    const text = await (await fetch(`${test.url}/console/approve?${query}`, { headers })).text();
    expect(text).toContain('<html lang="de"');
    expect(text).toContain('<h1>Diese Anfrage lässt sich nicht beantworten</h1>');
    expect(text).toContain('<span lang="en" dir="ltr">There is no such app');
  });

  it.each(['client_id', 'redirect_uri'])('that names two of %s is answered at once', async (name) => {
    const { query } = await partner.parameters();
    query.append(name, query.get(name)!);
    expectShown(await partner.open(query), 400, `${name} stands in the request more than once.`);
  });

  it.each([
    ['PKCE of the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE of an unnamed method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['tokens at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['nothing', { response_type: '' }, 'invalid_request'],
    ['a scope that does not exist', { scope: 'read_customers everything' }, 'invalid_scope'],
    ['a scope beyond its own', { scope: 'write_customers' }, 'invalid_scope'],
  ])('that wants %s goes back to the app with %j', async (_case, rest, error) => {
    const { query } = await partner.parameters(rest);
    for (const { status, location } of [await partner.open(query), await partner.decide(query)]) {
      expect(status).toBe(303);
      expect(`${location!.origin}${location!.pathname}`).toBe('https://partner.example/callback');
      expect(Object.fromEntries(location!.searchParams)).toEqual({
        from: 'loyalty',
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: 'the state & more',
        iss: 'https://loyalty.example',
      });
    }
  });

  it('that says something twice goes back to the app', async () => {
    const { query } = await partner.parameters();
    query.append('scope', 'read_customers');
    query.append('scope', 'write_orders');
    const { location } = await partner.open(query);
    expect(location!.searchParams.get('error')).toBe('invalid_request');
  });

  it('is refused to an app that was made for client credentials', async () => {
    const machine = await createPartner(test, { redirect_uris: [] });
    expectShown(await machine.open((await machine.parameters()).query), 400, 'redirect_uri');
  });
});

describe('the screen on which an operator decides', () => {
  it('says who wants what of whom, in a page that nobody frames and that asks no other host', async () => {
    const named = await createPartner(test, { name: '<b>Loud</b> & Co' });
    const { query } = await named.parameters({ scope: 'write_orders', state: '"><script>' });
    const { status, headers, text } = await named.open(query);
    expect(status).toBe(200);
    expect(text).toContain('&lt;b>Loud&lt;/b> &amp; Co');
    expect(linesOf(text)).toEqual(
      expect.arrayContaining(['See orders, and report orders and refunds', 'write_orders']),
    );
    expect(text).not.toContain('See customers');
    expect(text).toContain('partner.example');
    expect(text).not.toContain('"><script>');
    expect(text.match(/(src|href)="(?!\/console\/|data:,)[^"]*"/g)).toBeNull();
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self' https://partner.example; frame-ancestors 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('comes after the sign-in, which leads back to it', async () => {
    const { query } = await partner.parameters({ state: 'https://thief.example/?a=b&c#d' });
    const browser = new ConsoleBrowser(test);
    const first = await browser.get(`/oauth/authorize?${query}`);
    const asked = first.headers.location!;
    expect(asked).toMatch(/^\/console\/approve\?response_type=code&/);
    const signIn = (await browser.get(asked)).headers.location!;
    expect(signIn).toMatch(/^\/console\/sign-in\?next=%2Fconsole%2Fapprove%3F/);
    const next = fieldOf((await browser.get(signIn)).text, 'next').replaceAll('&amp;', '&');
    expect(next).toBe(asked);
    const { email } = await joinedOperator(test.deps, await ownerGrant());
    const entered = await browser.post('/console/sign-in', { email, password: PASSWORD, next });
    expect([entered.status, entered.headers.location]).toEqual([303, asked]);
    const { text } = await browser.get(asked);
    const token = fieldOf(text, 'token');
    const decided = await browser.post(asked, { token, decision: 'approve' });
    const answer = new URL(decided.headers.location!).searchParams;
    expect(answer.get('code')).toMatch(/^loyalty_ac_/);
    expect(answer.get('state')).toBe('https://thief.example/?a=b&c#d');
  });

  it('asks whose session is old to prove once more who it is, and leads back', async () => {
    const owner = await joinedOperator(test.deps, await ownerGrant());
    const browser = browserOf(test, owner);
    const { query } = await partner.parameters();
    const asked = `/console/approve?${query}`;
    const { text } = await browser.get(asked);
    // The host to which the operator is sent on.
    expect(text).toMatch(/<strong><bdi>[\w.:-]+<\/bdi><\/strong>\.</);
    const token = fieldOf(text, 'token');
    test.clock.advance(CONFIRMED_MS);
    const confirm = (await browser.get(asked)).headers.location!;
    expect(confirm).toMatch(/^\/console\/confirm\?next=%2Fconsole%2Fapprove%3F/);
    // So does a form that was left open.
    expect((await browser.post(asked, { token, decision: 'approve' })).headers.location).toBe(confirm);
    const form = { token, password: PASSWORD, next: asked };
    expect((await browser.post('/console/confirm', form)).headers.location).toBe(asked);
    const fresh = fieldOf((await browser.get(asked)).text, 'token');
    const decided = await browser.post(asked, { token: fresh, decision: 'approve' });
    expect(decided.headers.location).toContain('code=loyalty_ac_');
  });

  it('lets somebody else sign in, and leads back to it', async () => {
    const browser = browserOf(
      test,
      await joinedOperator(test.deps, { ...(await ownerGrant()), role: 'support' }),
    );
    const { query } = await partner.parameters({ state: 'a=b&c' });
    const asked = `/console/approve?${query}`;
    const { text } = await browser.get(asked);
    const [, form] = /<form method="post" action="\/console\/sign-out">(.*?)<\/form>/.exec(text)!;
    expect(textOf(form!).trim()).toBe('Not you? Sign in as somebody else');
    const fields = { token: fieldOf(form!, 'token'), next: fieldOf(form!, 'next').replaceAll('&amp;', '&') };
    const out = await browser.post('/console/sign-out', fields);
    const signIn = out.headers.location!;
    const next = fieldOf((await browser.get(signIn)).text, 'next').replaceAll('&amp;', '&');
    expect(next).toBe(asked);
    expect((await browser.get(asked)).headers.location).toBe(signIn);
    const { email } = await joinedOperator(test.deps, await ownerGrant());
    const entered = await browser.post('/console/sign-in', { email, password: PASSWORD, next });
    expect(entered.headers.location).toBe(asked);
    expect((await browser.get(asked)).text).toContain('value="approve"');
  });

  const configures = 'See and change the program, its webhooks and the test clock, and see the audit';
  const reportsOrders = 'See orders, and report orders and refunds';
  it.each<[Role | 'admin', string[], string[]]>([
    ['owner', ['read_customers', 'write_orders', 'write_reports'], []],
    ['manager', ['write_customers', 'write_configuration'], []],
    ['admin', ['write_customers', 'write_configuration'], []],
    ['support', ['read_customers'], [configures]],
    ['support', ['write_orders'], [configures, reportsOrders]],
    ['analyst', ['read_reports'], [configures]],
  ])('lets the role %s approve %j, or says what it lacks: %j', async (role, scopes, lacks) => {
    const app = await createPartner(test, { scopes: scopes as Scope[] });
    const grant = role === 'admin' ? role : { ...(await ownerGrant()), role };
    const by = await plainOperator(test.deps, grant);
    const { query } = await app.parameters();
    const [seen, decided] = [await app.open(query, by), await app.decide(query, {}, OWN_PAGE, by)];
    if (lacks.length === 0) {
      expect([seen.status, decided.status]).toEqual([200, 303]);
      expect(decided.location!.searchParams.get('code')).toMatch(/^loyalty_ac_/);
      return;
    }
    expect([seen.status, decided.status, decided.location]).toEqual([403, 403, null]);
    const [, complaint] = /<div role="alert">(.*?)<\/div>/s.exec(seen.text)!;
    const said = linesOf(complaint!.replace(/<code.*?<\/code>/g, ''));
    expect(said).toEqual(['Your role does not allow you to approve this. It lacks:', ...lacks]);
    expect(seen.text).not.toContain('value="approve"');
    // It may still send the app away.
    const denied = await app.decide(query, { decision: 'deny' }, OWN_PAGE, by);
    expect(denied.location!.searchParams.get('error')).toBe('access_denied');
  });

  it('says to whoever has no role in the program what it says of an app that does not exist', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'theirs', name: 'Their Club' }), TESTER);
    const theirs = (await test.deps.programs.all()).find(({ key }) => key === 'theirs')!;
    const by = await plainOperator(test.deps, { program_id: theirs.id, role: 'owner' });
    const seen = ({ status, headers, text, location }: Decision) => {
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
      return { status, headers: rest, text, location };
    };
    const machine = await createPartner(test, { redirect_uris: [] });
    for (const rest of [
      {},
      { client_id: machine.client_id },
      { redirect_uri: 'https://thief.example/' },
      { scope: 'write_customers' },
      { response_type: 'token' },
      { code_challenge: undefined },
    ]) {
      const { query } = await partner.parameters(rest);
      const { query: unknown } = await partner.parameters({ ...rest, client_id: 'app_00000000000000000000' });
      for (const ask of [
        (asked: URLSearchParams) => partner.open(asked, by),
        (asked: URLSearchParams) => partner.decide(asked, {}, OWN_PAGE, by),
        (asked: URLSearchParams) => partner.decide(asked, { decision: 'deny' }, OWN_PAGE, by),
      ]) {
        const answer = await ask(query);
        expectShown(answer, 400, 'it belongs to a program in which you have no role.');
        expect(seen(answer)).toEqual(seen(await ask(unknown)));
      }
    }
  });

  it('answers nobody who is signed out: every request leads to the sign-in, and to no address of an app', async () => {
    for (const rest of [
      {},
      { client_id: 'app_00000000000000000000' },
      { redirect_uri: undefined },
      { scope: '?' },
    ]) {
      const { query } = await partner.parameters(rest);
      const { status, headers } = await fetch(`${test.url}/oauth/authorize?${query}`, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([303, `/console/approve?${query}`]);
    }
  });

  it('takes no approval of whoever lost the role after the screen was shown', async () => {
    const by = await plainOperator(test.deps, await ownerGrant());
    const { query } = await partner.parameters();
    expect((await partner.open(query, by)).status).toBe(200);
    await inviteOperator(test.deps, {
      email: by.email,
      grant: { ...(await ownerGrant()), role: 'analyst' },
      by: TESTER,
      whole_server: true,
    });
    const request = await checkAuthorization(test.deps, Object.fromEntries(query), [], () => true);
    const approving = approveAuthorization(test.deps, request, { operator_id: by.id, request_id: 'r' });
    await expect(approving).rejects.toMatchObject({ code: 'insufficient_scope' });
    await revokeOperator(test.deps, { email: by.email, program_id: null, by: TESTER });
    const gone = approveAuthorization(test.deps, request, { operator_id: by.id, request_id: 'r' });
    await expect(gone).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ["another page of its own site's", { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://thief.example' }],
    ['an origin that is kept secret', { origin: 'null' }],
    ['somebody who does not say', {}],
  ])('takes no decision from %s', async (_case, headers) => {
    const { query } = await partner.parameters();
    expectShown(await partner.decide(query, {}, headers), 403, 'This form is out of date');
    expectShown(await partner.decide(query, { decision: 'deny' }, headers), 403, 'This form is out of date');
  });

  it('takes none without the token of the session, and none at the address of the app’s request', async () => {
    const { query } = await partner.parameters();
    for (const token of ['', 'A'.repeat(86)]) {
      expectShown(await partner.decide(query, { token }), 403, 'This form is out of date');
    }
    const old = await fetch(`${test.url}/oauth/authorize?${query}`, { method: 'POST', headers: OWN_PAGE });
    expect(old.status).toBe(405);
  });

  it('takes one from an older browser, which says the origin', async () => {
    const { query } = await partner.parameters();
    expect((await partner.decide(query, {}, { origin: 'https://loyalty.example' })).status).toBe(303);
  });

  it('gives a code of its own to a second press of the button, and both lead to tokens', async () => {
    const { query, verifier } = await partner.parameters();
    const pressed = await Promise.all([partner.decide(query), partner.decide(query)]);
    const answers = pressed.map(({ location }) =>
      oauth.validateAuthResponse(partner.as, partner.client, location!, query.get('state')!),
    );
    expect(new Set(answers.map((callback) => callback.get('code'))).size).toBe(2);
    for (const callback of answers) {
      const { access_token } = await partner.redeem({ callback, verifier });
      expect((await partner.call('/v2/transactions', access_token)).status).toBe(200);
    }
  });

  it('lets the form lead to a loopback address, also one that a policy cannot name', async () => {
    for (const [address, source] of [
      ['http://127.0.0.1:5100/', 'http://127.0.0.1:5100'],
      ['http://[::1]:5100/', 'http:'],
    ] as const) {
      const native = await createPartner(test, { public: true, redirect_uris: [address] });
      const { headers } = await native.open((await native.parameters({ redirect_uri: address })).query);
      expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${source};`);
    }
  });
});

describe('the addresses that programs call', () => {
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(test.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });
  const own = () => basic(partner.client_id, partner.client_secret!);

  async function expectRefused(answer: Response, status: number, error: string) {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/\S{8}/);
    expect(await answer.json()).toEqual({ error, error_description: expect.stringMatching(/\.$/) });
  }

  it.each([
    ['no grant_type', '', 'invalid_request'],
    ['a grant_type twice', 'grant_type=refresh_token&grant_type=refresh_token', 'invalid_request'],
    ['a grant_type that is not known', 'grant_type=password', 'unsupported_grant_type'],
    ['no code', 'grant_type=authorization_code', 'invalid_request'],
    ['an odd code', 'grant_type=authorization_code&code=%00', 'invalid_grant'],
    ['no refresh token', 'grant_type=refresh_token', 'invalid_request'],
    ['an odd refresh token', 'grant_type=refresh_token&refresh_token=%00', 'invalid_grant'],
    ['an empty refresh token', 'grant_type=refresh_token&refresh_token=', 'invalid_request'],
    ['a form that is no text', 'grant_type=%ff', 'unsupported_grant_type'],
  ])('refuse %s in the words of the standard', async (_case, body, error) => {
    await expectRefused(await send('/oauth/token', body, own()), 400, error);
  });

  it.each(['/oauth/token', '/oauth/revoke', '/oauth/introspect'])('%s asks who calls', async (path) => {
    const body = 'grant_type=client_credentials&token=x';
    const { client_id, client_secret } = partner;
    await expectRefused(await send(path, body), 401, 'invalid_client');
    await expectRefused(await send(path, body, basic(client_id, 'wrong')), 401, 'invalid_client');
    await expectRefused(await send(path, body, basic(client_id, '')), 401, 'invalid_client');
    await expectRefused(await send(path, body, basic('app', client_secret!)), 401, 'invalid_client');
    await expectRefused(
      await send(path, body, { authorization: `Bearer ${test.key}` }),
      401,
      'invalid_client',
    );
    await expectRefused(await send(path, `${body}&client_id=${client_id}`), 401, 'invalid_client');
    const twice = `${body}&client_id=${client_id}&client_secret=${client_secret}`;
    await expectRefused(await send(path, twice, own()), 400, 'invalid_request');
    await expectRefused(await send(path, `${body}&client_id=app_1`, own()), 400, 'invalid_request');
  });

  it('refuse a public app that brings a secret', async () => {
    const open = await createPartner(test, { public: true });
    const body = `grant_type=refresh_token&refresh_token=x&client_id=${open.client_id}`;
    await expectRefused(await send('/oauth/token', body), 400, 'invalid_grant');
    await expectRefused(await send('/oauth/token', `${body}&client_secret=x`), 401, 'invalid_client');
  });

  it.each(['/oauth/revoke', '/oauth/introspect'])('%s needs a token', async (path) => {
    await expectRefused(await send(path, 'token=', own()), 400, 'invalid_request');
  });

  it('take forms and nothing else, and no other address takes them', async () => {
    const json = { 'content-type': 'application/json', ...own() };
    await expectRefused(await send('/oauth/token', '{}', json), 415, 'invalid_request');
    await expectRefused(await send('/oauth/token', 'x'.repeat(2_000_000), own()), 413, 'invalid_request');
    const orders = await send('/v2/orders', `merchant_id=${randomUUID()}`, {
      authorization: `Bearer ${test.key}`,
    });
    expect(orders.status).toBe(415);
    expect((await orders.json()).error.code).toBe('unsupported_media_type');
  });

  it('answer what no program should ever ask in the one shape of the API', async () => {
    const answer = await fetch(`${test.url}/oauth/token`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect((await answer.json()).error.code).toBe('method_not_allowed');
  });

  it('say where they are also behind a proxy that gives the server a path', async () => {
    const behind = await buildTestApp({ beside: test, publicUrl: 'https://shop.example/loyalty' });
    for (const path of ['', '/loyalty']) {
      const answer = await fetch(`${behind.url}/.well-known/oauth-authorization-server${path}`);
      expect(await answer.json()).toMatchObject({
        issuer: 'https://shop.example/loyalty',
        token_endpoint: 'https://shop.example/loyalty/oauth/token',
      });
    }
    await behind.close();
  });
});
