import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuilt, spawnCommand } from '../support/command.ts';
import { type DebianCluster, HAS_DEBIAN_POSTGRES, startDebianCluster } from '../support/debian-cluster.ts';
import { makeFastFolder } from '../support/fast-folder.ts';
import { sendJson } from '../support/send-json.ts';
import { nothingIsLost, serverUnderLoad } from '../support/server-under-load.ts';

/** Lines of progress after which the copy is killed. */
const KILLED_AT = [/ rows/, /^(\d+) of \1 rows/, / indexes/];
const PATIENCE = { timeout: 300_000 };

describe.runIf(HAS_DEBIAN_POSTGRES)(
  'a shop that moves from the embedded Postgres to Postgres 15, and back',
  () => {
    const world = serverUnderLoad();
    let cluster: DebianCluster;
    let former: string;
    let cursor: string;
    let page: string;
    /** The answer to its address. */
    let opened: unknown[];

    beforeAll(async () => {
      cluster = await startDebianCluster();
      former = world.dataDir;
    });
    afterAll(async () => {
      await cluster.stop();
      await rm(former, { recursive: true, force: true });
    });

    const ask = (path: string, method = 'GET', body?: object) =>
      sendJson(world.server.url, method, path, world.load.shop.key, body);
    const inTarget = async (sql: string) => {
      const client = new pg.Client(cluster.superuserUrl);
      await client.connect();
      const { rows } = await client.query(sql);
      await client.end();
      return rows[0];
    };

    it('has a page of a listing and a session of the loyalty page open', PATIENCE, async () => {
      await world.progress();
      const listing = await ask('/v2/customers?limit=3');
      cursor = listing.json.cursor.next;
      const site = `/v2/sites/${world.load.shop.site_id}`;
      const customer = { merchant_id: world.load.shop.customers[0], email: null };
      const session = await ask(`${site}/webviews/sessions`, 'POST', { channel: 'test', customer });
      page = new URL(session.json.webview_session.url).pathname;
      const { status, headers } = await ask(page);
      opened = [status, headers.location];
      expect((await ask(`${page}x`)).status).not.toBe(status);
    });

    it.each(KILLED_AT)('goes on where it is when a copy is killed at %s', PATIENCE, async (line) => {
      const copy = await spawnCommand(['database', 'copy', '--to', cluster.ownerUrl], { DATA_DIR: former });
      for await (const said of createInterface(copy.stderr!)) if (line.test(said)) break;
      const ended = once(copy, 'exit');
      copy.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(await inTarget('select count(*)::int as programs from programs')).toEqual({ programs: 0 });
      await world.progress();
    });

    it('is copied while callers write, and serves there', PATIENCE, async () => {
      const moved = await runBuilt(['database', 'copy', '--to', cluster.ownerUrl, '--stop-writes'], {
        DATA_DIR: former,
      });
      expect(moved.code, moved.stderr).toBe(0);
      expect(moved.stdout).toContain('8 customers and');
      const next = world.server
        .end('SIGTERM')
        .then(() => world.start({ DATABASE_URL: cluster.serverUrl, DATABASE_OWNER_URL: cluster.ownerUrl }));
      world.load.moveTo(next);
      await next;
      await world.progress();
    });

    it('has the same listings, cursors and addresses of pages there', async () => {
      expect(
        (await ask(`/v2/customers?limit=3&cursor=${encodeURIComponent(cursor)}`)).json.customers,
      ).toHaveLength(3);
      const { status, headers } = await ask(page);
      expect([status, headers.location]).toEqual(opened);
    });

    it('comes back into a new folder', PATIENCE, async () => {
      world.dataDir = await makeFastFolder('moved');
      const moved = await runBuilt(['database', 'copy', '--to', world.dataDir, '--stop-writes'], {
        DATABASE_URL: cluster.serverUrl,
        DATABASE_OWNER_URL: cluster.ownerUrl,
      });
      expect(moved.code, moved.stderr).toBe(0);
      expect(moved.stdout).toContain('8 customers and');
      const next = world.server.end('SIGTERM').then(() => world.start());
      world.load.moveTo(next);
      await next;
      await world.progress();
      await world.load.stop();
    });

    nothingIsLost(world, 2);
  },
);
