import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { sendLive } from '../../src/http/console/live.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey, programDefinition } from '../support/factories.ts';
import { RawConnection } from '../support/raw-http.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

/** So many are here before the server is full. */
const MOST = 8;

let test: TestApp;
let neighbour: string;
let begun = 0;
let arrived = 0;
let gate = Promise.resolve();

beforeAll(async () => {
  test = await buildTestApp({
    app: { most_present: MOST },
    extend: (app, deps) => {
      const isHeld = async () => {
        begun += 1;
        await gate;
        return {};
      };
      app.get('/test/is-held', { config: { scope: 'any_key' } }, isHeld);
      app.get('/test/is-held-for-anybody', { config: { scope: 'public' } }, isHeld);
      app.get('/test/listing-is-held', { config: { scope: 'any_key', ids: 'customer_ids' } }, isHeld);
      app.get('/console/test/is-held', { config: { right: 'anyone' } }, isHeld);
      app.get('/console/test/goes-on', { config: { right: 'anyone' } }, async (_request, reply) =>
        sendLive(deps, reply, new AbortController().signal, async () => {
          await gate;
          return { ended: true };
        }),
      );
      app.server.on('request', () => {
        arrived += 1;
      });
    },
  });
  await applyProgram(test.deps, programDefinition({ key: 'neighbour' }), TESTER);
  neighbour = await createKey(test.deps, 'neighbour');
});
afterAll(() => test.close());

const step = () => new Promise((resolve) => setImmediate(resolve));

