import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBuilt, type ServerProcess, startServer } from '../support/command.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

let dataDir: string;
let servers: ServerProcess[];

beforeEach(async () => {
  dataDir = await makeFastFolder('serve');
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await rm(dataDir, { recursive: true, force: true });
});

async function serve(): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') });
  servers.push(server);
  return server;
}

describe('a start on the embedded database', () => {
  it('serves the demo, again after it was killed, and leaves no Postgres behind', async () => {
    const first = await serve();
    const line = await first.logged('listening');
    expect(line).toMatchObject({
      page: `${first.url}/demo`,
      database: expect.stringMatching(/^embedded Postgres 18/),
    });
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    expect(demo.base_url).toBe(first.url);
    const ask = (url: string) =>
      fetch(`${url}/v2/customers/${demo.customer.merchant_id}/transactions`, {
        headers: { authorization: `Bearer ${demo.api_key}` },
      });
    expect((await ask(first.url)).status).toBe(200);

    expect(first.log.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'demo: applying its program',
        expect.stringMatching(/^demo: playing its customers' history/),
        'demo: 50 % played',
      ]),
    );
    const isRoot = process.getuid!() === 0;
    expect(first.log.some(({ msg }) => msg.startsWith('running as root'))).toBe(isRoot);

    // From elsewhere: where nobody has the address of this machine.
    const away = await runBuilt(['demo', '--json'], { DATA_DIR: dataDir, PUBLIC_URL: first.url });
    const shown = JSON.parse(away.stdout);
    expect(shown).toMatchObject({ base_url: first.url, api_key: demo.api_key });
    const page = await fetch(shown.page.url, { redirect: 'manual' });
    expect(page.status).toBe(303);

    // A command joins the running Postgres.
    const verified = await runBuilt(['verify-ledger', '--json'], { DATA_DIR: dataDir });
    expect(JSON.parse(verified.stdout)).toMatchObject({ drifts: [] });

    // Its Postgres ends by itself, though nobody archives the last of its log any more.
    await first.end('SIGKILL');
    const second = await serve();
    await second.logged('listening');
    expect((await ask(second.url)).status).toBe(200);
    // As by Ctrl-C at npm start, which hands on what the server got already.
    second.end('SIGINT');
    expect(await second.end('SIGINT')).toBe(0);
    const states = await readdir(join(dataDir, 'postgres/pg_wal/archive_status'));
    expect(states.filter((state) => !state.endsWith('.done'))).toEqual([]);
    await expect(readFile(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);

    // And one starts it for its own time. It leaves its log to the next server.
    expect((await runBuilt(['verify-ledger'], { DATA_DIR: dataDir })).code).toBe(0);
    const none = await runBuilt(['demo'], { DATA_DIR: join(dataDir, 'none') });
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no demo here') });
    await expect(readFile(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);
  }, 300_000);
});
