import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/migrate.ts';
import { runBuilt, spawnCommand } from '../support/command.ts';
import { HAS_DEBIAN_POSTGRES } from '../support/debian-cluster.ts';
import {
  KEEP,
  nobodyMissesAnything,
  PATIENCE,
  serversOverClusters,
} from '../support/servers-over-clusters.ts';

describe.runIf(HAS_DEBIAN_POSTGRES)('two servers over schemas of clusters, under load', () => {
  const world = serversOverClusters();
  const { shop, other } = world;
  beforeAll(() => world.startLoad());

  /** Two programs in the home with so many customers that it is fuller than others, whoever is there besides. */
  async function fillHome(): Promise<void> {
    for (const key of ['resting', 'sleeping']) {
      const { site_id } = await world.openInHome(key, 1);
      await withClient(world.near.ownerUrl, (owner) =>
        owner.query(
          `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, last_entry_at, created_at, updated_at)
             select p.id, 'r' || n, 'r' || n, $2, $1 || n, now(), now(), now(), now()
               from programs p cross join generate_series(1, 1000) n where p.key = $1`,
          [key, site_id],
        ),
      );
    }
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
    const command = await spawnCommand(['program', 'move', 'shop', '--to', 'far', ...KEEP], world.env);
    const ended = once(command, 'exit');
    const said: string[] = [];
    const lines = createInterface(command.stderr!).on('line', (line) => said.push(line));
    const closed = once(lines, 'close');
    const noted = new Promise<void>((resolve) => {
      lines.on('line', (line) => line === 'Its writes are noted.' && resolve());
    });
    // A move that fails before says so below.
    await Promise.race([noted, closed]);
    await shop.server.end('SIGKILL');
    await shop.progress();
    await other.progress();
    await world.startFirstAgain();
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
        const command = await spawnCommand(['program', 'move', 'shop', '--to', '0', ...KEEP], world.env);
        for await (const line of createInterface(command.stderr!)) if (/takes no writes/.test(line)) break;
        const ended = once(command, 'exit');
        command.kill('SIGKILL');
        await ended;
        await other.progress();
        await world.addSchema('added', 'ADDED');
        const args = ['shards', 'rebalance', '--max-moves', '1', '--json', ...KEEP];
        const rebalanced = await runBuilt(args, world.env);
        expect(rebalanced.code, rebalanced.stderr).toBe(0);
        expect(JSON.parse(rebalanced.stdout)).toMatchObject({
          begun: [{ key: 'shop', from: 1, to: 0 }],
          moves: [{ key: 'shop', from: 0, to: 2 }],
        });
      });
      await shop.progress();
    },
  );

  nobodyMissesAnything(world);
});
