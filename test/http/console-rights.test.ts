import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRightInProgram, type Right } from '../../src/domain/operators/roles.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signInEverybody, type Who } from '../support/console-roles.ts';
import { OWN_PAGE } from '../support/oauth.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';

let test: TestApp;
/** The routes that need a right, by method and pattern, as the router has them. */
let routes: (ServedRoute & { right: Right })[];
let cookies: SignedIn['cookies'];
let allowed: SignedIn['allowed'];

beforeAll(async () => {
  const demo = { program_id: 0, site_id: 0, customer_merchant_id: 'nobody' };
  const served = await withRoutes(() => buildTestApp({ program: { key: 'ours' }, app: { demo } }));
  test = served.built;
  routes = served.routes.flatMap((route) => {
    const right = route.options.config?.right;
    return right === undefined || right === 'anyone' || route.method === 'HEAD' ? [] : [{ ...route, right }];
  });
  ({ cookies, allowed } = await signInEverybody(test));
});
afterAll(() => test.close());

/** A form carries no token here: whoever has the right is told that it is out of date, and nothing happens. */
function ask({ method, pattern }: ServedRoute, cookie: string | undefined, program = 'ours') {
  const path = pattern.replace(':program', program).replaceAll(/:\w+/g, '1').replace('*', '');
  const agent = supertest(test.url);
  const asked =
    method === 'GET' ? agent.get(path) : agent.post(path).set(OWN_PAGE).type('form').send({ a: '1' });
  return cookie === undefined ? asked : asked.set('cookie', cookie);
}

const NOT_ALLOWED = 'Not for your role';
const NOT_THERE = 'There is nothing here';
const OUT_OF_DATE = 'This form is out of date';

describe('every route of the console', () => {
  it('is read from the router', () => {
    expect(routes.length).toBeGreaterThan(12);
    expect(routes.filter(({ method }) => method === 'POST').length).toBeGreaterThan(4);
    expect(routes.filter(({ right }) => isRightInProgram(right)).length).toBeGreaterThan(2);
  });

  it('answers each role as its right says, and nobody else', async () => {
    for (const route of routes) {
      for (const who of Object.keys(cookies) as Who[]) {
        const { status, text } = await ask(route, cookies[who]);
        const named = `${route.name} (${route.right}) by ${who}: ${status}`;
        if (!allowed(who, route.right)) {
          const hidden = who === 'stranger' && route.pattern.includes('/:program');
          expect(`${named} ${text}`).toContain(hidden ? NOT_THERE : NOT_ALLOWED);
          expect(named).toMatch(hidden ? /404$/ : /403$/);
        } else if (route.method === 'POST') {
          expect(`${named} ${text}`).toContain(OUT_OF_DATE);
        } else {
          expect(named).not.toMatch(/: (401|403|5\d\d)$/);
          expect(text).not.toContain(NOT_ALLOWED);
        }
      }
    }
  });

  it('leads whoever is signed out to the form, and tells nothing', async () => {
    for (const route of routes) {
      const { status, headers, text } = await ask(route, undefined);
      expect([route.name, status, text]).toEqual([route.name, 303, '']);
      expect(headers.location).toMatch(/^\/console\/sign-in(\?next=|$)/);
    }
  });

  it('gives the same answer for a program of others as for one that does not exist', async () => {
    for (const route of routes.filter(({ pattern }) => pattern.includes('/:program'))) {
      const [theirs, nobodys] = [
        await ask(route, cookies.owner, 'theirs'),
        await ask(route, cookies.owner, 'nobodys'),
      ];
      expect([route.name, theirs.status, theirs.text]).toEqual([route.name, 404, nobodys.text]);
    }
  });
});
