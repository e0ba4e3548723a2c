import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOADER } from '../../src/http/page/serve-embed.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

describe('GET /embed.js', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await buildTestApp();
  });
  afterAll(() => test.close());

  it('is a script that any page may load', async () => {
    const { headers, text } = await supertest(test.url).get('/embed.js').expect(200);
    expect(text).toBe(LOADER);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('is not sent again to whoever has it', async () => {
    const { headers } = await supertest(test.url).get('/embed.js');
    const again = await supertest(test.url).get('/embed.js').set('if-none-match', headers.etag!).expect(304);
    expect(again.text).toBe('');
    expect(again.headers.etag).toBe(headers.etag);
  });
});
