import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { fillWindow, ownWindow } from '../support/rate-windows.ts';

let test: TestApp;
let limited: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ database: { heldClock: true } });
  limited = await buildTestApp({ beside: test, app: { rate_limit_requests_per_second: 5 } });
});
afterAll(async () => {
  await limited.close();
  await test.close();
});

async function createSession(app: TestApp) {
  const site = (await app.program()).sites.at(-1)!;
  return app.post(`/v2/sites/${site.id}/webviews/sessions`, { channel: 'app' });
}

describe('the limit of web view sessions', () => {
  it('is told with every session', async () => {
    const { status, headers } = await createSession(test);
    expect(status).toBe(201);
    expect(headers['ratelimit-policy']).toBe('"webview_sessions";q=100;w=1');
    expect(headers.ratelimit).toMatch(/^"webview_sessions";r=\d+;t=1$/);
  });

  it('answers 429 with Retry-After once 100 were accepted within a second', async () => {
    await fillWindow(test, 'webview_sessions', 100);
    const { status, headers, body } = await createSession(test);
    expect(status).toBe(429);
    expect(body.error.code).toBe('rate_limited');
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(headers.ratelimit).toBe('"webview_sessions";r=0;t=1');
  });

  it('holds for all processes together', async () => {
    await fillWindow(test, 'webview_sessions', 100);
    expect((await createSession(limited)).status).toBe(429);
  });

  it('accepts the first requests ever, however many come at once', async () => {
    await test.database.pool.query("delete from rate_windows where name = 'webview_sessions'");
    const answers = await Promise.all(Array.from({ length: 20 }, () => createSession(test)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  });

  it('leaves other operations alone', async () => {
    await fillWindow(test, 'webview_sessions', 100);
    const { status, headers } = await test.get('/v2/transactions');
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toBeUndefined();
  });
});

describe('the limit of all requests', () => {
  it('holds once it is configured', async () => {
    await fillWindow(test, await ownWindow(test), 5);
    expect((await limited.get('/v2/transactions')).status).toBe(429);
    expect((await test.get('/v2/transactions')).status).toBe(200);
  });

  it('is told beside the limit of sessions', async () => {
    await fillWindow(test, await ownWindow(test), 1);
    await fillWindow(test, 'webview_sessions', 1);
    const { headers } = await createSession(limited);
    expect(headers['ratelimit-policy']).toBe('"requests";q=5;w=1, "webview_sessions";q=100;w=1');
    expect(headers.ratelimit).toBe('"requests";r=3;t=1, "webview_sessions";r=98;t=1');
  });

  it('asks for a key first, and leaves the public alone', async () => {
    await fillWindow(test, await ownWindow(test), 5);
    expect((await limited.get('/v2/transactions').set('authorization', 'Bearer none')).status).toBe(401);
    expect((await limited.get('/health/live')).status).toBe(200);
  });
});
