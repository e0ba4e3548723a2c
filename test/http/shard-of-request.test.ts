import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOfRequest } from '../../src/cli/shard-of-request.ts';
import { IDS_OF_A_SHARD } from '../../src/db/shard-numbers.ts';
import { systemRandom } from '../../src/deps.ts';
import { newAccessToken, newClientId } from '../../src/domain/oauth/secrets.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { newSessionToken } from '../../src/domain/webviews/session-token.ts';

const HOME = 'https://loyalty.example';
const withSecret = (text: string) => placeOfRequest({ headers: { authorization: `Bearer ${text}` } }, HOME);
// Cookies are read by a part that the plugin of the apps loads.
beforeAll(async () => {
  await fastify().register(fastifyCookie).ready();
});

const ID = 3 * IDS_OF_A_SHARD + 1;

describe('a request', () => {
  it.each([newApiKey(ID, systemRandom), newAccessToken(ID, systemRandom)])(
    'is for the schema of %s',
    (text) => {
      expect(withSecret(text)).toMatchObject({ number: 3, named: { kind: 'key', text } });
    },
  );

  it.each([
    ['/.well-known/oauth-authorization-server/s/3', 3],
    ['/.well-known/oauth-authorization-server/rewards/s/3?x', 3],
    ['/.well-known/oauth-authorization-server/s/3x', 0],
    ['/.well-known/oauth-authorization-server?/s/3', 0],
    ['/.well-known/oauth-authorization-server', 0],
  ])('for metadata of apps at %s is for the schema %i, and keeps its address', (url, number) => {
    expect(placeOfRequest({ url, headers: {} }, HOME)).toMatchObject({ number, url });
  });

  it.each([
    'loyalty_3_',
    newApiKey(ID, systemRandom).slice(0, -1),
    newApiKey(ID, systemRandom).replace('_3_', '_4_'),
    `${newAccessToken(ID, systemRandom)}x`,
    'app_SHORT',
  ])('names nothing that could be looked up by the mistyped %s', (text) => {
    expect(withSecret(text)).toMatchObject({ number: 0, named: undefined });
  });

  it('names the app of its address if it can be one', () => {
    const text = newClientId(systemRandom);
    const named = (client_id: string) =>
      placeOfRequest({ url: `/oauth/authorize?client_id=${client_id}`, headers: {} }, HOME).named;
    expect(named(text)).toEqual({ kind: 'app', text });
    expect(named(`${text}x`)).toBe(undefined);
    // Client libraries encode both halves (RFC 6749, 2.3.1), some of them all but letters and digits.
    for (const client_id of [text, text.replace('_', '%5F')]) {
      const authorization = `Basic ${Buffer.from(`${client_id}:secret`).toString('base64')}`;
      expect(placeOfRequest({ url: '/oauth/token', headers: { authorization } }, HOME).named).toEqual({
        kind: 'app',
        text,
      });
    }
  });

  it('names the session of the page that is open, which the browser sends in the cookie of its address', () => {
    const text = newSessionToken(systemRandom);
    const other = newSessionToken(systemRandom);
    const cookies = { cookie: `a=b; __Host-loyalty_page=${text}; __Secure-loyalty_page=${other}` };
    const named = (url: string, headers: IncomingHttpHeaders = cookies, home = HOME) =>
      placeOfRequest({ url, headers }, home).named?.text;
    for (const url of ['/page', '/page?at=x', '/page/rules/12/complete?at=x'])
      expect([named(url), named(`/s/3${url}`)], url).toEqual([text, other]);
    expect(named('/page', cookies, `${HOME}/shop`)).toBe(other);
    expect(named('/page', { cookie: `loyalty_page=${text}` }, 'http://loyalty.example')).toBe(text);
    expect(named('/page', { 'x-loyalty-session': text })).toBe(text);
    const link = newSessionToken(systemRandom);
    expect(placeOfRequest({ url: `/page/${link}`, headers: cookies }, HOME).named).toEqual({
      kind: 'session',
      text: link,
    });
    for (const url of ['/pages', '/embed.js', '/v2/whoami']) expect(named(url), url).toBe(undefined);
    expect(named('/page', { cookie: `__Host-loyalty_page=${text}x` })).toBe(undefined);
  });
});
