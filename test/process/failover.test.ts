import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseDatabaseAddress } from '../../src/database-address.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { PrimaryFinder } from '../../src/db/primary-finder.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { Consumer } from '../support/consumer.ts';
import { HAS_DEBIAN_POSTGRES } from '../support/debian-cluster.ts';
import { examples } from '../support/docs.ts';
import { Load } from '../support/load.ts';
import { ReplicatedCluster } from '../support/replicated-cluster.ts';
import { sendJson } from '../support/send-json.ts';
import { nothingIsLost, ServerUnderLoad } from '../support/server-under-load.ts';
import { openShop, withDeps } from '../support/shop.ts';

/** One shows it in every run; FAILOVERS=10 by hand. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const PATIENCE = { timeout: 120_000 + FAILOVERS * 60_000 };

/** A block of the page that operators follow. */
const documented = (name: string) => examples('docs/failing-over.md', name).join('\n');

class ReplicatedWorld extends ServerUnderLoad {
  cluster!: ReplicatedCluster;

  override onDatabase<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    return withDeps(this.cluster.primaryUrl('loyaltyd_server'), work);
  }

  replicateSynchronously(): Promise<void> {
    return this.cluster.replicateSynchronously(documented('synchronous'), documented('is it synchronous'));
  }

  /** The name of the first site, as the server keeps it in its memory. */
  async siteName(): Promise<string> {
    const { json } = await sendJson(this.server.url, 'GET', '/v2/sites', this.load.shop.key);
    return json.sites[0].name;
  }
}

type Act = (cluster: ReplicatedCluster) => Promise<void>;

/** How a machine is lost: its processes end, or they hang and its connections stay open. */
const LOSSES: [name: string, lose: Act][] = [
  ['was killed', (cluster) => cluster.killPrimary()],
  ['hangs', (cluster) => cluster.freezePrimary()],
];

/** A machine that goes on before a server looks again finds all of its connections open. */
const SHORT_LOSS: [name: string, lose: Act, onPromoted: Act] = [
  'hangs until the moment of the promotion',
  (cluster) => cluster.freezePrimary(),
  (cluster) => cluster.thawFormer(),
];

describe
  .runIf(HAS_DEBIAN_POSTGRES)
  .each<[name: string, lose: Act, onPromoted?: Act]>([...LOSSES, SHORT_LOSS])(
  'a standby that takes over from a primary that %s',
  (_, lose, onPromoted) => {
    const world = new ReplicatedWorld();
    let consumers: Consumer[];

    beforeAll(async () => {
      world.cluster = await ReplicatedCluster.start();
      await world.cluster.onPrimary(documented('role for replication'));
      await world.replicateSynchronously();
      const url = await world.start({
        DATABASE_URL: world.cluster.url('loyaltyd_server'),
        DATABASE_OWNER_URL: world.cluster.url('loyaltyd_owner'),
        // Before the failover one of them is a replica to read from, and after it none is.
        DATABASE_READ_URL: world.cluster.url('loyaltyd_server'),
      });
      world.load = new Load(await world.onDatabase((deps) => openShop(deps, 8)), url);
      world.load.start(12);
      consumers = (['transactions', 'activities'] as const).map(
        (one) => new Consumer(world.load.shop.key, one, [url]),
      );
    });
    afterAll(async () => {
      await world.server?.end('SIGKILL');
      await world.cluster?.stop();
    });

    /** Without a new version of the program, so that nobody who has read this version looks again. */
    function renameSite(name: string): Promise<unknown> {
      return world.cluster.onPrimary(
        `update program_entries set definition = definition || '{"name": "${name}"}' where kind = 'site'`,
      );
    }

    it(`serves the same server, ${FAILOVERS} times under load`, PATIENCE, async () => {
      for (let failover = 1; failover <= FAILOVERS; failover += 1) {
        await world.progress();
        await renameSite(`Shop ${failover}`);
        expect(await world.siteName()).not.toBe(`Shop ${failover}`);
        await lose(world.cluster);
        await world.cluster.promote(documented('promote'));
        await onPromoted?.(world.cluster);
        expect(await world.cluster.onPrimary('show synchronous_standby_names')).toEqual([
          { synchronous_standby_names: '*' },
        ]);
        await world.cluster.onPrimary(documented('alone'));
        const promoted = performance.now();
        await world.server.during(world.load.progress(1));
        if (FAILOVERS > 1) console.info(`acknowledged ${Math.round(performance.now() - promoted)} ms later`);
        await world.progress();
        // It keeps nothing in its memory that it read from the former primary.
        expect(await world.siteName()).toBe(`Shop ${failover}`);
        if (failover === FAILOVERS) break;
        await world.cluster.rebuildStandby();
        await world.replicateSynchronously();
      }
      // Whatever were written there now would be missing in the end.
      await world.cluster.reviveFormer();
      await world.progress();
      await world.load.stop();
      for (const consumer of consumers) await consumer.stop();
    });

    it('and a consumer of since_id has got every row, once and in order', async () => {
      const [transactions, activities] = await world.onDatabase(({ db }) =>
        Promise.all([
          db.selectFrom('transactions').select('id').orderBy('id').execute(),
          db.selectFrom('activities').select('id').orderBy('id').execute(),
        ]),
      );
      expect(consumers[0]!.ids).toEqual(transactions.map(({ id }) => id));
      expect(consumers[1]!.ids).toEqual(activities.map(({ id }) => id));
    });

    nothingIsLost(world, FAILOVERS);

    it('a former primary that came back gets no connection of a new server either', async () => {
      const { urls } = parseDatabaseAddress(world.cluster.url('loyaltyd_server'))!;
      const newcomer = new PrimaryFinder(urls, ['first', 'second']);
      expect(await newcomer.find()).toMatchObject({ host: world.cluster.primaryFolder });
      await world.cluster.stopPrimary();
      newcomer.forget();
      await expect(newcomer.find()).rejects.toThrow(/takes writes on timeline \d+, but another took over/);
    });
  },
);

