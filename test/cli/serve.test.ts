import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { newApiKey } from '../../src/domain/programs/api-key.ts';
import { runBuilt, type ServerProcess, startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

let database: TestDatabase;
let dataDir: string;
let servers: ServerProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'loyaltyd-serve-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function serve(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...env,
  });
  servers.push(server);
  return server;
}

const status = async (url: string) => (await fetch(url)).status;

describe('a start on a given database', () => {
  it('serves, and tells of the first steps where there is no program', async () => {
    const server = await serve();
    const line = await server.logged('listening');
    expect(line).toMatchObject({
      version: JSON.parse(await readFile('package.json', 'utf8')).version,
      api: server.url,
      docs: `${server.url}/docs`,
      reference: `${server.url}/reference`,
      applied: [],
      first_steps: [
        expect.stringMatching(/program apply/),
        expect.stringMatching(/key create --program .* --scopes all/),
      ],
    });
    expect(line).not.toHaveProperty('page');
    expect(await status(`${server.url}/health/ready`)).toBe(200);
    expect(await status(`${server.url}/demo`)).toBe(404);
    const { port } = new URL(server.url);
    expect(await runBuilt(['healthcheck'], { PORT: port })).toMatchObject({ code: 0, stdout: 'ready\n' });
  });

  it('migrates, five at once, and each serves', async () => {
    await database.close();
    database = await createTestDatabase({ empty: true });
    const five = await Promise.all([serve(), serve(), serve(), serve(), serve()]);
    const lines = await Promise.all(five.map((server) => server.logged('listening')));
    const applied = lines.flatMap((line) => line.applied as string[]);
    expect(applied).toEqual([...new Set(applied)]);
    expect(applied).toContain('0001-foundation');
  });

  it('warns where triggers alone protect the ledger, and not where grants do', async () => {
    const bare = await serve({ DATABASE_URL: database.ownerUrl, DATABASE_OWNER_URL: '' });
    await bare.logged('listening');
    expect(bare.log.some(({ msg }) => msg.startsWith('triggers alone protect the ledger'))).toBe(true);
    const granted = await serve();
    await granted.logged('listening');
    expect(granted.log.some(({ msg }) => msg.startsWith('triggers alone'))).toBe(false);
  });

  it('lives without being ready where migrations are pending that it may not apply, until they are', async () => {
    await database.close();
    database = await createTestDatabase({ empty: true });
    const server = await serve({ MIGRATE_ON_START: 'off' });
    const names = (await readMigrations()).map(({ name }) => name);
    await server.logged(`not ready: the database lacks ${names.join(', ')}; run "loyaltyd migrate up"`);
    expect(await status(`${server.url}/health/live`)).toBe(200);
    expect(await status(`${server.url}/health/ready`)).toBe(503);
    const refused = await fetch(`${server.url}/v2/customers/1/transactions`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: { code: 'unavailable', request_id: expect.any(String) },
    });
    const { port } = new URL(server.url);
    expect(await runCommand(['healthcheck'], { PORT: port })).toMatchObject({ code: 1 });
    await runCommand(['migrate', 'up'], {
      DATABASE_URL: database.serverUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    await server.logged('listening');
    expect(await status(`${server.url}/health/ready`)).toBe(200);
  });

  it('lives without being ready after a migration that failed', async () => {
    await database.close();
    database = await createTestDatabase({ empty: true });
    const schema = inject('cluster').schema ?? 'public';
    await database.asOwner(`create schema if not exists ${schema}; create table customers ()`);
    const server = await serve();
    await server.logged('not ready: a migration failed and was undone');
    expect(await status(`${server.url}/health/live`)).toBe(200);
    expect(await status(`${server.url}/health/ready`)).toBe(503);
  });

  it('refuses a schema that is newer', async () => {
    await database.asOwner(
      "insert into migrations (number, name, checksum) values (9999, '9999-future', '')",
    );
    const server = await serve();
    await expect(server.logged('listening')).rejects.toThrow(/ended with 1 .*newer than this server/s);
  });

  it('refuses a port that is taken, before it touches the database', async () => {
    const first = await serve();
    await first.logged('listening');
    const second = await serve({
      PORT: new URL(first.url).port,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
    });
    await expect(second.logged('listening')).rejects.toThrow(/ended with 3 .*in use by another process/s);
  });

  it('works where nothing may outlive a transaction on a connection, and logs no key', async () => {
    const server = await serve({ NAMED_STATEMENTS: 'off', DEMO: 'on' });
    const { try: curls } = await server.logged('listening');
    expect(curls).toHaveLength(3);
    const { api_key } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    const headers = { authorization: `Bearer ${api_key}` };
    expect((await fetch(`${server.url}/v2/transactions`, { headers })).status).toBe(200);
    expect(JSON.stringify(server.log)).not.toContain(api_key);
  });
});

describe('an end', () => {
  it('closes idle keep-alive connections and ends with status 0', async () => {
    const server = await serve();
    await server.logged('listening');
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get(`${server.url}/health/live`, { agent }), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    await once(answer, 'end');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['closing', 'closed']));
    agent.destroy();
  });

  it('waits for the answer of a request in flight', async () => {
    const server = await serve();
    await server.logged('listening');
    const blocker = new pg.Client({ connectionString: database.ownerUrl });
    await blocker.connect();
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    const authorization = `Bearer ${newApiKey(1, { bytes: randomBytes })}`;
    const answer = fetch(`${server.url}/v2/transactions`, { headers: { authorization } });
    const waiting = "select 1 from pg_locks where not granted and relation = 'api_keys'::regclass";
    while ((await blocker.query(waiting)).rowCount === 0);
    const ended = server.end('SIGTERM');
    await server.logged('closing');
    await blocker.query('rollback');
    await blocker.end();
    expect((await answer).status).toBe(401);
    expect(await ended).toBe(0);
  });

  it('can come while the server waits for its database', async () => {
    const server = await serve({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', DATABASE_OWNER_URL: '' });
    await server.logged('not ready: the database cannot be reached; trying again');
    expect(await server.end('SIGINT')).toBe(0);
  });
});
