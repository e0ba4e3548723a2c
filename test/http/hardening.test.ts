import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framingOrigins } from '../../src/http/shared/page-headers.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { siteDefinition } from '../support/factories.ts';
import { sendRaw } from '../support/raw-http.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    program: { rewards: [{ key: 'pooled', definition: voucherDefinition({ codes: { kind: 'pool' } }) }] },
  });
});
afterAll(() => test.close());

/** As it comes over the wire. */
async function raw(path: string, headers: Record<string, string> = {}) {
  const response = await test.app.inject({ url: path, headers });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

describe('a monitor of the server', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: '/health/ready', remoteAddress, headers });

  it('is told programs and rewards on this machine, and elsewhere with a key of the program', async () => {
    const named = { kind: 'code_pool_empty', program: 'shop', reward: 'pooled' };
    expect((await from('127.0.0.1')).json().warnings).toEqual([named]);
    expect((await from('203.0.113.9')).json().warnings).toEqual([{ kind: 'code_pool_empty' }]);
    const keyed = { authorization: `Bearer ${test.key}` };
    expect((await from('203.0.113.9', keyed)).json().warnings).toEqual([named]);
    const wrong = await from('203.0.113.9', { authorization: 'Bearer wrong' });
    expect(wrong.statusCode).toBe(401);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['host', 'loyalty.example'],
    ['host', 'localhost.evil.example'],
    ['host', '127.0.0.1.evil.example:3000'],
  ])('is not taken for this machine behind a proxy or under a foreign name: %s %s', async (name, value) => {
    expect((await from('127.0.0.1', { [name]: value })).json().warnings).toEqual([
      { kind: 'code_pool_empty' },
    ]);
  });
});

describe('every answer', () => {
  it.each([
    '/v2/whoami',
    '/health/live',
    '/openapi.json',
    '/nothing',
    '/v2/customers/%zz',
    '/program.schema.json',
  ])('forbids to guess its type: %s', async (path) => {
    const { headers } = await raw(path, { authorization: `Bearer ${test.key}` });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('does so also where the request was none', async () => {
    const { head } = await sendRaw(test.url, 'nonsense\r\n\r\n');
    expect(head).toMatch(/x-content-type-options: nosniff/i);
  });
});

describe('a request with two hosts', () => {
  it.each([
    ['Host: a.example\r\nHost: b.example', 400],
    ['Host: a.example\r\nhOsT: a.example', 400],
    ['Host: a.example', 200],
    ['Hostess: a.example\r\nHost: a.example', 200],
  ])('is refused: %j', async (hosts, status) => {
    const answer = await sendRaw(
      test.url,
      `GET /health/live HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(status);
  });
});

describe('the host of a site', () => {
  it('cannot add a directive to a policy', async () => {
    const site = (url: string, frame_ancestors: string[] = []) =>
      ({ ...siteDefinition({ url, frame_ancestors }), id: 1 }) as unknown as Parameters<
        typeof framingOrigins
      >[0];
    expect(framingOrigins(site('https://shop.example/a'))).toEqual(['https://shop.example']);
    expect(framingOrigins(site('https://münchen.example:8443'))).toEqual([
      'https://xn--mnchen-3ya.example:8443',
    ]);
    for (const url of [
      "https://x;script-src'unsafe-inline'",
      'https://a,b',
      "https://a'b",
      'https://*.example',
    ])
      expect(framingOrigins(site(url, ['https://app.example'])), url).toEqual(['https://app.example']);
  });
});

describe('a text that stays while the server runs', () => {
  it.each(['/openapi.json', '/program.schema.json'])(
    'is compressed, tagged and not sent twice: %s',
    async (path) => {
      const plain = await raw(path);
      const tag = plain.headers.etag as string;
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect(plain.headers.vary).toBe('accept-encoding');
      for (const [accepted, decode] of [
        ['br, gzip', brotliDecompressSync],
        ['gzip;q=0.5, br;q=0', gunzipSync],
      ] as const) {
        const short = await raw(path, { 'accept-encoding': accepted });
        expect(short.bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(decode(short.bytes).equals(plain.bytes)).toBe(true);
        expect(short.headers.etag).toBe(`W/${tag}`);
      }
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await raw(path, { 'if-none-match': known });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
      }
      expect((await raw(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );
});
