import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { OWN_PAGE } from '../support/oauth.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    publicUrl: 'https://shop.example/loyalty',
    app: { demo: { program_id: 1, site_id: 1, customer_merchant_id: 'nobody' } },
  });
});
afterAll(() => test.close());

const design = () => supertest(test.url).get('/console/design');

describe('the console', () => {
  it('lets nothing run but its own files, and nobody frame it', async () => {
    const { headers, text } = await design().expect(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).not.toMatch(/ style=|<style|<script(?! type="module" src=)| on\w+=/);
  });

  it('asks for its files below the prefix that a proxy adds, and browsers keep them for ever', async () => {
    const { text } = await design().expect(200);
    const files = [...text.matchAll(/(?:href|src)="\/loyalty(\/console\/assets\/[^"]+)"/g)].map(
      ([, path]) => path!,
    );
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { headers } = await supertest(test.url).get(file).expect(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    await supertest(test.url).get('/console/assets/console-0000000000000000.css').expect(404);
  });

  it('shows a screen at an address that has none, with the way back', async () => {
    const { text, headers } = await supertest(test.url).get('/console/p/ours/nothing?at=all').expect(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('There is nothing here');
    expect(text).toContain('href="/loyalty/console"');
  });

  it.each(['/console/nothing', '/console/p/ours/nothing'])(
    'shows it also to whoever sends a form of a screen that is gone, at %s',
    async (path) => {
      const form = supertest(test.url).post(path).set(OWN_PAGE).type('form');
      const { text, headers } = await form.send({ name: 'Ada' }).expect(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('There is nothing here');
    },
  );

  it('is light or dark as its reader chose, in this browser', async () => {
    const answer = await supertest(test.url)
      .post('/console/look')
      .set(OWN_PAGE)
      .type('form')
      .send({ look: 'dark', back: '/loyalty/console/design?a=1' })
      .expect(303);
    expect(answer.headers.location).toBe('/loyalty/console/design?a=1');
    const [cookie] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^console_look=dark; Max-Age=\d+; Path=\/loyalty\/console; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { text } = await design().set('cookie', 'console_look=dark').expect(200);
    expect(text).toContain('<html lang="en" data-theme="dark">');
    expect((await design().set('cookie', 'console_look=x').expect(200)).text).toContain('<html lang="en">');
  });

  it.each([
    'https://evil.example/loyalty/console',
    '//evil.example',
    '/loyalty/console/../../evil',
    '/loyalty/console/..\\..\\evil',
    '/loyalty/consoles',
    undefined,
  ])('leads nowhere else after a form that names %s', async (back) => {
    const answer = await supertest(test.url)
      .post('/console/look')
      .set(OWN_PAGE)
      .type('form')
      .send({ look: 'light', back })
      .expect(303);
    expect(answer.headers.location).toBe('/loyalty/console');
  });
});

describe('the page of components', () => {
  it('is there in a demo only', async () => {
    const other = await buildTestApp({ beside: test });
    await supertest(other.url).get('/console/design').expect(404);
    await other.close();
  });
});
