import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFormToken, formToken, requirePageSession } from '../../src/http/shared/page-session.ts';
import { sendErrorPage } from '../../src/http/shared/send-page.tsx';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, siteDefinition } from '../support/factories.ts';
import { openPage } from '../support/page.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const program = {
  sites: [
    {
      key: 'main',
      definition: siteDefinition({
        name: 'Harbour',
        url: 'https://shop.example/start',
        languages: ['en', 'de'],
        frame_ancestors: ['https://App.example:443'],
      }),
    },
  ],
};

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ program });
  for (const merchant_id of ['ada', 'bob']) {
    await createCustomer(test.deps, await test.program(), { merchant_id, points: merchant_id.length });
  }
});
afterAll(() => test.close());

async function addressOf(session: object = {}): Promise<string> {
  const { id } = (await test.program()).sites.at(-1)!;
  const response = await test.post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app', ...session });
  return response.body.webview_session.url;
}

const pathOf = async (session: object = {}) => new URL(await addressOf(session)).pathname;
const get = (path: string) => supertest(test.url).get(path);

describe("a session's address", () => {
  it('leads to the page at once, and leaves the token in a cookie that no script reads', async () => {
    const path = await pathOf();
    const token = path.split('/').at(-1)!;
    const { headers, text } = await get(path).expect(303);
    expect(headers.location).toMatch(/^\/page\?at=[\w-]+$/);
    expect(headers.location).not.toContain(token);
    expect(text).toBe('');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['set-cookie']).toEqual([
      `__Host-loyalty_page=${token}; Max-Age=${(15 * MINUTE + DAY) / 1000}; Path=/; HttpOnly; Secure; Partitioned; SameSite=None`,
    ]);
  });

  it('may be asked any number of times, by whoever previews links too', async () => {
    const path = await pathOf({ customer: { merchant_id: 'ada' } });
    await supertest(test.url).head(path).expect(303);
    await get(path).expect(303);
    const visit = await openPage(test.url, path);
    await visit.get().expect(200);
    await (await openPage(test.url, path)).get().expect(200);
  });

  it('is told nowhere: not by the page, not in the log', async () => {
    const path = await pathOf({ customer: { merchant_id: 'ada' } });
    const token = path.split('/').at(-1)!;
    const page = await (await openPage(test.url, path)).get().expect(200);
    expect(page.text).not.toContain(token);
    expect(page.headers).not.toHaveProperty('set-cookie');
    const log = test.logged.join('');
    expect(log).toContain('"route":"/page/:token"');
    expect(log).toContain('"route":"/page"');
    expect(log).not.toContain(token);
  });

  it('has expired: 410, in its language, wherever it is asked', async () => {
    const path = await pathOf({ language: 'de', customer: { merchant_id: 'ada' } });
    const visit = await openPage(test.url, path);
    test.clock.advance(15 * MINUTE - 1);
    await get(path).expect(303);
    await visit.get().expect(200);
    test.clock.advance(1);
    for (const page of [await get(path).expect(410), await visit.get().expect(410)]) {
      expect(page.text).toContain('Diese Seite ist abgelaufen');
      expect(page.text).toContain('zurück zu Harbour');
      expect(page.text).not.toContain('Punkte');
      expect(page.headers['content-security-policy']).toContain(
        'frame-ancestors https://shop.example https://app.example',
      );
    }
  });

  it.each([randomBytes(32).toString('base64url'), 'short', '%00', 'a'.repeat(5000), '..%2F..%2Fhealth'])(
    'is unknown: 404 for %s',
    async (token) => {
      const page = await get(`/page/${token}`)
        .set('accept-language', 'sv, de-AT;q=0.8, en;q=0.5')
        .expect(404);
      expect(page.type).toBe('text/html');
      expect(page.text).toContain('Seite nicht gefunden');
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(page.headers).not.toHaveProperty('set-cookie');
    },
  );
});

