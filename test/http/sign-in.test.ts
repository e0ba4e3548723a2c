import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { makeFirstAdminLink } from '../../src/domain/operations/join-operator.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { totpCode } from '../../src/domain/operators/totp.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { ConsoleBrowser, fieldOf } from '../support/console.ts';
import { type Joined, joinedOperator, PASSWORD, tokenOf } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const COOKIE = '__Host-loyalty_console';
let test: TestApp;
let paused: number[];
let program_id: number;
let sue: Joined;
let browser: ConsoleBrowser;
let addresses = 0;

beforeAll(async () => {
  test = await buildTestApp({
    app: {
      trust_proxy: true,
      pause: async (ms) => {
        paused.push(ms);
      },
    },
  });
  program_id = (await test.program()).id;
});
afterAll(() => test.close());

const elsewhere = () => new ConsoleBrowser(test, `203.0.113.${++addresses}`);
beforeEach(async () => {
  paused = [];
  sue = await joinedOperator(test.deps, { program_id, role: 'support' });
  browser = elsewhere();
});

const signIn = (from = browser, rest: object = {}) =>
  from.post('/console/sign-in', { email: sue.email, password: PASSWORD, ...rest });
const here = async (from = browser) => (await from.get('/console/account')).status === 200;
const events = () =>
  test.logged.map((line) => JSON.parse(line)).filter(({ channel }) => channel === 'security');

