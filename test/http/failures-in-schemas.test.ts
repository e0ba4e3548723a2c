import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordMove } from '../../src/db/directory.ts';
import { withClient } from '../../src/db/migrate.ts';
import { IDS_OF_A_SHARD } from '../../src/db/shard-numbers.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { FailedAttempts } from '../../src/http/failed-attempts.ts';
import { createKey, programDefinition } from '../support/factories.ts';
import { sendJson } from '../support/send-json.ts';
import { type OwnSchema, type ServedSchemas, serveSchemas } from '../support/serve-schemas.ts';
import { TESTER } from '../support/tester.ts';

const LIMIT = 5;

let served: ServedSchemas;
/** A key of each schema. */
const keys: string[] = [];

beforeAll(async () => {
  served = await serveSchemas(2, { FAILED_AUTHENTICATION_PER_SECOND: String(LIMIT), TRUST_PROXY: '1' });
  for (const { deps, number } of served.schemas) {
    const key = `shop-${number}`;
    await applyProgram(deps, programDefinition({ key }), TESTER);
    keys.push(await createKey(deps, key));
  }
  // The second that the limit knows does not end while a test runs.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await served.close();
});

const unknownKey = (number: number) => newApiKey(number * IDS_OF_A_SHARD + 1, { bytes: randomBytes });
const ask = (from: string, path: string, key?: string) =>
  sendJson(served.url, 'GET', path, key, undefined, { 'x-forwarded-for': from });
const whoami = async (from: string, key: string) => (await ask(from, '/v2/whoami', key)).status;

describe('an address that fails to authenticate in several schemas', () => {
  it('has as many tries in all of them together as in one', async () => {
    const from = '203.0.113.1';
    expect(await whoami(from, keys[1]!)).toBe(200);
    const tries = [0, 1, 2, 1, 0];
    for (const number of tries) expect(await whoami(from, unknownKey(number))).toBe(401);
    for (const number of [0, 1, 2]) expect(await whoami(from, unknownKey(number))).toBe(429);
    expect(await whoami('203.0.113.2', unknownKey(2))).toBe(401);
    // Whoever shares its address with an attacker, and was known before, still works.
    expect(await whoami(from, keys[1]!)).toBe(200);
    // So does one whose key comes for the first time.
    expect(await whoami(from, keys[2]!)).toBe(200);
  });

  it('costs no look-up in other schemas any more where programs have left', async () => {
    await withClient(served.database.ownerUrl, (owner) =>
      recordMove(owner, { program_id: 950, key: 'moved', site_ids: [951], shard_number: 2 }),
    );
    // Once it knows, it looks in both schemas.
    const texts: string[] = [];
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args
    ) {
      const [sent] = args as unknown as [{ name?: string; text?: string } | string];
      const text = typeof sent === 'string' ? sent : `${sent?.name ?? ''} ${sent?.text ?? ''}`;
      if (/find_keys|webview_sessions/.test(text)) texts.push(text);
      return (query as (...all: unknown[]) => unknown).apply(this, args) as never;
    });
    const looks = async (work: () => Promise<unknown>) => {
      texts.length = 0;
      await work();
      return texts.length;
    };
    const addresses = Array.from({ length: 200 }, (_, n) => `192.0.2.${n}`);
    await vi.waitFor(
      async () => expect(await looks(() => whoami(addresses.pop()!, unknownKey(0)))).toBeGreaterThan(2),
      { timeout: 30_000, interval: 50 },
    );
    const from = '198.51.100.1';
    for (let time = 1; time <= LIMIT; time += 1) expect(await whoami(from, unknownKey(0))).toBe(401);
    expect(await looks(async () => expect(await whoami(from, unknownKey(0))).toBe(429))).toBe(1);
    expect(await whoami(from, keys[0]!)).toBe(200);
    // A key that was passed on without a look may be of a program that moved, although the second is over by now.
    const late = vi.spyOn(FailedAttempts.prototype, 'hasTooMany').mockImplementationOnce(() => true);
    expect(await whoami('198.51.100.3', unknownKey(0))).toBe(429);
    expect(await whoami('198.51.100.3', unknownKey(0))).toBe(401);
    late.mockRestore();

    const link = () => `/page/${randomBytes(32).toString('base64url')}`;
    const visitor = '198.51.100.2';
    for (let time = 1; time <= LIMIT; time += 1) expect((await ask(visitor, link())).status).toBe(404);
    await looks(async () => {
      const refused = await ask(visitor, link());
      expect([refused.status, refused.headers['retry-after'], refused.json.error.code]).toEqual([
        429,
        '1',
        'rate_limited',
      ]);
      expect(refused.json.error.request_id).toBe(refused.headers['x-request-id']);
    });
    // The schema that the link says is asked, as where no program has left.
    expect(texts).toHaveLength(1);
    // It tells no more of its keys by that.
    expect(await whoami(visitor, keys[2]!)).toBe(200);
    expect(served.logged.some((line) => line.includes('too_many_failures') && line.includes(visitor))).toBe(
      true,
    );
    spy.mockRestore();
  });

  it('keeps nobody else behind it from a page that is open, or a link to one', async () => {
    const [{ deps }] = served.schemas as [OwnSchema];
    const [program] = await deps.programs.all();
    const path = `/v2/sites/${program!.sites[0]!.id}/webviews/sessions`;
    const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
    const session = { channel: 'ios-app', language: 'en', currency: 'USD', customer };
    const { json } = await sendJson(served.url, 'POST', path, keys[0], session);
    const visit = async (token: string) => {
      const headers = { cookie: `loyalty_page=${token}`, 'x-forwarded-for': '198.51.100.3' };
      return (await sendJson(served.url, 'GET', '/page', undefined, undefined, headers)).status;
    };
    const unknown = () => randomBytes(32).toString('base64url');
    for (let time = 1; time <= LIMIT; time += 1) expect(await visit(unknown())).toBe(404);
    expect(await visit(unknown())).toBe(429);
    const link = new URL(json.webview_session.url).pathname;
    expect((await ask('198.51.100.3', link)).status).toBe(303);
    expect(await visit(link.split('/').at(-1)!)).toBe(200);
  });
});
