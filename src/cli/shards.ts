import { type Config, ConfigError, loadConfig } from '../config.ts';
import { isSchemaName } from '../database-address.ts';
import { addShard, readDirectoryAt, type ShardUrls, setUpDirectory, urlsOf } from '../db/add-shard.ts';
import { type Shard, updateShardState } from '../db/directory.ts';
import { migrationStatus, withClient } from '../db/migrate.ts';
import { SchemaMismatch } from '../db/schema-mismatch.ts';
import { readShardSize } from '../db/shard-contents.ts';
import { isUnavailable } from '../domain/core/database-errors.ts';
import { SCHEMA_NAMES } from '../variables.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { shardAddress } from './shard-address.ts';
import type { Shell } from './shell.ts';
import { textTable } from './text-table.ts';

export interface AddShardOptions {
  urlVariable?: string;
  ownerUrlVariable?: string;
}

/** `loyaltyd shards add NAME` */
export async function addShardCommand(
  shell: Shell,
  name: string,
  options: AddShardOptions,
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const home = homeOf(config);
  if (!isSchemaName(name)) throw new CommandError(EXIT.usage, `NAME must be ${SCHEMA_NAMES}.`);
  const { urlVariable: url_variable = null, ownerUrlVariable: owner_url_variable = null } = options;
  if (owner_url_variable !== null && url_variable === null) {
    throw new CommandError(EXIT.usage, '--owner-url-variable goes with --url-variable.');
  }
  const shard = { name, url_variable, owner_url_variable };
  const address = shardAddress(shell.env, config.database!, shard);
  await requireMigrated(home);
  await setUpDirectory(home);
  const onBlocked = (message: string) => void shell.stderr.write(`${message}\n`);
  const added = await addShard(home, shard, urlsOf(address), { onBlocked });
  return {
    exit_code: EXIT.ok,
    text: `The schema ${name} has the number ${added.number}. Servers with SCHEMAS set serve it within seconds.`,
    json: added,
  };
}

/** `loyaltyd shards list` */
export async function listShardsCommand(shell: Shell): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const { shards, moved } = await directoryOf(homeOf(config));
  const shown = [];
  for (const shard of shards) {
    const { number, name, url_variable, state } = shard;
    const at = await inspect(shell, config, shard);
    const moved_here = moved.filter(({ shard_number }) => shard_number === number).length;
    shown.push({ number, name, url_variable, state, moved_here, ...at });
  }
  const rows = shown.map(({ number, name, url_variable, state, programs, customers, trouble }) => [
    String(number),
    name,
    url_variable ?? '',
    trouble ?? state,
    String(programs ?? ''),
    String(customers ?? ''),
  ]);
  return {
    exit_code: EXIT.ok,
    text: textTable(['number', 'schema', 'address', 'state', 'programs', 'customers'], rows, 4),
    json: { shards: shown },
  };
}

/** `loyaltyd shards open|close NAME` */
export async function setShardStateCommand(
  shell: Shell,
  name: string,
  verb: 'open' | 'close',
): Promise<Outcome> {
  const home = homeOf(loadConfig(shell.env));
  const { shards } = await directoryOf(home);
  const named = shards.filter((shard) => shard.name === name && shard.state !== 'making');
  if (named.length === 0) throw new CommandError(EXIT.failed, `The directory has no schema ${name}.`);
  const state = verb === 'open' ? 'open' : 'closed';
  await withClient(home.ownerUrl, async (owner) => {
    for (const { number } of named) await updateShardState(owner, number, state);
  });
  const text =
    verb === 'open' ? `New programs are placed in ${name}.` : `No new programs are placed in ${name}.`;
  return { exit_code: EXIT.ok, text, json: { name, state } };
}

function homeOf({ database }: Config): ShardUrls {
  if (!database) throw new CommandError(EXIT.usage, 'Schemas need a Postgres of your own: set DATABASE_URL.');
  return urlsOf(database);
}

async function requireMigrated({ serverUrl }: ShardUrls): Promise<void> {
  const { pending } = await migrationStatus(serverUrl);
  if (pending.length === 0) return;
  throw new CommandError(EXIT.failed, `The database lacks ${pending.join(', ')}. Run: loyaltyd migrate up`);
}

async function directoryOf({ serverUrl }: ShardUrls) {
  const directory = await readDirectoryAt(serverUrl);
  if (!directory) {
    throw new CommandError(
      EXIT.failed,
      'This database has no directory. Make one with: loyaltyd shards add NAME',
    );
  }
  return directory;
}

interface Inspected {
  programs: number | null;
  customers: number | null;
  /** The reason why the schema is not served; null: there is none. */
  trouble: string | null;
}

async function inspect(shell: Shell, config: Config, shard: Shard): Promise<Inspected> {
  try {
    const { url } = shardAddress(shell.env, config.database!, shard);
    const { pending } = await migrationStatus(url);
    if (pending.length > 0) return { programs: null, customers: null, trouble: 'behind' };
    const { programs, customers } = await withClient(url, readShardSize);
    return { programs, customers, trouble: null };
  } catch (error) {
    return { programs: null, customers: null, trouble: troubleOf(error) };
  }
}

/** Rethrows an error that is not about the schema's database. */
function troubleOf(error: unknown): string {
  if (error instanceof ConfigError) return 'no address';
  if (error instanceof SchemaMismatch) return 'mismatch';
  if (isUnavailable(error)) return 'away';
  throw error;
}
