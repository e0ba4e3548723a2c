import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { runBuilt, type ServerProcess, startServer } from '../support/command.ts';
import { Consumer } from '../support/consumer.ts';
import { Load } from '../support/load.ts';
import { untilServed } from '../support/serve-schemas.ts';
import { nothingIsLost, ServerUnderLoad } from '../support/server-under-load.ts';
import { openShop, withDeps } from '../support/shop.ts';
import { CitusDatabase, type Node } from './nodes.ts';

/** A program with its callers, in the schema where it is in the end. */
class Place extends ServerUnderLoad {
  constructor(private readonly serverUrl: () => string) {
    super();
  }

  override onDatabase<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    return withDeps(this.serverUrl(), work);
  }
}

/**
 * The home is on the coordinator, and a schema with a program on each of two workers. A third worker is to be added. Beside
 * them are three schemas of Citus.
 */
describe('a node that is added under load to the cluster of two servers', () => {
  let database: CitusDatabase;
  let third: Node;
  let env: Record<string, string>;
  let servers: ServerProcess[];
  let consumers: Consumer[];
  const shop = new Place(() => database.address(third, 'third'));
  const other = new Place(() => database.address(database.workers[1]!, 'second'));

  async function loyaltyd(...args: string[]): Promise<void> {
    const { code, stderr } = await runBuilt(args, env);
    expect(code, stderr).toBe(0);
  }

  const addSchema = (name: string, at: Node) => {
    env[`${name.toUpperCase()}_URL`] = database.address(at);
    return loyaltyd('shards', 'add', name, '--url-variable', `${name.toUpperCase()}_URL`);
  };

  beforeAll(async () => {
    database = await CitusDatabase.create();
    const { coordinator, workers } = database;
    const [first, second] = workers as [Node, Node];
    third = workers[2]!;
    await database.on(coordinator, `select citus_remove_node('${third.host}', ${third.port})`);
    for (const schema of ['one', 'two', 'three']) await database.makePlain(schema);
    for (const node of [coordinator, first, second]) await database.leaveTablesAlone(node);
    const url = database.address(coordinator);
    env = { DATABASE_URL: url, DATABASE_OWNER_URL: url, SCHEMAS: '1', DEMO: 'off' };
    // Servers know the variable of a schema that is added later.
    env.THIRD_URL = database.address(third);
    await loyaltyd('migrate', 'up');
    await addSchema('first', first);
    await addSchema('second', second);
    servers = await Promise.all([startServer(env), startServer(env)]);
    const urls = servers.map((server) => server.url);
    for (const [at, place] of [shop, other].entries()) {
      place.server = servers[at]!;
      await place.server.logged('listening');
      const home = database.address(workers[at]!, at === 0 ? 'first' : 'second');
      place.load = new Load(
        await withDeps(home, (deps) => openShop(deps, 8, { key: `shop-${at}` })),
        ...urls,
      );
    }
    for (const server of urls) for (const number of [1, 2]) await untilServed(server, number);
    consumers = [shop, other].map(({ load }) => new Consumer(load.shop.key, 'transactions', urls));
    for (const { load } of [shop, other]) load.start(3);
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.end('SIGKILL');
    await database?.close();
  });

  it('gets a schema of Citus and a program, while nobody is refused but for now', async () => {
    const goesOn = () => Promise.all([shop.progress(), other.progress()]);
    await goesOn();
    await database.on(database.coordinator, `select citus_add_node('${third.host}', ${third.port})`);
    await database.on(
      database.coordinator,
      "select rebalance_table_shards(shard_transfer_mode => 'force_logical')",
    );
    const places = await database.on(
      database.coordinator,
      "select distinct nodeport from citus_shards where citus_table_type = 'schema'",
    );
    expect(places.map(({ nodeport }) => nodeport)).toContain(third.port);
    await goesOn();
    await database.leaveTablesAlone(third);
    await addSchema('third', third);
    await goesOn();
    await loyaltyd('program', 'move', 'shop-0', '--to', 'third', '--keep', '3');
    await goesOn();
    await Promise.all([shop, other].map(({ load }) => load.stop()));
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    expect([...shop.load.errors, ...other.load.errors, ...other.load.failures]).toEqual([]);
  });

  it('and readers of since_id get every transaction, once and in order', async () => {
    for (const [at, place] of [shop, other].entries()) {
      const rows = await place.onDatabase(({ db }) =>
        db.selectFrom('transactions').select('id').orderBy('id').execute(),
      );
      expect(consumers[at]!.ids).toEqual(rows.map(({ id }) => id));
    }
  });

  describe('of the program that moved', () => nothingIsLost(shop, 1));
  describe('of the program that stayed', () => nothingIsLost(other, 1));
});
