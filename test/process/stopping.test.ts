import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { Load, type Shop } from '../support/load.ts';
import { sendJson } from '../support/send-json.ts';
import { openShop, withDeps } from '../support/shop.ts';

let database: TestDatabase;
let shop: Shop;
let servers: ServerProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  shop = await withDeps(database.serverUrl, (deps) => openShop(deps, 8));
  servers = [];
});
afterEach(async () => {
  await expectLedgerBalanced(database);
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await database.close();
});

async function start(): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  servers.push(server);
  await server.logged('listening');
  return server;
}

describe('SIGTERM under load', () => {
  it('answers every request that was worked on, refuses the others untouched, and ends with status 0', async () => {
    const server = await start();
    const answered = new Set<string>();
    let refused = 0;
    let isTime = () => {};
    const enough = new Promise<void>((resolve) => {
      isTime = resolve;
    });
    const order = (merchant_id: string) => ({
      merchant_id,
      customer_id: shop.customers[answered.size % shop.customers.length],
      customer_email: null,
      total: 20,
      total_paid: 20,
      payment_status: 'paid',
      discount_codes: [],
    });
    const caller = async () => {
      while (refused < 100) {
        const merchant_id = randomUUID();
        const answer = await sendJson(server.url, 'POST', '/v2/orders', shop.key, order(merchant_id)).catch(
          () => undefined,
        );
        if (answer === undefined) refused += 1;
        else {
          expect(answer.status).toBe(201);
          answered.add(merchant_id);
        }
        if (answered.size === 200) isTime();
      }
    };
    const callers = Promise.all(Array.from({ length: 16 }, caller));
    await enough;
    expect(await server.end('SIGTERM')).toBe(0);
    await callers;
    const orders = await database.db.selectFrom('orders').select('merchant_id').execute();
    expect(new Set(orders.map(({ merchant_id }) => merchant_id))).toEqual(answered);
  });

  it('of one server after the other, the next beside it, is noticed by nobody who asks again', async () => {
    let server = await start();
    const load = new Load(shop, server.url);
    load.start(8);
    for (let turn = 0; turn < 3; turn += 1) {
      await load.progress(40);
      const next = await start();
      load.moveTo(Promise.resolve(next.url));
      expect(await server.end('SIGTERM')).toBe(0);
      server = next;
    }
    await load.progress(40);
    await load.stop();
    const rows = await database.db
      .selectFrom('activities')
      .select('id')
      .where('name', '=', '$social_follow')
      .execute();
    expect(rows).toHaveLength(load.completions.size);
  });
});
