import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_DEBIAN_POSTGRES } from '../support/debian-cluster.ts';
import { isRefusedForNow, type Shop } from '../support/load.ts';
import { sendJson } from '../support/send-json.ts';
import { untilServed } from '../support/serve-schemas.ts';
import { PROGRESS } from '../support/server-under-load.ts';
import {
  KEEP,
  nobodyMissesAnything,
  PATIENCE,
  serversOverClusters,
} from '../support/servers-over-clusters.ts';

const PATIENTLY = { timeout: 60_000, interval: 50 };

describe.runIf(HAS_DEBIAN_POSTGRES)('two servers over schemas of clusters, under load', () => {
  const world = serversOverClusters();
  const { shop, other } = world;
  /** A program that is in the home to the end. */
  let resting: Shop;

  // Everything that visitors and callers of the shop have was given out in the home.
  beforeAll(async () => {
    resting = await world.openInHome('resting', 1);
    await world.addSchema('added', 'ADDED');
    world.startLoad();
    await shop.progress();
    await world.command('program', 'move', 'shop', '--to', 'added', ...KEEP);
  }, PATIENCE.timeout);

  it('serve one cluster as ever while the other is lost, and both once it is back', PATIENCE, async () => {
    const before = shop.load.failures.length;
    await world.far.crash();
    await shop.progress();
    for (const url of world.urls) {
      const refused = await sendJson(url, 'GET', '/v2/whoami', other.load.shop.key);
      expect([refused.status, isRefusedForNow(refused)]).toEqual([503, true]);
    }
    await shop.progress();
    await world.far.startAgain();
    await other.progress();
    expect(shop.load.failures.slice(before)).toEqual([]);
  });

  it.each([
    ['is lost', () => world.near.crash(), () => world.near.startAgain()],
    ['hangs', () => world.near.freeze(), () => world.near.thaw()],
  ])(
    'serve all programs elsewhere as ever while the cluster of the home and the directory %s, and all once it is back',
    PATIENCE,
    async (_, lose, bringBack) => {
      const points = (url: string) =>
        sendJson(url, 'POST', `/v2/customers/${resting.customers[0]}/points`, resting.key, { points: 1 });
      const failures = () => [shop, other].map(({ load }) => load.failures.length);
      const before = failures();
      const { visitors } = world.witnesses;
      const found = visitors.map((visitor) => visitor.found + PROGRESS);
      await lose();
      await vi.waitFor(
        () => expect(visitors.every((visitor, at) => visitor.found >= found[at]!)).toBe(true),
        PATIENTLY,
      );
      await shop.progress();
      await other.progress();
      const looks = ['/health/live', '/health/ready', '/s/1/health/ready', '/s/2/health/ready'];
      const refuses = async (url: string) => {
        const [refused, ...seen] = await Promise.all([
          points(url),
          ...looks.map((path) => sendJson(url, 'GET', path, undefined)),
        ]);
        expect([refused.json.error.code, isRefusedForNow(refused)]).toEqual(['unavailable', true]);
        expect(seen.map(({ status }) => status)).toEqual([200, 503, 200, 200]);
      };
      // At once: each answer of a cluster that hangs takes as long as a server waits for it.
      await Promise.all(world.urls.map(refuses));
      await bringBack();
      for (const url of world.urls)
        await vi.waitFor(async () => expect((await points(url)).status).toBe(201), PATIENTLY);
      expect(failures()).toEqual(before);
    },
  );

  it('learn of a schema that was added once the directory is back', PATIENCE, async () => {
    await world.addSchema('late', 'FAR');
    for (const url of world.urls) await untilServed(url, 3);
  });

  nobodyMissesAnything(world);
});
