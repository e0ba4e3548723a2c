import {
  beginIdsOf,
  makeDirectory,
  readDirectory,
  registerShard,
  type Shard,
  updateShardState,
} from './directory.ts';
import { type MigrateOptions, migrate, withClient } from './migrate.ts';
import { readOwnSchema } from './own-schema.ts';
import { SchemaMismatch } from './schema-mismatch.ts';
import { HIGHEST_SHARD_NUMBER } from './shard-numbers.ts';
import { shareDataKeys } from './share-data-keys.ts';

/** The addresses of a schema with tables: for the server's role, and for the owner of the tables. */
export interface ShardUrls {
  serverUrl: string;
  ownerUrl: string;
}

export function urlsOf({ url, owner_url }: { url: string; owner_url: string }): ShardUrls {
  return { serverUrl: url, ownerUrl: owner_url };
}

/** Makes the directory in the database of the home if it is missing. The home must be migrated. */
export async function setUpDirectory({ serverUrl, ownerUrl }: ShardUrls): Promise<void> {
  const role = await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]!.name;
  });
  await withClient(ownerUrl, async (client) => {
    const { name } = await readOwnSchema(client, ownerUrl);
    await client.query('begin');
    await makeDirectory(client, name, role);
    await client.query('commit');
  });
}

/** The name of the n-th schema beside the home, if no operator added it by hand. */
const nameOfGroup = (n: number) => `group_${n}`;

/**
 * Registers schemas in the directory of the home, until it has `least` of them. The home and the schemas that were
 * added by hand count. The new ones have no tables yet: `addShard` makes the tables.
 */
export function registerShards(home: ShardUrls, least: number): Promise<void> {
  return withClient(home.ownerUrl, async (owner) => {
    const { shards } = (await readDirectory(owner))!;
    for (let n = 1, count = shards.length; count < least; n += 1) {
      const name = nameOfGroup(n);
      if (shards.some((shard) => shard.name === name)) continue;
      await registerShard(owner, { name, url_variable: null, owner_url_variable: null });
      count += 1;
    }
  });
}

/**
 * Adds a schema to the directory of the home, with all tables, and returns it. Makes the schema if it is missing. If an
 * earlier call was killed, the next call goes on from there. Throws SchemaMismatch if the schema cannot belong to this
 * directory.
 */
export async function addShard(
  home: ShardUrls,
  shard: Pick<Shard, 'name' | 'url_variable' | 'owner_url_variable'>,
  urls: ShardUrls,
  options: Pick<MigrateOptions, 'onBlocked'> = {},
): Promise<Shard> {
  const registered = await withClient(home.ownerUrl, (owner) => registerShard(owner, shard));
  if (!registered) {
    throw new SchemaMismatch(`The directory has its ${HIGHEST_SHARD_NUMBER + 1} schemas already.`);
  }
  if (registered.state !== 'making') return registered;
  await migrate({ ...urls, ...options });
  const begun = await withClient(urls.ownerUrl, (owner) => beginIdsOf(owner, registered.number));
  if (!begun) {
    throw new SchemaMismatch(
      `The schema ${shard.name} has programs already, whose ids are not those of a schema with the number ${registered.number}. Add an empty schema, and move the programs there.`,
    );
  }
  await withClient(home.ownerUrl, (owner) => withClient(urls.ownerUrl, (to) => shareDataKeys(owner, to)));
  await withClient(home.ownerUrl, (owner) => updateShardState(owner, registered.number, 'open'));
  return { ...registered, state: 'open' };
}

/** The directory in the database at this address; undefined: the database has none. */
export function readDirectoryAt(url: string) {
  return withClient(url, readDirectory);
}
