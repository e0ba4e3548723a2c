import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { FixedText } from '../../src/http/fixed-text.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf } from '../support/console.ts';
import { createCustomer, createKey, programDefinition } from '../support/factories.ts';
import { OWN_PAGE } from '../support/oauth.ts';
import { joinedOperator } from '../support/operators.ts';
import { sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

/** The csv of all is many times what the system itself holds for a reader that takes nothing. */
const ROWS = 15_000;
const NAME = 'n'.repeat(600);

/** A caller that takes nothing of its answers. */
interface Stalled {
  client: Socket;
  /** The server's side. */
  socket: Socket;
}

let test: TestApp;
let neighbour: string;
let answered = 0;

beforeAll(async () => {
  // A turn that is not free at once is refused.
  test = await buildTestApp({
    app: { patience_ms: 1 },
    database: { patient: true },
    extend: (app) => {
      // The system itself holds no whole one for a reader.
      const text = new FixedText('x'.repeat(16_000_000), 'text/plain');
      app.get('/test/stands-fixed', { config: { scope: 'public' } }, (request, reply) =>
        text.send(request, reply),
      );
      app.get('/test/answers-shortly', { config: { scope: 'any_key' } }, async () => {
        answered += 1;
        return {};
      });
    },
  });
  await applyProgram(test.deps, programDefinition({ key: 'neighbour' }), TESTER);
  neighbour = await createKey(test.deps, 'neighbour');
  const program = await test.program();
  const { id } = await createCustomer(test.deps, program);
  await sql`
    with made as (
      insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at)
        select ${program.id}, ${id}, ${program.rules[0]!.id}, ${NAME}, 0, 'approved', now(), now() from generate_series(1, ${ROWS}::int)
        returning id)
    insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
      select ${program.id}, ${id}, 1, 0, 0, 'activity', id, now() from made order by id`.execute(
    test.database.db,
  );
});
afterAll(() => test.close());

/** Sends that request so many times over one connection, and then the others; resolves once an answer stands still and Postgres has no more to do. */
async function stall(path: string, times: number, others = ''): Promise<Stalled> {
  const { hostname, port } = new URL(test.url);
  const arrived = once(test.app.server, 'connection');
  const client = connect(Number(port), hostname).pause();
  client.on('error', () => {});
  const [socket] = (await arrived) as [Socket];
  client.write(asked(path, test.key).repeat(times) + others);
  while (socket.writableLength === 0 || test.database.load().busy > 0) await pause(5);
  return { client, socket };
}

const asked = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`;

/** Nothing moved for as long as may be: a minute, which Node begins anew once if an answer stands still in it. */
async function letTimePass({ client, socket }: Stalled): Promise<void> {
  expect(socket.timeout).toBe(60_000);
  const closed = once(socket, 'close');
  socket.emit('timeout');
  await closed;
  client.destroy();
}

const ALL = '/v2/transactions?type=csv&all=true';

describe('a reader that takes nothing', () => {
  it.each([
    ['the csv of everything', ALL, 1],
    ['pages of since_id', '/v2/transactions?since_id=0&limit=500', 20],
    ['a report', '/v2/reports/overview?interval=day&from=2023-06-01&to=2025-12-31', 60],
  ])(
    'of %s holds no connection to Postgres and little memory, and is cut off in time',
    async (_, path, times) => {
      const reader = await stall(path, times);
      const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`.execute(
        test.database.db,
      );
      expect(rows[0]!.open).toBe(0);
      expect(reader.socket.writableLength).toBeLessThan(8_000_000);
      await letTimePass(reader);
      expect((await sendJson(test.url, 'GET', '/v2/customers', test.key)).status).toBe(200);
    },
  );

  /** As many as are worked on at once for one program. */
  const TURNS = 48;

  it('of a text that stands fixed holds up nobody else', async () => {
    const reader = await stall('/test/stands-fixed', TURNS);
    expect((await fetch(`${test.url}/test/stands-fixed`)).status).toBe(200);
    await letTimePass(reader);
  });

  it('of short answers does not hold up even its own key', async () => {
    const short = '/test/answers-shortly';
    const reader = await stall('/test/stands-fixed', 1, asked(short, neighbour).repeat(TURNS));
    while (answered < TURNS) await pause(5);
    expect((await sendJson(test.url, 'GET', short, neighbour)).status).toBe(200);
    await letTimePass(reader);
  });

  it('of many csvs takes their turns from its own program alone, and gives them back when it goes', async () => {
    const readers: Stalled[] = [];
    for (let one = 0; one < 6; one += 1) readers.push(await stall(ALL, 1));
    const status = async (key: string) => (await sendJson(test.url, 'GET', ALL, key)).status;
    const refused = await sendJson(test.url, 'GET', ALL, test.key);
    expect(refused).toMatchObject({ status: 503, json: { error: { details: { effect: 'none' } } } });
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await status(neighbour)).toBe(200);
    expect((await sendJson(test.url, 'GET', '/v2/transactions?type=csv', test.key)).status).toBe(200);
    for (const reader of readers) await letTimePass(reader);
    expect(await status(test.key)).toBe(200);
  });
});

