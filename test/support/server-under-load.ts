import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { type ServerProcess, startServer } from './command.ts';
import { makeFastFolder } from './fast-folder.ts';
import { Load, type Shop } from './load.ts';
import { plantCluster } from './seed-cluster.ts';
import { openShop, withDeps } from './shop.ts';

/** Acknowledged between one kill and the next: the load is under way then. */
export const PROGRESS = 20;

/** A server on an embedded Postgres of its own, and callers who write without end. */
export class ServerUnderLoad {
  dataDir!: string;
  /** The file of another build that serves; undefined: the present one. */
  main: string | undefined;
  server!: ServerProcess;
  load!: Load;

  /** Resolves with where it serves: on its embedded Postgres, or on the database that the settings name. */
  async start(database: Record<string, string> = { DATA_DIR: this.dataDir }): Promise<string> {
    this.server = await startServer({ ...database, DEMO: 'off' }, this.main);
    await this.server.logged('listening');
    return this.server.url;
  }

  /** The load goes on for a while, and the server does not end. */
  progress(): Promise<void> {
    return this.server.during(this.load.progress(PROGRESS));
  }

  /** The embedded Postgres that the server runs, joined as a command joins it. */
  async besideServer<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
    const logger = { info() {}, warn: console.warn, error: console.error };
    const postgres = await startOrJoinEmbedded({ dataDir: this.dataDir, lifetime: 'command', logger });
    try {
      return await work(postgres);
    } finally {
      await postgres.stop();
    }
  }

  onDatabase<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    return this.besideServer(({ serverUrl }) => withDeps(serverUrl, work));
  }
}

/** Another build that serves, and how it gets a shop. */
interface OtherBuild {
  build: () => string;
  openShop: (world: ServerUnderLoad) => Promise<Shop>;
}

/** The server for the test file that calls it. The load begins before its first test. */
export function serverUnderLoad(other?: OtherBuild): ServerUnderLoad {
  const world = new ServerUnderLoad();
  beforeAll(async () => {
    world.dataDir = await makeFastFolder('killed');
    if (!other) await plantCluster(world.dataDir, 'migrated');
    world.main = other?.build();
    const url = await world.start();
    const shop = other ? other.openShop(world) : world.onDatabase((deps) => openShop(deps, 8));
    world.load = new Load(await shop, url);
    world.load.start(12);
  });
  afterAll(async () => {
    await world.server?.end('SIGKILL');
    await rm(world.dataDir, { recursive: true, force: true });
  });
  return world;
}

/** Tests of a server whose load was stopped after so many kills: each acknowledged effect is there, and once. */
export function nothingIsLost(world: ServerUnderLoad, kills: number): void {
  describe('afterwards', () => {
    it('every completion that was acknowledged is stored, and none twice', async () => {
      const { load } = world;
      const activities = await world.onDatabase(({ db }) =>
        db.selectFrom('activities').select('id').where('name', '=', '$social_follow').execute(),
      );
      expect(load.completions.size).toBeGreaterThan(kills * PROGRESS * 0.3);
      expect(activities).toHaveLength(load.completions.size);
    });

    it('every completion that is sent again is answered as it was', async () => {
      const { load, server } = world;
      for (const [key, first] of [...load.completions].slice(0, 100)) {
        const again = await load.sendCompletion(key, server.url);
        expect(again.headers['idempotency-replayed']).toBe('true');
        expect(again.text).toBe(first.text);
      }
    });

    it('every redemption that was acknowledged is stored, and none that nobody asked for', async () => {
      const { load } = world;
      const rows = await world.onDatabase(({ db }) =>
        db.selectFrom('claimed_rewards').select(['id', 'cart_id']).execute(),
      );
      const stored = new Set(rows.map(({ id }) => id));
      expect([...load.claims].filter((id) => !stored.has(id))).toEqual([]);
      expect(new Set(rows.map(({ cart_id }) => cart_id)).size).toBe(rows.length);
      expect(rows.length - load.claims.size).toBeLessThanOrEqual(load.unacknowledged);
    });

    it('every order that was acknowledged is stored once, with its points', async () => {
      const { load } = world;
      const orders = await world.onDatabase(({ db }) =>
        db
          .selectFrom('orders')
          .innerJoin('activities', 'activities.order_id', 'orders.id')
          .select(['orders.merchant_id', 'activities.value'])
          .execute(),
      );
      expect(new Set(orders.map(({ merchant_id }) => merchant_id))).toEqual(load.orders);
      expect(orders).toHaveLength(load.orders.size);
      expect(new Set(orders.map(({ value }) => value))).toEqual(new Set([100]));
    });

    it('the ledger adds up', async () => {
      const { customers, drifts } = await world.onDatabase(({ db }) => verifyLedger({ db }));
      expect([customers, drifts]).toEqual([8, []]);
    });

    it('and the server ends as if nothing had been', async () => {
      expect(await world.server.end('SIGTERM')).toBe(0);
    });
  });
}
