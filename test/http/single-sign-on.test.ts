import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import type { GroupRole } from '../../src/domain/operators/group-rights.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { ForgedProvider, type Forgery } from '../support/forged-provider.ts';
import { openIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { joinedOperator, PASSWORD } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const PUBLIC_URL = 'https://loyalty.example/shop';
const ANSWER = `${PUBLIC_URL}/console/sign-in/provider/answer`;
const SESSION = '__Secure-loyalty_console';
const GIVEN: readonly GroupRole[] = [{ group: 'admins', role: 'admin', program: null }];

let addresses = 0;
/** Each browser comes from a network of its own. */
const browserOf = (test: TestApp) => new ConsoleBrowser(test, `198.51.100.${++addresses}`);
const eventsOf = (test: TestApp) =>
  test.logged.map((line) => JSON.parse(line)).filter(({ channel }) => channel === 'security');
/** The path at which the server answers an address of its own: a proxy takes the prefix away. */
const within = (address: string) => address.replace(PUBLIC_URL, '').replace(/^\/shop/, '');

describe('with a real provider', () => {
  let test: TestApp;
  let provider: TestProvider;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    provider = await openIdentityProvider(ANSWER, GIVEN);
    const app = { trust_proxy: true, sign_on: provider.settings };
    test = await buildTestApp({ publicUrl: PUBLIC_URL, app });
    test.clock.advance(Date.now() - test.clock.real());
    provider.people.set('ada', { email: 'ada@team.example', name: 'Ada', groups: ['admins'] });
    provider.people.set('bob', { email: 'bob@team.example', name: 'Bob' });
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });
  beforeEach(() => {
    browser = browserOf(test);
    visited = new Map();
  });

  /** The cookies that the browser has of the provider. */
  let visited: Map<string, string>;

  /** Follows the browser at the provider until it is sent back. Returns the address to which it goes. */
  async function atProvider(address: string, subject: string): Promise<string> {
    const { origin } = new URL(provider.settings.issuer);
    let asked = supertest(origin).get(address.slice(origin.length));
    for (;;) {
      const { status, headers } = await asked.set(
        'cookie',
        [...visited].map((pair) => pair.join('=')).join('; '),
      );
      for (const line of (headers['set-cookie'] ?? []) as unknown as string[]) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        visited.set(name!, value!);
      }
      const { pathname, search, href } = new URL(headers.location ?? address, origin);
      if (status < 400 && headers.location && href.startsWith(PUBLIC_URL)) return href;
      if (status === 200) asked = supertest(origin).post(pathname).type('form').send({ subject });
      else if (status === 303 || status === 302) asked = supertest(origin).get(pathname + search);
      else throw new Error(`the provider answered ${status} at ${href}`);
      address = href;
    }
  }

  async function signInAs(subject: string, path = '/console/sign-in/provider') {
    const sent = await browser.get(path);
    expect(sent.status).toBe(303);
    return browser.get(within(await atProvider(sent.headers.location!, subject)));
  }

  it('signs a person in, with the rights of its groups, and leads on to the screen that was asked for', async () => {
    expect((await browser.get('/console/sign-in')).text).toContain('Sign in with Acme');
    const next = encodeURIComponent('/shop/console/account?a=1');
    const entered = await signInAs('ada', `/console/sign-in/provider?next=${next}`);
    expect([entered.status, entered.headers.location]).toEqual([303, '/shop/console/account?a=1']);
    const account = await browser.get('/console/account');
    expect(account.text).toContain('You are an admin of this server');
    expect(account.text).toContain('ada@team.example');
    expect([...browser.cookies.keys()]).toEqual([SESSION]);
  });

  it('gives a new session, whatever the browser brought along', async () => {
    browser.cookies.set(SESSION, 'loyalty_os_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await signInAs('ada');
    expect(browser.cookies.get(SESSION)).not.toContain('AAAA');
  });

  it.each(['https://evil.example/shop/console', '//evil.example', '/console/account', '/shop/consoles'])(
    'leads nowhere else: %s',
    async (next) => {
      const path = `/console/sign-in/provider?next=${encodeURIComponent(next)}`;
      expect((await signInAs('ada', path)).headers.location).toBe('/shop/console');
    },
  );

  it('says to whom nobody gave a role that nobody did', async () => {
    const refused = await signInAs('bob');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('This account has no role here.');
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect(eventsOf(test).at(-1)).toMatchObject({ event: 'sign_in_failed' });
  });

  it('says so when somebody turns back at the provider', async () => {
    const refused = await signInAs('');
    expect([refused.status, refused.text.includes('Acme did not sign you in.')]).toEqual([403, true]);
  });

  it('takes an answer once, and in the browser alone that began', async () => {
    const sent = await browser.get('/console/sign-in/provider');
    const journey = new Map(browser.cookies);
    const answer = within(await atProvider(sent.headers.location!, 'ada'));
    const stolen = await browserOf(test).get(answer);
    expect([stolen.status, stolen.text.includes('begun in another window')]).toEqual([403, true]);
    expect((await browser.get(answer)).status).toBe(303);
    expect((await browser.get(answer)).status).toBe(403);
    for (const [name, value] of journey) browser.cookies.set(name, value);
    const replayed = await browser.get(answer);
    expect([replayed.status, replayed.text.includes('did not sign you in')]).toEqual([403, true]);
  });

  it('asks anew at the provider before something dangerous, of the same person', async () => {
    await signInAs('ada');
    test.clock.advance(16 * MINUTE);
    const asked = await browser.get('/console/account/password');
    expect(asked.headers.location).toBe('/shop/console/confirm?next=%2Fshop%2Fconsole%2Faccount%2Fpassword');
    const screen = await browser.get(within(asked.headers.location!));
    expect(screen.text).toContain('Use Acme');
    expect(screen.text).not.toContain('type="password"');
    test.clock.advance(-16 * MINUTE);
    const before = browser.cookies.get(SESSION);
    const sent = await browser.get('/console/confirm/provider?next=%2Fshop%2Fconsole%2Faccount%2Fpassword');
    expect(sent.headers.location).toMatch(/[?&]prompt=login&max_age=0/);
    // The provider knows the person by its cookie, and asks all the same.
    const answer = await atProvider(sent.headers.location!, 'ada');
    const confirmed = await browser.get(within(answer));
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/shop/console/account/password']);
    expect(browser.cookies.get(SESSION)).not.toBe(before);

    provider.people.set('eve', { email: 'eve@team.example', groups: ['admins'] });
    const other = await browser.get('/console/confirm/provider');
    visited = new Map();
    const foreign = await browser.get(within(await atProvider(other.headers.location!, 'eve')));
    expect([foreign.status, foreign.text.includes('not the account by which you sign in')]).toEqual([
      403,
      true,
    ]);
    expect((await browser.get('/console/account')).text).toContain('ada@team.example');
  });

  it('is linked by whoever signs in by a password, if it has the same email', async () => {
    const program_id = (await test.program()).id;
    const cat = await joinedOperator(test.deps, { program_id, role: 'support' }, 'cat@team.example');
    provider.people.set('cat', { email: 'CAT@team.example', groups: ['admins'] });
    expect((await signInAs('cat')).status).toBe(403);
    await browser.post('/console/sign-in', { email: cat.email, password: PASSWORD });
    expect((await browser.get('/console/account')).text).toContain('Sign in with it too');
    visited = new Map();
    const foreign = await signInAs('ada', '/console/account/provider');
    expect([foreign.status, foreign.text.includes('The account is not linked')]).toEqual([403, true]);
    visited = new Map();
    const linked = await signInAs('cat', '/console/account/provider');
    expect([linked.status, linked.headers.location]).toEqual([303, '/shop/console/account']);
    expect((await browser.get('/console/account')).text).not.toContain('Sign in with it too');
    browser = browserOf(test);
    expect((await signInAs('cat')).status).toBe(303);
    expect((await browser.get('/console/account')).text).toContain('You are an admin of this server');
  });

  it('confirms nobody who signed out meanwhile', async () => {
    await signInAs('ada');
    const sent = await browser.get('/console/confirm/provider');
    browser.cookies.delete(SESSION);
    const answer = await browser.get(within(await atProvider(sent.headers.location!, 'ada')));
    expect([answer.status, answer.text.includes('You were signed out meanwhile')]).toEqual([403, true]);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  it('logs neither codes nor tokens', async () => {
    const sent = await browser.get('/console/sign-in/provider');
    const answer = new URL(await atProvider(sent.headers.location!, 'ada'));
    await browser.get(within(answer.href));
    const logged = test.logged.join('\n');
    for (const secret of [
      answer.searchParams.get('code')!,
      provider.settings.client_secret!,
      'ada@team.example',
    ]) {
      expect(logged).not.toContain(secret);
    }
  });
});

describe('with a provider that says anything', () => {
  const forged = new ForgedProvider();
  let test: TestApp;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    await forged.open();
    test = await buildTestApp({
      publicUrl: PUBLIC_URL,
      app: { trust_proxy: true, sign_on: { ...forged.settings, given: GIVEN }, most_in_flight: 1 },
    });
    forged.now = () => test.clock.real();
    const program_id = (await test.program()).id;
    const grant = { program_id, role: 'support' } as const;
    for (const email of ['sue@team.example', 'max@team.example']) {
      await inviteOperator(test.deps, { email, grant, by: TESTER, whole_server: true });
    }
  });
  afterAll(async () => {
    await test.close();
    await forged.close();
  });
  beforeEach(() => {
    browser = browserOf(test);
    forged.forgery = {};
  });

  async function signIn(path = '/console/sign-in/provider') {
    const sent = await browser.get(path);
    return browser.get(`/console/sign-in/provider/answer?${forged.agree(sent.headers.location!)}`);
  }

  it('takes an answer that holds, by the clock of this server', async () => {
    expect((await signIn()).status).toBe(303);
    expect((await browser.get('/console/account')).text).toContain('sue@team.example');
  });

  it('waits for it without a turn, so that the only one is free for others', async () => {
    /** Lets the provider keep silent, and asks for a screen meanwhile. */
    async function meanwhile<R>(ask: () => Promise<R>): Promise<R> {
      let end = () => {};
      forged.silence = new Promise((resolve) => {
        end = resolve;
      });
      const before = forged.asked.length;
      const answer = ask();
      while (forged.asked.length === before) await new Promise((resolve) => setImmediate(resolve));
      expect((await browserOf(test).get('/console/sign-in')).status).toBe(200);
      end();
      return answer;
    }
    // It is asked anew what it is.
    test.clock.advance(11 * MINUTE);
    const sent = await meanwhile(async () => browser.get('/console/sign-in/provider'));
    const answer = forged.agree(sent.headers.location!);
    const entered = await meanwhile(async () => browser.get(`/console/sign-in/provider/answer?${answer}`));
    expect(entered.status).toBe(303);
  });

  const FORGERIES: Record<string, Forgery> = {
    'of another issuer': { claims: { iss: 'https://identity.example' } },
    'of the issuer but for a slash': { claims: { iss: 'http://127.0.0.1/' } },
    'for another client': { claims: { aud: 'another' } },
    'for several clients, of which another asked': {
      claims: { aud: ['loyaltyd', 'another'], azp: 'another' },
    },
    'of another journey': { claims: { nonce: 'another' } },
    'without a nonce': { claims: { nonce: undefined } },
    'that has ended': { claims: { exp: 1 } },
    'without an end': { claims: { exp: undefined } },
    'of nobody': { claims: { sub: undefined } },
    'that another key signed': { foreign_key: true },
    'that names another key': { head: { kid: 'two' } },
    'that nobody signed': { head: { alg: 'none' } },
    'that is said to be signed by our secret': { head: { alg: 'HS256' } },
    'whose userinfo is of somebody else': { told: { sub: 'another' } },
    'that refuses the code': { answer: { status: 400, body: '{"error":"invalid_grant"}' } },
    'that refuses this client': { answer: { status: 401, body: '{"error":"invalid_client"}' } },
    'without a token': { answer: { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' } },
    'whose email is not verified': {
      claims: { sub: 'other', email: 'max@team.example', email_verified: false },
      told: { sub: 'other' },
    },
    'whose email and the word for it come from two places': {
      claims: { sub: 'other', email: 'max@team.example', email_verified: undefined },
      told: { sub: 'other', email_verified: true },
    },
  };

  it.each(Object.entries(FORGERIES))('takes no answer %s', async (_, forgery) => {
    forged.forgery = forgery;
    const refused = await signIn();
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('role="alert"');
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  it('takes no answer by a clock that is an hour behind or ahead', async () => {
    for (const hours of [-1, 1]) {
      forged.now = () => test.clock.real() + hours * 60 * MINUTE;
      forged.forgery = hours === 1 ? { claims: { nbf: Math.floor(forged.now() / 1000) } } : {};
      expect([hours, (await signIn()).status]).toEqual([hours, 403]);
    }
    forged.now = () => test.clock.real();
  });

  it('takes nobody for asked anew who proved it before the journey began', async () => {
    await signIn();
    const before = browser.cookies.get(SESSION);
    for (const [auth_time, words] of [
      [Math.floor(test.clock.real() / 1000) - 60, 'Acme did not sign you in.'],
      [undefined, 'Acme does not say when you signed in there'],
    ] as const) {
      forged.forgery = { claims: { auth_time } };
      const { status, text } = await signIn('/console/confirm/provider');
      expect([status, text.includes(words)]).toEqual([403, true]);
      expect(browser.cookies.get(SESSION)).toBe(before);
    }
    forged.forgery = {};
    expect((await signIn('/console/confirm/provider')).status).toBe(303);
  });

  it('lets nobody wait for what the provider does wrong', async () => {
    for (const forgery of [
      { foreign_key: true },
      { claims: { aud: 'another' } },
      { answer: { status: 401, body: '{"error":"invalid_client"}' } },
    ] satisfies Forgery[]) {
      forged.forgery = forgery;
      for (let count = 0; count < 3; count++) expect((await signIn()).status).toBe(403);
    }
    forged.forgery = {};
    expect((await signIn()).status).toBe(303);
    forged.forgery = { claims: { auth_time: undefined } };
    for (let count = 0; count < 6; count++) {
      expect((await signIn('/console/confirm/provider')).status).toBe(403);
    }
  });

  it('takes no subject, and leaves away a name, that the database cannot keep', async () => {
    forged.forgery = { claims: { name: 'Sue\0' } };
    expect((await signIn()).status).toBe(303);
    forged.forgery = { claims: { sub: 'su\0e' }, told: { sub: 'su\0e' } };
    expect((await signIn()).status).toBe(403);
  });

  it('counts codes that the provider does not know as failures of the address', async () => {
    forged.forgery = { answer: { status: 400, body: '{"error":"invalid_grant"}' } };
    for (let count = 0; count < 5; count++) expect((await signIn()).status).toBe(403);
    const asked = forged.asked.length;
    const refused = await signIn();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(forged.asked.length).toBe(asked);
  });

  it('says so when the provider is down, and lets people sign in another way', async () => {
    forged.forgery = { answer: { status: 502, body: 'Bad Gateway' } };
    const answered = await signIn();
    expect(answered.status).toBe(503);
    const gone = { ...forged.settings, issuer: 'http://127.0.0.1:9', name: 'the directory' };
    const beside = await buildTestApp({ beside: test, publicUrl: PUBLIC_URL, app: { sign_on: gone } });
    const there = new ConsoleBrowser(beside);
    const told = await there.get('/console/sign-in/provider?next=%2Fshop%2Fconsole%2Faccount');
    expect([told.status, told.text.includes('The directory does not answer as it should.')]).toEqual([
      503,
      true,
    ]);
    expect(told.text).toContain('value="/shop/console/account"');
    const { email } = await joinedOperator(test.deps, 'admin');
    expect((await there.post('/console/sign-in', { email, password: PASSWORD })).status).toBe(303);
    await beside.close();
  });

  it('has ten minutes for the way', async () => {
    const sent = await browser.get('/console/sign-in/provider');
    test.clock.advance(10 * MINUTE);
    const late = await browser.get(
      `/console/sign-in/provider/answer?${forged.agree(sent.headers.location!)}`,
    );
    expect([late.status, late.text.includes('That took too long')]).toEqual([403, true]);
  });

  it.each(['', 'state=a&state=b', 'state=none&code=a-code', 'error=access_denied'])(
    'takes no answer that is made up: %j',
    async (query) => {
      await browser.get('/console/sign-in/provider');
      expect((await browser.get(`/console/sign-in/provider/answer?${query}`)).status).toBe(403);
    },
  );
});

it('without a provider has neither the button nor the addresses', async () => {
  const test = await buildTestApp();
  const browser = new ConsoleBrowser(test);
  expect((await browser.get('/console/sign-in')).text).not.toContain('/console/sign-in/provider');
  for (const path of ['/console/sign-in/provider', '/console/sign-in/provider/answer']) {
    expect((await browser.get(path)).status).toBe(404);
  }
  await test.close();
});
