import { Agent, get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { RawConnection } from '../support/raw-http.ts';

let test: TestApp;
let entered: Promise<void>;

beforeEach(async () => {
  test = await buildTestApp({
    // Were anything to wait for it, the test would time out.
    app: { shutdown_timeout_seconds: 3_600 },
    extend: (app) => {
      const closing = new Promise<void>((resolve) => {
        app.addHook('preClose', async () => resolve());
      });
      entered = new Promise((resolve) => {
        app.get('/test/slow', { config: { scope: 'public' } }, async () => {
          resolve();
          await closing;
          return { done: true };
        });
      });
    },
  });
});
afterEach(() => test.database.close());

const SLOW = 'GET /test/slow HTTP/1.1\r\nHost: x\r\n\r\n';
const QUICK = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('closing the server', () => {
  it('answers what is in flight, and says that the connection ends', async () => {
    const connection = new RawConnection(test.url);
    connection.send(SLOW);
    await entered;
    await test.app.close();
    const answer = await connection.ended;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toMatch(/\{"done":true\}$/);
  });

  it('does not wait for a connection that was kept alive', async () => {
    const connection = new RawConnection(test.url);
    connection.send(QUICK);
    await connection.until(/"live"/);
    await test.app.close();
    await connection.ended;
  });

  it('does not wait for a connection that never sent anything', async () => {
    const connected = new Promise((resolve) => test.app.server.once('connection', resolve));
    const connection = new RawConnection(test.url);
    await connected;
    await test.app.close();
    expect(await connection.ended).toBe('');
  });

  it('does not wait for the clients of an agent', async () => {
    const agent = new Agent({ keepAlive: true });
    await Promise.all(
      [...Array(10)].map(
        () =>
          new Promise((resolve) => {
            get(`${test.url}/health/live`, { agent }, (response) => response.resume().on('end', resolve));
          }),
      ),
    );
    await test.app.close();
    agent.destroy();
  });

  it('cuts at its deadline what is still in flight', async () => {
    const hasty = await buildTestApp({
      beside: test,
      app: { shutdown_timeout_seconds: 0.05 },
      extend: (app) => {
        app.get('/test/endless', { config: { scope: 'public' } }, () => new Promise<void>(() => {}));
      },
    });
    const connection = new RawConnection(hasty.url);
    const began = new Promise((resolve) => hasty.app.server.once('request', resolve));
    connection.send(SLOW.replace('slow', 'endless'));
    await began;
    await hasty.app.close();
    expect(await connection.ended).toBe('');
    await test.app.close();
  });
});
