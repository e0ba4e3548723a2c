import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { type ServerProcess, startServer } from '../support/command.ts';
import { HAS_DEBIAN_POSTGRES } from '../support/debian-cluster.ts';
import type { Shop } from '../support/load.ts';
import { ReplicatedCluster } from '../support/replicated-cluster.ts';
import { sendJson } from '../support/send-json.ts';
import { untilServed } from '../support/serve-schemas.ts';
import { openShop, withDeps } from '../support/shop.ts';

const TOKEN = 'a-token-for-prometheus';
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.runIf(HAS_DEBIAN_POSTGRES)('a server of several schemas with a replica of their database', () => {
  let cluster: ReplicatedCluster;
  let server: ServerProcess;
  /** Beside the home. */
  let shop: Shop;
  const besideUrl = () => addressInSchema(cluster.primaryUrl('loyaltyd_server'), 'group_1');

  beforeAll(async () => {
    cluster = await ReplicatedCluster.start();
    server = await startServer({
      DATABASE_URL: cluster.primaryUrl('loyaltyd_server'),
      DATABASE_OWNER_URL: cluster.primaryUrl('loyaltyd_owner'),
      DATABASE_READ_URL: cluster.standbyUrl('loyaltyd_server'),
      METRICS_TOKEN: TOKEN,
      SCHEMAS: '2',
      DEMO: 'off',
    });
    await server.logged('listening');
    await untilServed(server.url, 1);
    shop = await withDeps(besideUrl(), (deps) => openShop(deps, 1));
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await cluster.stop();
  });

  const give = async (points: number) => {
    const path = `/v2/customers/${shop.customers[0]}/points`;
    expect((await sendJson(server.url, 'POST', path, shop.key, { points })).status).toBe(201);
  };
  const newest = async () => {
    const { json } = await sendJson(server.url, 'GET', '/v2/transactions?limit=1', shop.key);
    return json.transactions[0].points_approved;
  };
  /** How many reads of all programs ended so, as the metrics tell. */
  const reads = async (outcome: string) => {
    const { text } = await sendJson(server.url, 'GET', '/metrics', TOKEN);
    return Number(
      new RegExp(`^loyaltyd_replica_reads_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1],
    );
  };

  it('reads the records of a program beside the home at the replica, and counts that', async () => {
    await give(3);
    await vi.waitFor(async () => {
      expect(await newest()).toBe(3);
      expect(await reads('served')).toBeGreaterThan(0);
    }, PATIENCE);
  });

  it('shows such a program all that was written while the replica stands still, and reads there again once it goes on', async () => {
    await cluster.replay('pause');
    const before = await reads('behind');
    for (const points of [4, 5]) {
      await give(points);
      expect(await newest()).toBe(points);
    }
    expect(await reads('behind')).toBe(before + 2);
    const served = await reads('served');
    await cluster.replay('resume');
    await vi.waitFor(async () => {
      expect(await newest()).toBe(5);
      expect(await reads('served')).toBeGreaterThan(served);
    }, PATIENCE);
    expect((await withDeps(besideUrl(), verifyLedger)).drifts).toEqual([]);
  });
});
