import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { withClient } from '../../src/db/migrate.ts';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { freePort, runBuilt, type ServerProcess, spawnCommand, startServer } from '../support/command.ts';
import { Consumer } from '../support/consumer.ts';
import { type DebianCluster, HAS_DEBIAN_POSTGRES, startDebianCluster } from '../support/debian-cluster.ts';
import { isRefusedForNow, Load, type Shop } from '../support/load.ts';
import { Receiver } from '../support/receiver.ts';
import { runCommand } from '../support/run-command.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { untilServed } from '../support/serve-schemas.ts';
import { nothingIsLost, ServerUnderLoad } from '../support/server-under-load.ts';
import { openShop, withDeps } from '../support/shop.ts';
import { TESTER } from '../support/tester.ts';
import { Visitor } from '../support/visitor.ts';

/** Requests that are acknowledged between one event and the next. */
const PROGRESS = 20;
/** The source keeps its rows so long. Servers know after one second where the program is. */
const KEEP = ['--keep', '3'];
const PATIENCE = { timeout: 400_000 };

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

describe.runIf(HAS_DEBIAN_POSTGRES)('two servers over schemas of clusters, under load', () => {
  let near: DebianCluster;
  let far: DebianCluster;
  let added: DebianCluster;
  let servers: ServerProcess[] = [];
  let env: Record<string, string>;
  let receiver: Receiver;
  let consumers: Consumer[];
  let visitors: Visitor[];
  /** It moves from the home, in the near cluster, to the far one and back, and to a cluster that is added meanwhile. */
  const shop = new Place(() => addressInSchema(added.serverUrl, 'added'));
  /** It stays in the far cluster. */
  const other = new Place(() => addressInSchema(far.serverUrl, 'far'));

  const urls = () => servers.map(({ url }) => url);
  let turn = 0;
  const ask = (method: string, path: string, key?: string, body?: unknown, headers = {}): Promise<Answer> => {
    turn += 1;
    return sendJson(urls()[turn % 2]!, method, path, key, body, headers);
  };

  beforeAll(async () => {
    [near, far, added] = await Promise.all([
      startDebianCluster(),
      startDebianCluster(),
      startDebianCluster(),
    ]);
    for (const { superuserUrl } of [near, far, added])
      await withClient(superuserUrl, (superuser) =>
        superuser.query('grant set on parameter session_replication_role to loyaltyd_owner'),
      );
    env = {
      DATABASE_URL: near.serverUrl,
      DATABASE_OWNER_URL: near.ownerUrl,
      FAR_URL: far.serverUrl,
      FAR_OWNER_URL: far.ownerUrl,
      ADDED_URL: added.serverUrl,
      ADDED_OWNER_URL: added.ownerUrl,
      SCHEMAS: '1',
    };
    await prepare('migrate', 'up');
    await addSchema('far', 'FAR');
    servers = await Promise.all([serve(), serve()]);
    await Promise.all(servers.map((server) => server.logged('listening')));
    for (const place of [shop, other]) place.server = servers[place === shop ? 0 : 1]!;
    for (const [place, key] of [
      [shop, 'shop'],
      [other, 'other'],
    ] as const) {
      const url = place === shop ? near.serverUrl : addressInSchema(far.serverUrl, 'far');
      const opened = await withDeps(url, (deps) => openShop(deps, 8, { key }));
      place.load = new Load(opened, ...urls());
    }
    await vi.waitFor(
      async () => {
        for (const url of urls())
          expect((await sendJson(url, 'GET', '/v2/whoami', other.load.shop.key)).status).toBe(200);
      },
      { timeout: 60_000, interval: 50 },
    );
    receiver = await Receiver.start();
    await watch();
    shop.load.start(6);
    other.load.start(3);
  }, PATIENCE.timeout);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await receiver?.close();
    await Promise.all([near?.stop(), far?.stop(), added?.stop()]);
  });

  async function prepare(...args: string[]): Promise<void> {
    const { SCHEMAS: _, ...alone } = env;
    const done = await runCommand(args, alone);
    expect(done.code, done.stderr).toBe(0);
  }

  /** `at`: how the variables begin that name its database. */
  const addSchema = (name: string, at: string) =>
    prepare('shards', 'add', name, '--url-variable', `${at}_URL`, '--owner-url-variable', `${at}_OWNER_URL`);

  /** A program that is in the home to the end. */
  let resting: Shop;

  /** Two programs in the home with so many customers that it is fuller than others, whoever is there besides. */
  const fillHome = () =>
    withDeps(near.serverUrl, async (deps) => {
      for (const key of ['resting', 'sleeping']) {
        const made = await openShop(deps, 1, { key });
        const { site_id } = made;
        resting ??= made;
        await withClient(near.ownerUrl, (owner) =>
          owner.query(
            `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, last_entry_at, created_at, updated_at)
               select p.id, 'r' || n, 'r' || n, $2, $1 || n, now(), now(), now(), now()
                 from programs p cross join generate_series(1, 1000) n where p.key = $1`,
            [key, site_id],
          ),
        );
      }
    });

  async function serve(port?: string): Promise<ServerProcess> {
    const PORT = port ?? String(await freePort());
    return startServer({ ...env, PORT, DEMO: 'off', OUTBOUND_PRIVATE_ADDRESSES: 'on' });
  }

  /** Begins to read, to visit and to listen at the program that moves, by all that it has given out. */
  async function watch(): Promise<void> {
    const { key, site_id, customers } = shop.load.shop;
    for (const name of ['rule_completed', 'claimed_reward']) {
      const webhook = { topic: `program_events/customer.${name}`, address: receiver.address };
      expect((await ask('POST', '/v2/webhooks', key, { webhook })).status).toBe(201);
    }
    consumers = [
      new Consumer(key, 'transactions', urls()),
      new Consumer(key, 'transactions', urls(), 'csv'),
      new Consumer(key, 'activities', urls()),
    ];
    const session = await ask('POST', `/v2/sites/${site_id}/webviews/sessions`, key, {
      channel: 'test',
      customer: { merchant_id: customers[0], email: null },
    });
    const page = new URL(session.json.webview_session.url).pathname;
    const opened = await ask('GET', page);
    const app = await withDeps(near.serverUrl, async (deps) =>
      createApp(deps, {
        program_id: (await deps.programs.all())[0]!.id,
        name: 'partner',
        redirect_uris: [],
        scopes: ['read_customers'],
        public: false,
        by: TESTER,
      }),
    );
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: app.client_id,
      client_secret: app.client_secret!,
    }).toString();
    const grant = () =>
      ask('POST', '/oauth/token', undefined, form, { 'content-type': 'application/x-www-form-urlencoded' });
    const first = await grant();
    expect([opened.status, first.status]).toEqual([303, 200]);
    const { program_id } = (await ask('GET', '/v2/whoami', key)).json;
    const isWho = ({ status, text }: Answer) => status === 200 && JSON.parse(text).program_id === program_id;
    // The address says in which schema it is now.
    const pathOf = (location = '') => location.replace(/^https?:\/\/[^/]+/, '').replace(/^\/s\/\d+/, '');
    visitors = [
      new Visitor(
        () => ask('GET', page),
        ({ status, headers }) =>
          status === 303 && pathOf(headers.location) === pathOf(opened.headers.location),
      ),
      new Visitor(grant, ({ status }) => status === 200),
      new Visitor(() => ask('GET', '/v2/whoami', first.json.access_token), isWho),
      new Visitor(() => ask('GET', '/v2/whoami', key), isWho),
      new Visitor(
        () => ask('GET', `/headless/2025-06/${site_id}/customers/${customers[0]}`, key),
        ({ status }) => status === 200,
      ),
    ];
  }

  /** The other program is served as ever while that happens to the first. */
  async function undisturbed(event: () => Promise<unknown>): Promise<void> {
    const before = other.load.failures.length;
    await event();
    await other.progress();
    expect(other.load.failures.slice(before)).toEqual([]);
  }

  it('serve a program while it moves, also when one of them is killed and comes back', PATIENCE, async () => {
    await shop.progress();
    const command = await spawnCommand(['program', 'move', 'shop', '--to', 'far', ...KEEP], env);
    const ended = once(command, 'exit');
    const said: string[] = [];
    const lines = createInterface(command.stderr!).on('line', (line) => said.push(line));
    const closed = once(lines, 'close');
    const noted = new Promise<void>((resolve) => {
      lines.on('line', (line) => line === 'Its writes are noted.' && resolve());
    });
    // A move that fails before says so below.
    await Promise.race([noted, closed]);
    await servers[0]!.end('SIGKILL');
    await shop.progress();
    await other.progress();
    servers[0] = await serve(new URL(servers[0]!.url).port);
    shop.server = servers[0];
    await servers[0].logged('listening');
    const [code] = await ended;
    await closed;
    expect(code, said.join('\n')).toBe(0);
    await shop.progress();
  });

  it(
    'finish a move back whose process was killed, and go on to a cluster that was added, by one rebalance',
    PATIENCE,
    async () => {
      await fillHome();
      await undisturbed(async () => {
        const command = await spawnCommand(['program', 'move', 'shop', '--to', '0', ...KEEP], env);
        for await (const line of createInterface(command.stderr!)) if (/takes no writes/.test(line)) break;
        const ended = once(command, 'exit');
        command.kill('SIGKILL');
        await ended;
        await other.progress();
        await addSchema('added', 'ADDED');
        const args = ['shards', 'rebalance', '--max-moves', '1', '--json', ...KEEP];
        const rebalanced = await runBuilt(args, env);
        expect(rebalanced.code, rebalanced.stderr).toBe(0);
        expect(JSON.parse(rebalanced.stdout)).toMatchObject({
          begun: [{ key: 'shop', from: 1, to: 0 }],
          moves: [{ key: 'shop', from: 0, to: 2 }],
        });
      });
      await shop.progress();
    },
  );

  it('serve one cluster as ever while the other is lost, and both once it is back', PATIENCE, async () => {
    const before = shop.load.failures.length;
    await far.crash();
    await shop.progress();
    for (const url of urls()) {
      const refused = await sendJson(url, 'GET', '/v2/whoami', other.load.shop.key);
      expect([refused.status, isRefusedForNow(refused)]).toEqual([503, true]);
    }
    await shop.progress();
    await far.startAgain();
    await other.progress();
    expect(shop.load.failures.slice(before)).toEqual([]);
  });

  it.each([
    ['is lost', () => near.crash(), () => near.startAgain()],
    ['hangs', () => near.freeze(), () => near.thaw()],
  ])(
    'serve all programs elsewhere as ever while the cluster of the home and the directory %s, and all once it is back',
    PATIENCE,
    async (_, lose, bringBack) => {
      const points = (url: string) =>
        sendJson(url, 'POST', `/v2/customers/${resting.customers[0]}/points`, resting.key, { points: 1 });
      const failures = () => [shop, other].map(({ load }) => load.failures.length);
      const before = failures();
      const found = visitors.map((visitor) => visitor.found + PROGRESS);
      await lose();
      // Everything that visitors and callers of the shop have was given out in the home.
      await vi.waitFor(
        () => expect(visitors.every((visitor, at) => visitor.found >= found[at]!)).toBe(true),
        {
          timeout: 60_000,
          interval: 50,
        },
      );
      await shop.progress();
      await other.progress();
      for (const url of urls()) {
        const refused = await points(url);
        expect([refused.json.error.code, isRefusedForNow(refused)]).toEqual(['unavailable', true]);
        const looks = ['/health/live', '/health/ready', '/s/1/health/ready', '/s/2/health/ready'];
        const seen = await Promise.all(looks.map((path) => sendJson(url, 'GET', path, undefined)));
        expect(seen.map(({ status }) => status)).toEqual([200, 503, 200, 200]);
      }
      await bringBack();
      for (const url of urls())
        await vi.waitFor(async () => expect((await points(url)).status).toBe(201), {
          timeout: 60_000,
          interval: 50,
        });
      expect(failures()).toEqual(before);
    },
  );

  it('learn of a schema that was added once the directory is back', PATIENCE, async () => {
    await addSchema('late', 'FAR');
    for (const url of urls()) await untilServed(url, 3);
  });

  it('refuse nobody but for now, and show all that was given out before', PATIENCE, async () => {
    await Promise.all([shop, other].map(({ load }) => load.stop()));
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await Promise.all(visitors.map((visitor) => visitor.stop()));
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
    expect(consumers.map((consumer) => consumer.ids)).toEqual([ids, ids, activities.map(({ id }) => id)]);
  });

  it('and each completion and redemption was told, also those that a server had taken up as the program moved', async () => {
    const count = (table: 'activities' | 'claimed_rewards') =>
      shop.onDatabase(async ({ db }) => (await db.selectFrom(table).select('id').execute()).length);
    const all = (await count('activities')) + (await count('claimed_rewards'));
    await vi.waitFor(
      () => expect(new Set(receiver.received.map(({ message }) => message.id)).size).toBe(all),
      {
        timeout: 60_000,
        interval: 100,
      },
    );
    const told = new Set(receiver.received.map(({ message }) => message.id));
    const { events, deliveries } = await shop.onDatabase(async ({ db }) => ({
      events: await db.selectFrom('webhook_events').select('id').execute(),
      deliveries: await db.selectFrom('webhook_deliveries').select('message_id').execute(),
    }));
    expect(events).toEqual([]);
    expect(new Set(deliveries.map(({ message_id }) => message_id))).toEqual(told);
    expect(deliveries).toHaveLength(all);
  });

  describe('of the program that moved', () => nothingIsLost(shop, 4));
  describe('of the program that stayed', () => nothingIsLost(other, 1));
});