/** Two Postgres servers, and servers of ours in this process whose looks at them a test can hold up. */
class WatchedWorld {
  cluster!: ReplicatedCluster;
  private readonly opened: Database[] = [];

  async start(): Promise<void> {
    this.cluster = await ReplicatedCluster.start();
    await this.cluster.onPrimary(documented('role for replication'));
  }

  async stop(): Promise<void> {
    for (const { close } of this.opened) await close();
    await this.cluster?.stop();
  }

  /** A server of its own, as `parameters` of its address tell, that has written once. */
  async open(parameters = ''): Promise<Database> {
    await this.cluster.replicateSynchronously(documented('synchronous'), documented('is it synchronous'));
    const database = openDatabase({
      url: `${this.cluster.url('loyaltyd_owner')}${parameters}`,
      poolSize: 2,
      namedStatements: true,
      applicationName: 'watched server',
      logger: { warn() {} },
    });
    this.opened.push(database);
    await sql`create table if not exists written (at text)`.execute(database.db);
    return database;
  }

  async failOver(lose: Act): Promise<void> {
    await lose(this.cluster);
    await this.cluster.promote(documented('promote'));
    await this.cluster.onPrimary(documented('alone'));
  }

  /** All rows that the present primary has. */
  async written(): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.cluster.primaryUrl('loyaltyd_owner') });
    await client.connect();
    const { rows } = await client.query('select at from written');
    await client.end();
    return rows;
  }
}

function watchedWorld(): WatchedWorld {
  const world = new WatchedWorld();
  beforeAll(() => world.start());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => world.stop());
  return world;
}

/** From now on nobody looks by itself, until the test turns the clock of looks. */
function holdLooks(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
}

describe.runIf(HAS_DEBIAN_POSTGRES).each(LOSSES)(
  'a server that is idle while its primary %s, and while that one comes back',
  (_, lose) => {
    const world = watchedWorld();

    it('writes to the one that took over, with its first statement', PATIENCE, async () => {
      const idle = await world.open();
      const told = new Promise<void>((resolve) => idle.whenMoved(resolve));
      await world.failOver(lose);
      await world.cluster.reviveFormer();
      await told;
      await sql`insert into written values ('idle')`.execute(idle.db);
      expect(await world.written()).toEqual([{ at: 'idle' }]);
    });

    it('and does so too if it stood still meanwhile, and could not look', PATIENCE, async () => {
      await world.cluster.rebuildStandby();
      holdLooks();
      const still = await world.open('&target_session_attrs=read-write');
      await world.failOver(lose);
      await world.cluster.reviveFormer();
      const later = performance.now() + 60_000;
      vi.spyOn(performance, 'now').mockImplementation(() => later);
      await sql`insert into written values ('still')`.execute(still.db);
      expect(await world.written()).toEqual([{ at: 'idle' }, { at: 'still' }]);
    });
  },
);

describe.runIf(HAS_DEBIAN_POSTGRES)(
  'a primary that hangs, is replaced and goes on between two looks of a server',
  () => {
    const world = watchedWorld();

    it('acknowledges nothing, and the next look leads the server away', PATIENCE, async () => {
      holdLooks();
      const { db } = await world.open();
      await world.failOver((cluster) => cluster.freezePrimary());
      await world.cluster.thawFormer();
      const first = sql`insert into written values ('first')`.execute(db);
      const refused = expect(first).rejects.toThrow('another server took over');
      await world.cluster.formerWaitsForStandby();
      await vi.advanceTimersByTimeAsync(2_000);
      await refused;
      await sql`insert into written values ('again')`.execute(db);
      expect(await world.written()).toEqual([{ at: 'again' }]);
    });
  },
);