/** Closes the gate, and gives what opens it. */
function close(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

/**
 * Resolves once so many requests of that key are being worked on, or one was refused, with what lets them go on to their
 * answers.
 */
async function hold(count: number, key: string, path = '/test/is-held'): Promise<() => Promise<Answer[]>> {
  const open = close();
  const all = begun + count;
  const requests = Array.from({ length: count }, () => sendJson(test.url, 'GET', path, key));
  let refused = false;
  void Promise.race(requests).then(() => {
    refused = true;
  });
  while (begun < all && !refused) await step();
  return () => {
    open();
    return Promise.all(requests);
  };
}

const ask = (key: string) => sendJson(test.url, 'GET', '/v2/sites', key);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

/** A request as it is sent, with a text for its Authorization. */
const raw = (first: string, authorization: string, headers = '') =>
  `${first} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${headers}\r\n`;

describe('a server that is full', () => {
  it('refuses at once whoever filled it, says so and when to come again, and takes everybody afterwards', async () => {
    const end = await hold(MOST, test.key);
    const { status, headers, json } = await ask(test.key);
    expect([status, headers['retry-after'], json.error]).toMatchObject([
      503,
      '1',
      {
        code: 'unavailable',
        message: 'The server is full: 8 requests are here already. Nothing was changed; send it again.',
        details: { effect: 'none' },
      },
    ]);
    expect(statuses(await end())).toEqual(Array(MOST).fill(200));
    expect((await ask(test.key)).status).toBe(200);
  });

  it('takes other callers, and answers monitors', async () => {
    const end = await hold(MOST, test.key);
    expect((await ask(neighbour)).status).toBe(200);
    for (const path of ['/health/live', '/health/ready'])
      expect((await sendJson(test.url, 'GET', path, test.key)).status).toBe(200);
    await end();
  });

  it('takes a caller until it has as much here as the others, and nobody once it is twice as full', async () => {
    const end = await hold(MOST, test.key);
    const endOfNeighbour = await hold(MOST, neighbour);
    const newcomer = await createKey(test.deps);
    for (const key of [neighbour, newcomer]) expect((await ask(key)).status).toBe(503);
    await end();
    expect((await ask(newcomer)).status).toBe(200);
    expect((await ask(neighbour)).status).toBe(503);
    await endOfNeighbour();
  });

  it('looks nothing up for those whom it refuses, and writes one line of its log', async () => {
    const end = await hold(MOST, test.key);
    const lines = test.logged.length;
    const refused = await ask(test.key);
    await end();
    expect(refused.status).toBe(503);
    const logged = test.logged.slice(lines).map((line) => JSON.parse(line));
    expect(logged.filter((line) => line.status === 503)).toEqual([
      expect.objectContaining({ msg: 'request', key_id: null, refused: 'full' }),
    ]);
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('knows a caller without a key by its address, whatever it says of itself', async () => {
    const open = close();
    const path = '/test/is-held-for-anybody';
    const askAs = (name: string) => sendJson(test.url, 'GET', path, name);
    const all = begun + MOST;
    const held = Array.from({ length: MOST }, (_, n) => askAs(`nobody ${n}`));
    while (begun < all) await step();
    const late = askAs('nobody else');
    const first = await Promise.race([late, ...held]);
    open();
    expect(first.status).toBe(503);
    expect(statuses(await Promise.all(held))).toEqual(Array(MOST).fill(200));
  });

  it('takes the listings of a key that filled it with something else, and the other way round', async () => {
    const list = () => sendJson(test.url, 'GET', '/v2/customers', test.key);
    const end = await hold(MOST, test.key);
    expect([(await list()).status, (await ask(test.key)).status]).toEqual([200, 503]);
    await end();
    const endOfListings = await hold(MOST, test.key, '/test/listing-is-held');
    expect([(await list()).status, (await ask(test.key)).status]).toEqual([503, 200]);
    await endOfListings();
  });

  it('lets operators in by a door of their own, and is not filled by theirs', async () => {
    const screen = async () => (await fetch(`${test.url}/console/sign-in`)).status;
    const ends = [await hold(MOST, test.key), await hold(MOST, neighbour)];
    expect([(await ask(test.key)).status, await screen()]).toEqual([503, 200]);
    for (const end of ends) await end();
    const end = await hold(1, test.key, '/console/test/is-held');
    expect([(await ask(test.key)).status, await screen()]).toEqual([200, 503]);
    // Anybody may fill the way in, and nobody so keeps operators out.
    expect((await fetch(`${test.url}/console`, { redirect: 'manual' })).status).toBe(303);
    await end();
  });

  it('counts apart what goes on for long: it takes no room from the rest, and no more of it may come', async () => {
    const open = close();
    const follow = () =>
      fetch(`${test.url}/console/test/goes-on`, { headers: { accept: 'text/event-stream' } });
    const first = await follow();
    const other = await fetch(`${test.url}/console/sign-in`);
    expect([first.status, other.status, (await follow()).status]).toEqual([200, 200, 503]);
    open();
    await first.text();
    expect((await follow()).status).toBe(200);
  });

  it('tells people and apps in their own way', async () => {
    const ends = [
      await hold(MOST, test.key),
      await hold(MOST, neighbour),
      await hold(1, test.key, '/console/test/is-held'),
    ];
    const text = async (path: string, init?: RequestInit) => {
      const answer = await fetch(test.url + path, init);
      return [answer.status, answer.headers.get('retry-after'), await answer.text()];
    };
    const german = { headers: { 'accept-language': 'de' } };
    const screen = await text('/console/sign-in', german);
    const page = await text('/r/some/email', german);
    const token = await text('/oauth/token', { method: 'POST', body: new URLSearchParams({ code: '1' }) });
    for (const end of ends) await end();
    expect(screen).toEqual([503, '1', expect.stringContaining('Der Server ist überlastet')]);
    expect(page).toEqual([503, '1', expect.stringContaining('<html lang="de"')]);
    expect(token).toEqual([503, '1', expect.stringContaining('"error":"temporarily_unavailable"')]);
  });
});

describe('a server forgets', () => {
  it('all requests of a connection that breaks, not only the one whose answer is next', async () => {
    const open = close();
    const connection = new RawConnection(test.url);
    const all = begun + MOST;
    connection.send(raw('GET /test/is-held', `Bearer ${test.key}`).repeat(MOST));
    while (begun < all) await step();
    const lines = test.logged.length;
    connection.destroy();
    while (!test.logged.slice(lines).some((line) => line.includes('"aborted":true'))) await step();
    open();
    const end = await hold(MOST, test.key);
    expect(statuses(await end())).toEqual(Array(MOST).fill(200));
    const aborted = test.logged.slice(lines).filter((line) => line.includes('"aborted":true'));
    expect(aborted).toHaveLength(MOST);
  });
});

describe('a request whose body has yet to come', () => {
  const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const promise = (name: string) => raw('POST /oauth/token', name, `${FORM}Content-Length: 100\r\n`);

  it('takes no room from those that are here, and no more may come so than others', async () => {
    const all = arrived + 2 * MOST;
    const connections = Array.from({ length: 2 * MOST }, (_, n) => {
      const connection = new RawConnection(test.url);
      connection.send(promise(`somebody ${n}`));
      return connection;
    });
    while (arrived < all) await step();
    const newcomer = new RawConnection(test.url);
    newcomer.send(promise('somebody else'));
    expect(await newcomer.until(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 503 /);
    const end = await hold(MOST, test.key);
    const whole = await sendJson(test.url, 'POST', '/v2/webhooks', neighbour, {});
    for (const connection of [...connections, newcomer]) connection.destroy();
    expect(statuses(await end())).toEqual(Array(MOST).fill(200));
    expect(whole.status).not.toBe(503);
  });

  it('is refused once it is whole, if the server is full by then', async () => {
    const all = arrived + 1;
    const late = new RawConnection(test.url);
    late.send(promise('somebody'));
    while (arrived < all) await step();
    await step();
    const ends = [await hold(MOST, test.key), await hold(MOST, neighbour)];
    late.send('x'.repeat(100));
    const answer = await late.until(/\}$/);
    late.destroy();
    for (const end of ends) await end();
    expect(answer).toMatch(/^HTTP\/1.1 503 .*temporarily_unavailable/s);
  });
});
