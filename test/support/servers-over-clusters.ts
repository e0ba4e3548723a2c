import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { withClient } from '../../src/db/migrate.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { type ServerProcess, startServer } from './command.ts';
import { type DebianCluster, startDebianCluster } from './debian-cluster.ts';
import { Load, type Shop } from './load.ts';
import { runCommand } from './run-command.ts';
import { sendJson } from './send-json.ts';
import { nothingIsLost, PROGRESS, ServerUnderLoad } from './server-under-load.ts';
import { openShop, withDeps } from './shop.ts';
import { Witnesses } from './witnesses.ts';

/** The source keeps its rows so long. Servers know after one second where the program is. */
export const KEEP = ['--keep', '3'];
/** Moves and losses take their time on a busy machine. */
export const PATIENCE = { timeout: 400_000 };

/** A program with its callers, in the schema where it is in the end. */
class Place extends ServerUnderLoad {
  constructor(private readonly serverUrl: () => string) {
    super();
  }

  override onDatabase<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    return withDeps(this.serverUrl(), work);
  }

  override progress(): Promise<void> {
    return this.load.progress(PROGRESS);
  }
}

/**
 * Two servers over schemas of clusters: the home in the near one, schema 1 in the far one, and a cluster whose schema a test
 * adds.
 */
export class ServersOverClusters {
  near!: DebianCluster;
  far!: DebianCluster;
  added!: DebianCluster;
  servers: ServerProcess[] = [];
  env!: Record<string, string>;
  witnesses!: Witnesses;
  /** It moves, from the home to the cluster that is added in the end. */
  readonly shop = new Place(() => addressInSchema(this.added.serverUrl, 'added'));
  /** It stays in the far cluster. */
  readonly other = new Place(() => addressInSchema(this.far.serverUrl, 'far'));

  get urls(): string[] {
    return this.servers.map(({ url }) => url);
  }

  /** Serves both programs, with witnesses at the shop and without load. */
  async start(): Promise<void> {
    await this.startClusters();
    await this.command('migrate', 'up');
    await this.addSchema('far', 'FAR');
    this.servers = await Promise.all([this.serve(), this.serve()]);
    await Promise.all(this.servers.map((server) => server.logged('listening')));
    [this.shop.server, this.other.server] = this.servers as [ServerProcess, ServerProcess];
    this.shop.load = new Load(await this.openInHome('shop', 8), ...this.urls);
    const other = this.other.onDatabase((deps) => openShop(deps, 8, { key: 'other' }));
    this.other.load = new Load(await other, ...this.urls);
    const { key } = this.other.load.shop;
    for (const url of this.urls) {
      await vi.waitFor(async () => expect((await sendJson(url, 'GET', '/v2/whoami', key)).status).toBe(200), {
        timeout: 60_000,
        interval: 50,
      });
    }
    this.witnesses = await Witnesses.begin(this.shop.load.shop, this.urls, this.near.serverUrl);
  }

