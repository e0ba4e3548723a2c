import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runBuilt } from '../support/command.ts';
import type { Shop } from '../support/load.ts';
import { buildCommit, type FormerBuild, previousCommit } from '../support/previous-build.ts';
import { nothingIsLost, type ServerUnderLoad, serverUnderLoad } from '../support/server-under-load.ts';

const PROGRAM = `
key: shop
name: Shop
currency: USD
test: false
sites:
  main: { name: Shop, url: "https://shop.example", languages: [en], time_zone: UTC, country: US }
rules:
  follow: { kind: social_follow, social_handle: shop, network: social, result: { points: 5 } }
  purchase: { kind: purchase, result: { points: 5, per_currency_unit: 1 } }
rewards:
  mug:
    kind: product_cart
    title: A mug
    cost_points: 100
    product:
      { id: "901", handle: mug, title: Mug, url: "https://shop.example/mug", variants: [{ id: "902" }] }
`;

/** A shop as the former server's own commands make one: this version's need a schema that is not there yet. */
async function openFormerShop({ main, dataDir }: ServerUnderLoad): Promise<Shop> {
  const command = async (words: string, input = '') => {
    const { code, stdout, stderr } = await runBuilt(words.split(' '), { DATA_DIR: dataDir }, input, main);
    if (code !== 0) throw new Error(`${words}: ${stderr}`);
    return JSON.parse(stdout);
  };
  await command('program apply - --json', PROGRAM);
  const customers = Array.from({ length: 8 }, (_, index) => String(2_000 + index));
  const file = join(dataDir, 'customers.csv');
  const rows = customers.map((id) => `${id},${id}@shop.example,10000000`);
  await writeFile(file, `${['merchant_id,email,points', ...rows].join('\n')}\n`);
  await command(`import customers ${file} --program shop --preset loyaltyd --json`);
  const { key } = await command('key create --program shop --name test --scopes all --json');
  const { sites, rules, rewards } = await command('program show shop --json');
  const idOf = (entries: { key: string; id: number }[], name: string) =>
    entries.find((entry) => entry.key === name)!.id;
  return {
    key,
    site_id: idOf(sites, 'main'),
    rule_id: idOf(rules, 'follow'),
    reward_id: idOf(rewards, 'mug'),
    variant_id: '902',
    customers,
  };
}

const commit = previousCommit();

describe.runIf(commit)('the server of the commit before the last migration', () => {
  let former: FormerBuild | undefined;
  const world = serverUnderLoad({
    build: () => {
      former = buildCommit(commit!);
      return former.main;
    },
    openShop: openFormerShop,
  });
  afterAll(async () => {
    if (former) await rm(former.folder, { recursive: true });
  });

  it('serves on, without one failed answer, while this version migrates its database, and afterwards', async () => {
    await world.progress();
    const migrated = runBuilt(['migrate', 'up', '--json'], { DATA_DIR: world.dataDir });
    await world.server.during(migrated);
    const { code, stdout, stderr } = await migrated;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).applied.length).toBeGreaterThan(0);
    await world.progress();
    await world.load.stop();
    expect(world.load.failures).toEqual([]);
  });

  nothingIsLost(world, 2);
});
