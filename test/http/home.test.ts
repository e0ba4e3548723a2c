import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('GET /', () => {
  const open = () => supertest(test.url).get('/').expect(200);

  it('is a page that runs nothing, frames nowhere and asks no other host', async () => {
    const { headers } = await open();
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'none'; img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('says in what state the server is, and leads to what there is', async () => {
    const { text } = await open();
    expect(text).toContain('Ready');
    const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links).toEqual([
      'console',
      'console',
      'docs',
      'reference',
      'health/ready',
      'openapi.json',
      'program.schema.json',
    ]);
    for (const link of links) expect((await fetch(new URL(link, `${test.url}/`))).status).toBe(200);
  });

  it('names no program, since anybody may look', async () => {
    const { key, name } = await test.program();
    const { text } = await open();
    expect(text).not.toContain(key);
    expect(text).not.toContain(name);
    expect(text).toContain('loyaltyd program list');
  });
});