  startLoad(): void {
    this.shop.load.start(6);
    this.other.load.start(3);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end('SIGKILL')));
    await this.witnesses?.receiver.close();
    await Promise.all([this.near, this.far, this.added].map((cluster) => cluster?.stop()));
  }

  /** `loyaltyd ARGS` for the home alone, until it ends well. */
  async command(...args: string[]): Promise<void> {
    const { SCHEMAS: _, ...alone } = this.env;
    const done = await runCommand(args, alone);
    expect(done.code, done.stderr).toBe(0);
  }

  /** `at`: how the variables begin that name its database. */
  addSchema(name: string, at: 'FAR' | 'ADDED'): Promise<void> {
    const variables = ['--url-variable', `${at}_URL`, '--owner-url-variable', `${at}_OWNER_URL`];
    return this.command('shards', 'add', name, ...variables);
  }

  openInHome(key: string, customers: number): Promise<Shop> {
    return withDeps(this.near.serverUrl, (deps) => openShop(deps, customers, { key }));
  }

  /** The first server, which was killed, serves at its address again. */
  async startFirstAgain(): Promise<void> {
    const { port } = new URL(this.servers[0]!.url);
    this.shop.server = await this.serve({ PORT: port });
    this.servers[0] = this.shop.server;
    await this.shop.server.logged('listening');
  }

  private serve(rest: Record<string, string> = {}): Promise<ServerProcess> {
    return startServer({ ...this.env, DEMO: 'off', OUTBOUND_PRIVATE_ADDRESSES: 'on', ...rest });
  }

  private async startClusters(): Promise<void> {
    const clusters = await Promise.all([startDebianCluster(), startDebianCluster(), startDebianCluster()]);
    const [near, far, added] = clusters;
    Object.assign(this, { near, far, added });
    for (const { superuserUrl } of clusters)
      await withClient(superuserUrl, (superuser) =>
        superuser.query('grant set on parameter session_replication_role to loyaltyd_owner'),
      );
    this.env = {
      DATABASE_URL: near.serverUrl,
      DATABASE_OWNER_URL: near.ownerUrl,
      FAR_URL: far.serverUrl,
      FAR_OWNER_URL: far.ownerUrl,
      ADDED_URL: added.serverUrl,
      ADDED_OWNER_URL: added.ownerUrl,
      SCHEMAS: '1',
    };
  }
}

/** The servers for the test file that calls it. It starts the load itself. */
export function serversOverClusters(): ServersOverClusters {
  const world = new ServersOverClusters();
  beforeAll(() => world.start(), PATIENCE.timeout);
  afterAll(() => world.stop());
  return world;
}

/** The last tests of such servers, whose shop is in the cluster that was added: nobody missed anything meanwhile. */
export function nobodyMissesAnything(world: ServersOverClusters): void {
  const { shop, other } = world;

  it('refuse nobody but for now, and show all that was given out before', PATIENCE, async () => {
    await Promise.all([shop, other].map(({ load }) => load.stop()));
    await world.witnesses.stop();
    const { visitors } = world.witnesses;
    expect([...shop.load.errors, ...other.load.errors]).toEqual([]);
    expect(visitors.flatMap(({ strange }) => strange)).toEqual([]);
    expect(visitors.filter(({ found }) => found < PROGRESS)).toEqual([]);
  });

  it('and readers of since_id have got every row, once and in order', async () => {
    const [transactions, activities] = await shop.onDatabase(({ db }) =>
      Promise.all([
        db.selectFrom('transactions').select('id').orderBy('id').execute(),
        db.selectFrom('activities').select('id').orderBy('id').execute(),
      ]),
    );
    const ids = transactions.map(({ id }) => id);
    const { consumers } = world.witnesses;
    expect(consumers.map((consumer) => consumer.ids)).toEqual([ids, ids, activities.map(({ id }) => id)]);
  });

  it('and each completion and redemption was told, also those that a server had taken up as the program moved', async () => {
    const count = (table: 'activities' | 'claimed_rewards') =>
      shop.onDatabase(async ({ db }) => (await db.selectFrom(table).select('id').execute()).length);
    const all = (await count('activities')) + (await count('claimed_rewards'));
    await vi.waitFor(() => expect(world.witnesses.told.size).toBe(all), {
      timeout: 60_000,
      interval: 100,
    });
    const { events, deliveries } = await shop.onDatabase(async ({ db }) => ({
      events: await db.selectFrom('webhook_events').select('id').execute(),
      deliveries: await db.selectFrom('webhook_deliveries').select('message_id').execute(),
    }));
    expect(events).toEqual([]);
    expect(new Set(deliveries.map(({ message_id }) => message_id))).toEqual(world.witnesses.told);
    expect(deliveries).toHaveLength(all);
  });

  // Each file waits so often at least for progress of the two.
  describe('of the program that moved', () => nothingIsLost(shop, 4));
  describe('of the program that stayed', () => nothingIsLost(other, 2));
}