describe('signing in', () => {
  it('leads whoever is signed out to the form, and from there to the screen that was asked for', async () => {
    const asked = await browser.get('/console/account?a=1');
    expect(asked.status).toBe(303);
    expect(asked.headers.location).toBe('/console/sign-in?next=%2Fconsole%2Faccount%3Fa%3D1');
    const form = await browser.get(asked.headers.location!);
    expect(form.status).toBe(200);
    const entered = await signIn(browser, { next: fieldOf(form.text, 'next').replaceAll('&amp;', '&') });
    expect(entered.status).toBe(303);
    expect(entered.headers.location).toBe('/console/account?a=1');
    expect((await browser.get('/console/account?a=1')).text).toContain(sue.email);
    expect((await browser.get('/console/sign-in')).headers.location).toBe('/console');
  });

  it.each(['https://evil.example/console', '//evil.example', '/console/../../evil', '/consoles', '\\\\evil'])(
    'leads nowhere else: %s',
    async (next) => {
      expect((await signIn(browser, { next })).headers.location).toBe('/console');
    },
  );

  it('leads to the beginning by an address that names two ways on', async () => {
    await signIn();
    const twice = 'next=%2Fconsole%2Faccount&next=%2Fconsole';
    expect((await browser.get(`/console/sign-in?${twice}`)).headers.location).toBe('/console');
    expect((await browser.get(`/console/confirm?${twice}`)).status).toBe(200);
  });

  it('keeps the session in a cookie that belongs to this host alone, and that no script reads', async () => {
    const { headers } = await signIn();
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^__Host-loyalty_console=loyalty_os_\w{33}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('gives a new session, whatever the browser brought along', async () => {
    const planted = await joinedOperator(test.deps, { program_id, role: 'support' });
    browser.cookies.set(COOKIE, planted.token);
    await signIn();
    const token = browser.cookies.get(COOKIE);
    expect(token).not.toBe(planted.token);
    expect((await browser.get('/console/account')).text).toContain(sue.email);
    browser.cookies.set(COOKIE, 'loyalty_os_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await signIn();
    expect(browser.cookies.get(COOKIE)).not.toContain('AAAA');
  });

  it('gives the same answer for an unknown email, a wrong password and a revoked operator, byte for byte', async () => {
    const gone = await joinedOperator(test.deps, { program_id, role: 'support' });
    await revokeOperator(test.deps, { email: gone.email, program_id: null, by: TESTER });
    const answers = [];
    for (const email of [sue.email, gone.email, 'operator-0@nobody.example']) {
      const { status, headers, text } = await signIn(elsewhere(), { email, password: 'not it at all' });
      const { date: _date, 'x-request-id': _id, 'content-length': _length, etag: _etag, ...rest } = headers;
      answers.push(JSON.stringify([status, rest, text.replaceAll(email, 'EMAIL')]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('The email or the password is not right.');
    expect(answers[0]).toMatch(/^\[403,/);
  });

  it('is told apart in the log by no email', async () => {
    await signIn(browser, { password: 'wrong' });
    expect(events().at(-1)).toMatchObject({ event: 'sign_in_failed', route: '/console/sign-in' });
    expect(test.logged.join('')).not.toContain(sue.email);
    expect(test.logged.join('')).not.toContain(PASSWORD);
  });

  it('refuses an address that fails often, and nobody else; answers about the email come later', async () => {
    for (let i = 0; i < 5; i++) expect((await signIn(browser, { password: 'wrong' })).status).toBe(403);
    const refused = await signIn();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(events().at(-1)).toMatchObject({ event: 'too_many_failures' });
    for (let i = 0; i < 7; i++) await signIn(elsewhere(), { password: 'wrong' });
    expect(paused).toEqual([250, 500]);
    const own = elsewhere();
    expect((await signIn(own)).status).toBe(303);
    expect(await here(own)).toBe(true);
  });

  it('refuses more than eight tries of one network at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await signIn(browser, { password: 'wrong' })).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
  });

  it('is refused from another page', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/console/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: new URLSearchParams({ email: sue.email, password: PASSWORD }).toString(),
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain('This form is out of date');
  });
});

describe('a link', () => {
  it('makes the first admin, whose mistakes are shown beside their fields', async () => {
    const link = tokenOf((await makeFirstAdminLink(test.deps))!);
    const screen = await browser.get(`/console/join?link=${link}`);
    expect(screen.text).toContain('You become the admin of this server');
    expect(screen.headers['referrer-policy']).toBe('same-origin');
    const wrong = await browser.post('/console/join', { link, email: 'nobody', password: 'short' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This is no email address.');
    expect(wrong.text).toContain('at least 12 characters');
    expect(wrong.text).not.toContain('short"');
    const joined = await browser.post('/console/join', {
      link,
      email: 'first@team.example',
      name: 'Ada <b>',
      password: PASSWORD,
    });
    expect([joined.status, joined.headers.location]).toEqual([303, '/console']);
    const account = await browser.get('/console/account');
    expect(account.text).toContain('Ada &lt;b>');
    expect(account.text).toContain('You are an admin of this server');
    for (const again of [
      await elsewhere().get(`/console/join?link=${link}`),
      await elsewhere().post('/console/join', { link, email: 'x@team.example', password: PASSWORD }),
    ]) {
      expect(again.status).toBe(404);
      expect(again.text).toContain('This link was used, or has expired');
    }
  });

  it('lets an invited operator in, with the role of the invitation', async () => {
    const email = 'invited@team.example';
    const grant = { program_id, role: 'analyst' } as const;
    const { link } = await inviteOperator(test.deps, { email, grant, by: TESTER, whole_server: true });
    const screen = await browser.get(`/console/join?link=${tokenOf(link!)}`);
    expect(screen.text).toContain(email);
    await browser.post('/console/join', { link: tokenOf(link!), name: 'Ian', password: PASSWORD });
    const account = await browser.get('/console/account');
    expect(account.text).toContain('Ian');
    expect(account.text).toContain('analyst');
  });

  it.each(['', 'link=', 'link=loyalty_ol_x', 'link=a&link=b'])(
    'that is none is said to be used: %j',
    async (query) => {
      expect((await browser.get(`/console/join?${query}`)).status).toBe(404);
    },
  );
});

describe('an account', () => {
  beforeEach(async () => {
    await signIn();
  });

  it('lists sessions, and ends others', async () => {
    const other = elsewhere();
    await signIn(other);
    expect((await browser.get('/console/account')).text).toContain('this one');
    const answer = await browser.post('/console/account/sessions', {
      token: await browser.token(),
      session: 'others',
    });
    expect(answer.headers.location).toBe('/console/account');
    expect(await here(other)).toBe(false);
    expect(await here()).toBe(true);
    const bad = await browser.post('/console/account/sessions', {
      token: await browser.token(),
      session: 'x',
    });
    expect(bad.status).toBe(404);
    expect(bad.text).toContain('There is nothing here');
  });

  it('signs out, and the cookie is worth nothing after it', async () => {
    const cookie = browser.cookies.get(COOKIE)!;
    const out = await browser.post('/console/sign-out', { token: await browser.token() });
    expect(out.headers.location).toBe('/console/sign-in');
    expect(browser.cookies.has(COOKIE)).toBe(false);
    browser.cookies.set(COOKIE, cookie);
    expect(await here()).toBe(false);
  });

  it('asks who one is before a dangerous change, and goes on from there', async () => {
    test.clock.advance(16 * MINUTE);
    const asked = await browser.get('/console/account/password');
    expect(asked.headers.location).toBe('/console/confirm?next=%2Fconsole%2Faccount%2Fpassword');
    const direct = await browser.post('/console/account/password', {
      token: await browser.token(),
      password: 'a better walk by the sea',
    });
    expect(direct.headers.location).toBe('/console/confirm');
    const sentFrom = async (referer: string) =>
      (await browser.post('/console/account/password', { token: await browser.token() }, referer)).headers
        .location;
    expect(await sentFrom('https://loyalty.example/console/account?from=1')).toBe(
      '/console/confirm?next=%2Fconsole%2Faccount%3Ffrom%3D1',
    );
    expect(await sentFrom('https://loyalty.example/console/account?from=1&done=saved')).toBe(
      '/console/confirm?next=%2Fconsole%2Faccount%3Ffrom%3D1',
    );
    expect(await sentFrom('https://elsewhere.example/console/account')).toBe('/console/confirm');
    expect(await sentFrom('no address')).toBe('/console/confirm');
    const token = await browser.token();
    const next = '/console/account/password';
    const wrong = await browser.post('/console/confirm', { token, next, password: 'wrong' });
    expect(wrong.status).toBe(403);
    const before = browser.cookies.get(COOKIE);
    const confirmed = await browser.post('/console/confirm', { token, next, password: PASSWORD });
    expect(confirmed.headers.location).toBe(next);
    expect(browser.cookies.get(COOKIE)).not.toBe(before);

    const form = await browser.get(next);
    const weak = await browser.post(next, { token: fieldOf(form.text, 'token'), password: 'short' });
    expect([weak.status, weak.text.includes('at least 12 characters')]).toEqual([422, true]);
    const password = 'a better walk by the sea';
    const changed = await browser.post(next, { token: fieldOf(form.text, 'token'), password });
    expect(changed.headers.location).toBe('/console/account');
    expect((await signIn(elsewhere())).status).toBe(403);
    expect((await signIn(elsewhere(), { password })).status).toBe(303);
  });

  it('turns codes of an app on, which signing in then asks for, and off', async () => {
    const now = () => Math.floor(test.clock.real() / 30_000);
    const screen = await browser.get('/console/account/code');
    const [token, sealed] = [fieldOf(screen.text, 'token'), fieldOf(screen.text, 'sealed')];
    const secret = /secret=([A-Z2-7]{32})/.exec(screen.text)![1]!;
    const wrong = await browser.post('/console/account/code', { token, sealed, code: '000000' });
    expect(wrong.status).toBe(422);
    const code = totpCode(secret, now());
    const on = await browser.post('/console/account/code', { token, sealed, code });
    expect(on.headers.location).toBe('/console/account');

    test.clock.advance(MINUTE);
    const other = elsewhere();
    const asked = await signIn(other);
    expect(asked.status).toBe(200);
    expect(await here(other)).toBe(false);
    const ticket = fieldOf(asked.text, 'ticket');
    const step = (code: string) => other.post('/console/sign-in/code', { ticket, code });
    expect((await step('000000')).status).toBe(403);
    expect((await step(totpCode(secret, now()))).headers.location).toBe('/console');
    expect(await here(other)).toBe(true);
    test.clock.advance(6 * MINUTE);
    const late = await elsewhere().post('/console/sign-in/code', { ticket, code: totpCode(secret, now()) });
    expect([late.status, late.text.includes('That took too long')]).toEqual([403, true]);

    const off = await other.post('/console/account/code/remove', { token: await other.token() });
    expect(off.headers.location).toBe('/console/account');
    expect((await signIn(elsewhere())).status).toBe(303);
  });

  it('takes over no secret that another account was shown', async () => {
    const { text } = await browser.get('/console/account/code');
    const other = elsewhere();
    const olga = await joinedOperator(test.deps, { program_id, role: 'support' });
    await signIn(other, { email: olga.email });
    const secret = /secret=([A-Z2-7]{32})/.exec(text)![1]!;
    const stolen = await other.post('/console/account/code', {
      token: await other.token(),
      sealed: fieldOf(text, 'sealed'),
      code: totpCode(secret, Math.floor(test.clock.real() / 30_000)),
    });
    expect(stolen.status).toBe(400);
  });
});

describe('every screen of these', () => {
  it('lets nothing run but the console’s own files, and is kept by no cache', async () => {
    await signIn();
    for (const path of [
      '/console/account',
      '/console/account/password',
      '/console/account/code',
      '/console/confirm',
    ]) {
      const { status, headers, text } = await browser.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self';/,
      );
      expect(headers['cache-control']).toBe('private, no-store');
      expect(text).not.toMatch(/ style=|<style|<script(?! type="module" src=)| on\w+=/);
    }
  });
});
