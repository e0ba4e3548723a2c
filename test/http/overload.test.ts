import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey, programDefinition } from '../support/factories.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

/** So many are here before the server is full. */
const MOST = 8;

let test: TestApp;
let neighbour: string;
let begun = 0;
let gate = Promise.resolve();

beforeAll(async () => {
  test = await buildTestApp({
    app: { most_present: MOST },
    extend: (app) => {
      app.get('/test/is-held', { config: { scope: 'any_key' } }, async () => {
        begun += 1;
        await gate;
        return {};
      });
    },
  });
  await applyProgram(test.deps, programDefinition({ key: 'neighbour' }), TESTER);
  neighbour = await createKey(test.deps, 'neighbour');
});
afterAll(() => test.close());

/** Resolves once so many requests of that key are being worked on, with what lets them go on to their answers. */
async function hold(count: number, key: string): Promise<() => Promise<Answer[]>> {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const all = begun + count;
  const held = Promise.all(
    Array.from({ length: count }, () => sendJson(test.url, 'GET', '/test/is-held', key)),
  );
  while (begun < all) await new Promise((resolve) => setImmediate(resolve));
  return () => {
    open();
    return held;
  };
}

const ask = (key: string) => sendJson(test.url, 'GET', '/v2/sites', key);

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
    expect((await end()).map((answer) => answer.status)).toEqual(Array(MOST).fill(200));
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
      expect.objectContaining({ msg: 'request', key_id: null }),
    ]);
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
