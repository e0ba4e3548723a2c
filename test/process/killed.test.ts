import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { runBuilt, type ServerProcess, startServer } from '../support/command.ts';
import { Load } from '../support/load.ts';
import { openShop, withDeps } from '../support/shop.ts';

const KILLS_OF_THE_SERVER = 20;
const KILLS_OF_A_BACKEND = 5;
const KILLS_OF_POSTGRES = 3;
/** Acknowledged between one kill and the next: the load is under way then. */
const PROGRESS = 20;
/** Starts take their time on a busy machine, and there are many. */
const PATIENCE = { timeout: 300_000 };

let dataDir: string;
let server: ServerProcess | undefined;
let load: Load;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loyaltyd-killed-'));
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Resolves with where it serves. */
async function start(): Promise<string> {
  server = await startServer({ DATA_DIR: dataDir, DEMO: 'off' });
  await server.logged('listening');
  return server.url;
}

/** The load goes on for a while, and the server does not end. */
const progress = () => server!.during(load.progress(PROGRESS));

/** The embedded Postgres that the server runs, joined as a command joins it. */
async function besideServer<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const logger = { info() {}, warn: console.warn, error: console.error };
  const postgres = await startOrJoinEmbedded({ dataDir, lifetime: 'command', logger });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

const onDatabase = <T>(work: (deps: Deps) => Promise<T>) =>
  besideServer(({ serverUrl }) => withDeps(serverUrl, work));

async function killBackend(): Promise<void> {
  await besideServer(async ({ superuserUrl }) => {
    const client = new pg.Client({ connectionString: superuserUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'loyaltyd' order by query_start desc limit 1",
    );
    process.kill(rows[0]!.pid, 'SIGKILL');
    // Postgres ends all connections then, since the one may have spoilt what they share.
    await client.end().catch(() => {});
  });
}

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

describe('under load', () => {
  beforeAll(async () => {
    const url = await start();
    load = new Load(await onDatabase((deps) => openShop(deps, 8)), url);
    load.start(12);
  });

  it(`the server is killed ${KILLS_OF_THE_SERVER} times`, PATIENCE, async () => {
    for (let kill = 0; kill < KILLS_OF_THE_SERVER; kill += 1) {
      await progress();
      const next = server!.end('SIGKILL').then(start);
      load.moveTo(next);
      await next;
    }
  });

  it(
    `a process of Postgres is killed ${KILLS_OF_A_BACKEND} times, and the server goes on by itself`,
    PATIENCE,
    async () => {
      for (let kill = 0; kill < KILLS_OF_A_BACKEND; kill += 1) {
        await progress();
        await killBackend();
      }
      await progress();
    },
  );

  it(
    `Postgres itself is killed ${KILLS_OF_POSTGRES} times, and the server brings it up again`,
    PATIENCE,
    async () => {
      for (let kill = 0; kill < KILLS_OF_POSTGRES; kill += 1) {
        await progress();
        await killPostgres();
      }
      await progress();
      await load.stop();
    },
  );
});

describe('afterwards', () => {
  it('every completion that was acknowledged is stored, and none twice', async () => {
    const activities = await onDatabase(({ db }) =>
      db.selectFrom('activities').select('id').where('name', '=', '$social_follow').execute(),
    );
    expect(load.completions.size).toBeGreaterThan((KILLS_OF_THE_SERVER + KILLS_OF_POSTGRES) * PROGRESS * 0.3);
    expect(activities).toHaveLength(load.completions.size);
  });

  it('every completion that is sent again is answered as it was', async () => {
    for (const [key, first] of [...load.completions].slice(0, 100)) {
      const again = await load.sendCompletion(key, server!.url);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    }
  });

  it('every redemption that was acknowledged is stored, and none that nobody asked for', async () => {
    const rows = await onDatabase(({ db }) =>
      db.selectFrom('claimed_rewards').select(['id', 'cart_id']).execute(),
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect([...load.claims].filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(rows.map(({ cart_id }) => cart_id)).size).toBe(rows.length);
    expect(rows.length - load.claims.size).toBeLessThanOrEqual(load.unacknowledged);
  });

  it('every order that was acknowledged is stored once, with its points', async () => {
    const orders = await onDatabase(({ db }) =>
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
    const { code, stdout } = await runBuilt(['verify-ledger'], { DATA_DIR: dataDir });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/8 customers .* all adds up\.$/m)]);
  });

  it('and the server ends as if nothing had been', async () => {
    expect(await server!.end('SIGTERM')).toBe(0);
  });
});