describe('the page', () => {
  it('is that of the cookie', async () => {
    const ada = await openPage(test.url, await addressOf({ customer: { merchant_id: 'ada' } }));
    const page = await ada.get('/page').expect(200);
    expect(page.text).toContain('3 points');
  });

  it('says what to do where no cookie came back, in the language of the session, to the frame of its site', async () => {
    const { address } = await openPage(test.url, await addressOf({ language: 'de' }));
    const page = await get(address).expect(403);
    expect(page.text).toContain('<html lang="de"');
    expect(page.text).toContain('Diese Seite ist geschlossen');
    expect(page.text).toContain('dein Browser behält hier keine Cookies. Geh zurück zu Harbour');
    expect(page.headers['content-security-policy']).toContain(
      'frame-ancestors https://shop.example https://app.example',
    );
  });

  it.each(['/page', '/page?at=', '/page?at=AAAA', '/page?at=a&at=b'])(
    'is nowhere without a cookie and a place: %s',
    async (path) => {
      const page = await get(path).expect(404);
      expect(page.text).toContain('There is no page here');
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it.each(['x', '%', 'a'.repeat(43), '"'])('takes no other cookie: %s', async (value) => {
    await get('/page').set('cookie', `__Host-loyalty_page=${value}`).expect(404);
  });

  it('is not that of a cookie which any other host of the domain may have set', async () => {
    const token = (await pathOf({ customer: { merchant_id: 'ada' } })).split('/').at(-1)!;
    await get('/page').set('cookie', `loyalty_page=${token}`).expect(404);
    await get('/page').set('cookie', `__Secure-loyalty_page=${token}`).expect(404);
    await get('/page').set('cookie', `__Host-loyalty_page=${token}`).expect(200);
  });

  it('is that of the header which the script sends from a frame without cookies', async () => {
    const token = (await pathOf({ customer: { merchant_id: 'bob' } })).split('/').at(-1)!;
    const page = await get('/page').set('x-loyalty-session', token).expect(200);
    expect(page.text).toContain('3 points');
  });
});

describe('a cookie', () => {
  it.each([
    ['http://localhost:3000', '/page', 'loyalty_page', '; SameSite=Lax'],
    [
      'https://shop.example/rewards',
      '/rewards/page',
      '__Secure-loyalty_page',
      '; Secure; Partitioned; SameSite=None',
    ],
    ['http://127.0.0.1:3000/a/b', '/a/b/page', 'loyalty_page', '; SameSite=Lax'],
  ])('fits a server at %s', async (publicUrl, page, name, attributes) => {
    const served = await buildTestApp({ beside: test, publicUrl });
    const { headers } = await supertest(served.url)
      .get(await pathOf())
      .expect(303);
    expect(headers['set-cookie']![0]!.startsWith(`${name}=`)).toBe(true);
    expect(headers['set-cookie']![0]).toContain(`; Path=${page}; HttpOnly${attributes}`);
    expect(headers['set-cookie']![0]!.endsWith(attributes)).toBe(true);
    expect(headers.location!.startsWith(`${page}?at=`)).toBe(true);
    await served.close();
  });
});

describe('a form of the page', () => {
  let acting: TestApp;
  beforeAll(async () => {
    acting = await buildTestApp({
      beside: test,
      extend: (app, deps) => {
        app.get('/form', { config: { scope: 'public' } }, async (request) => formToken(deps, request));
        app.post('/act', { config: { scope: 'public' }, errorHandler: sendErrorPage }, async (request) => {
          const session = await requirePageSession(request, deps);
          checkFormToken(deps, request, session, request.body as Record<string, string>);
          return { customer_id: session.customer_id };
        });
      },
    });
  });
  afterAll(() => acting.close());

  /** A browser with that session, to the test's own routes. */
  async function browserOf(merchant_id: string) {
    const token = (await pathOf({ customer: { merchant_id } })).split('/').at(-1)!;
    const call = (method: 'get' | 'post', path: string) =>
      supertest(acting.url)[method](path).set('x-loyalty-session', token);
    return {
      form: async (): Promise<string> => (await call('get', '/form').expect(200)).text,
      act: (body: object) => call('post', '/act').send(body),
    };
  }

  it('acts for the customer whose page it is on', async () => {
    const ada = await browserOf('ada');
    const { body } = await ada.act({ token: await ada.form() }).expect(200);
    expect(body.customer_id).toBeTypeOf('number');
  });

  it('does nothing once another page has taken its place: 409', async () => {
    const [ada, bob] = [await browserOf('ada'), await browserOf('bob')];
    const page = await bob.act({ token: await ada.form() }).expect(409);
    expect(page.text).toContain('Another page has been opened since');
    expect(page.text).toContain('Nothing was done');
  });

  it.each([{}, { token: '' }, { token: 'x' }])('does nothing without its token: %j', async (body) => {
    const ada = await browserOf('ada');
    await ada.act(body).expect(409);
  });

  it("differs with every session, a customer's own too", async () => {
    const forms = [await browserOf('ada'), await browserOf('ada')].map((browser) => browser.form());
    expect(new Set(await Promise.all(forms)).size).toBe(2);
  });
});

describe('a failure', () => {
  const framed = 'frame-ancestors https://shop.example https://app.example';

  it('is said in the frame of the site and in its words, of a form too that comes without a cookie', async () => {
    const visit = await openPage(
      test.url,
      await addressOf({ language: 'de', customer: { merchant_id: 'ada' } }),
    );
    const { text } = await visit.get().expect(200);
    const [, action] = /<form method="post" action="([^"]+)"/.exec(text)!;
    const page = await supertest(test.url)
      .post(action!.replaceAll('&amp;', '&'))
      .type('form')
      .send({})
      .expect(403);
    expect(page.text).toContain('Diese Seite ist geschlossen');
    expect(page.headers['content-security-policy']).toContain(framed);
  });

  it('is said so while the database is away, where the program was known before', async () => {
    const broken = await buildTestApp({ beside: test });
    const visit = await openPage(broken.url, await addressOf({ language: 'de' }));
    await visit.get().expect(200);
    broken.deps.db = new Proxy(broken.deps.db, {
      get() {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
    });
    const page = await visit.get().expect(503);
    expect(page.text).toContain('<html lang="de"');
    expect(page.headers['content-security-policy']).toContain(framed);
    expect(page.headers['retry-after']).toBe('1');
    await broken.close();
  });
});

describe('the header of every answer', () => {
  it('lets in only what is ours to the letter, and lets nobody frame it but the site', async () => {
    const visit = await openPage(test.url, await addressOf());
    const closed = await get(visit.address).expect(403);
    for (const { headers } of [
      await visit.get().expect(200),
      await get(await pathOf()).expect(303),
      closed,
    ]) {
      const policy = Object.fromEntries(
        headers['content-security-policy']!.split('; ').map((part: string) => {
          const [name, ...sources] = part.split(' ');
          return [name, sources];
        }),
      );
      expect(policy).toMatchObject({
        'default-src': ["'none'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ['https://shop.example', 'https://app.example'],
      });
      for (const source of [...policy['style-src'], ...policy['script-src']]) {
        expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
      }
      expect(headers).not.toHaveProperty('x-frame-options');
    }
  });

  it('keeps it out of caches and of referrers', async () => {
    const visit = await openPage(test.url, await addressOf());
    for (const { headers } of [await visit.get(), await get(visit.address), await get('/page/unknown')]) {
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toContain('camera=()');
    }
  });
});
