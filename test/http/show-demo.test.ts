import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer } from '../support/factories.ts';
import { openPage } from '../support/page.ts';
import { textOf } from '../support/page-html.ts';

describe('/demo', () => {
  let test: TestApp;
  let demo: TestApp;
  beforeAll(async () => {
    test = await buildTestApp();
    const program = await test.program();
    await createCustomer(test.deps, program, { merchant_id: 'demo' });
    demo = await buildTestApp({
      beside: test,
      app: {
        demo: { program_id: program.id, site_id: program.sites.at(-1)!.id, customer_merchant_id: 'demo' },
      },
    });
  });
  afterAll(async () => {
    await demo.close();
    await test.close();
  });

  it("is the reference's example: its site stands in commands and in the form", async () => {
    const { id } = (await test.program()).sites.at(-1)!;
    const path = '/reference/getCustomer';
    const { text } = await supertest(demo.url).get(path).expect(200);
    expect(textOf(text).includes(`/headless/2025-06/${id}/customers/1001`)).toBe(true);
    expect(/<input id="try-path-site_id" value="([^"]*)"/.exec(text)?.[1]).toBe(String(id));
    const without = await supertest(test.url).get(path).expect(200);
    expect(textOf(without.text).includes('/headless/2025-06/{site_id}/customers/1001')).toBe(true);
  });

  it('goes to a page of the demo customer', async () => {
    const response = await supertest(demo.url).get('/demo').expect(303);
    const location = new URL(response.headers.location!);
    expect(location.origin).toBe('https://loyalty.example');
    const page = await (await openPage(demo.url, location.href)).get().expect(200);
    expect(page.text).toContain('Your points');
  });

  it.each(['x-forwarded-for', 'forwarded'])(
    'is not there for whoever comes through a proxy: %s',
    async (header) => {
      const response = await supertest(demo.url).get('/demo').set(header, 'for=203.0.113.9').expect(404);
      expect(response.body.error.code).toBe('not_found');
    },
  );

  it.each(['shop.example', 'localhost.shop.example', '127.0.0.1.shop.example:3000'])(
    'is not there under another name than this machine has for itself: %s',
    async (host) => {
      const response = await demo.app.inject({ url: '/demo', remoteAddress: '127.0.0.1', headers: { host } });
      expect(response.statusCode).toBe(404);
    },
  );

  it('is not there for another machine', async () => {
    const response = await demo.app.inject({ url: '/demo', remoteAddress: '203.0.113.9' });
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe('not_found');
  });

  it('is not there without a demo', async () => {
    await supertest(test.url).get('/demo').expect(404);
  });
});