/** Reads the answer that stands still, and says whether it came to its end. `text`: without the marks of its chunks. */
async function readAll(client: Socket): Promise<{ bytes: number; is_whole: boolean; text: string }> {
  const pieces: Buffer[] = [];
  client.on('data', (piece) => {
    pieces.push(piece);
    if (isEnd(Buffer.concat(pieces.slice(-2)))) client.end();
  });
  await once(client.resume(), 'close');
  const got = Buffer.concat(pieces);
  const text = got.toString('latin1').replaceAll(/\r\n[0-9a-f]+\r\n/g, '');
  return { bytes: got.length, is_whole: isEnd(got), text };
}

const isEnd = (piece: Buffer) => piece.toString('latin1').endsWith('\r\n0\r\n\r\n');

describe('a reader of the csv of everything', () => {
  /** What it gets, and whether that is all: it begins to read only after `meanwhile`. */
  async function read(meanwhile: (key: string) => Promise<void>) {
    const { key } = await test.program();
    const own = await createKey(test.deps, key);
    const { client } = await stall('', 0, asked(ALL, own));
    await meanwhile(key);
    return readAll(client);
  }

  it('gets all of it', async () => {
    const { bytes, is_whole } = await read(async () => test.clock.advance(1_000));
    expect(is_whole).toBe(true);
    expect(bytes).toBeGreaterThan(ROWS * NAME.length);
  });

  it('whose key is revoked meanwhile gets no more within a second, and sees that it is not all', async () => {
    const { bytes, is_whole } = await read(async (program) => {
      const id = (await listApiKeys(test.deps, program))[0]!.id;
      await revokeApiKey(test.deps, program, id, TESTER);
      test.clock.advance(1_000);
    });
    expect(is_whole).toBe(false);
    expect(bytes).toBeLessThan((ROWS * NAME.length) / 2);
    expect(test.logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'revoked_credential', route: '/v2/transactions' }),
    );
  });
});

describe('an operator who downloads the activities', () => {
  const IMPORTS = '/console/p/shop/imports';

  /** What it gets: it begins to read only after `meanwhile`. */
  async function download(meanwhile: (email: string) => Promise<unknown>) {
    const { id } = await test.program();
    const joined = await joinedOperator(test.deps, { program_id: id, role: 'owner' });
    const browser = browserOf(test, joined);
    const token = await browser.token(`${IMPORTS}/export`);
    const body = new URLSearchParams({ token, what: 'activities', format: 'jsonl' }).toString();
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'x', cookie: cookies, 'content-type': 'application/x-www-form-urlencoded' };
    const lines = Object.entries({ ...OWN_PAGE, ...headers, 'content-length': String(body.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { client } = await stall('', 0, `POST ${IMPORTS}/export HTTP/1.1\r\n${head}\r\n${body}`);
    await meanwhile(joined.email);
    return readAll(client);
  }

  it('gets each of them once, in order', async () => {
    const { is_whole, text } = await download(async () => test.clock.advance(1_000));
    expect(is_whole).toBe(true);
    const ids = Array.from(text.matchAll(/^\{"id" : (\d+),/gm), ([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, index) => ids[0]! + index));
  });

  it('and loses the role meanwhile gets no more within a second, and sees that it is not all', async () => {
    const { bytes, is_whole } = await download(async (email) => {
      const { id } = await test.program();
      await revokeOperator(test.deps, { email, program_id: id, by: TESTER, even_last: true });
      test.clock.advance(1_000);
    });
    expect(is_whole).toBe(false);
    expect(bytes).toBeLessThan((ROWS * NAME.length) / 2);
  });
});
