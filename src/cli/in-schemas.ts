import { loadConfig } from '../config.ts';
import { addressInSchema } from '../database-address.ts';
import { readDirectoryAt } from '../db/add-shard.ts';
import type { Shard } from '../db/directory.ts';
import { withClient } from '../db/migrate.ts';
import { hasProgram, readShardSize, type ShardSize } from '../db/shard-contents.ts';
import { smallestOf } from '../db/smallest-shard.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { CommandError, describeFailure, type Outcome } from './outcome.ts';
import { shardAddress } from './shard-address.ts';
import { shardPath } from './shard-of-request.ts';
import type { Shell } from './shell.ts';
import { TurnedShell } from './turned-shell.ts';

type Env = Shell['env'];

/**
 * Runs a command in its schema: the named one, or the schema of its program, or the home. If no schema was named, a
 * command for all schemas runs in each in turn. A failure in one schema does not stop the others.
 */
export async function inSchemas(
  shell: TurnedShell,
  meant: 'one' | 'all',
  command: () => Promise<Outcome>,
): Promise<Outcome> {
  const { schema, program } = shell.choice;
  const { env } = shell;
  if (!env.SCHEMAS) {
    if (schema !== undefined) shell.env = { ...env, DATABASE_SCHEMA: schema };
    return command();
  }
  const shards = await listShards(env);
  if (schema !== undefined) {
    turn(shell, env, shardNamed(shards, schema));
    return command();
  }
  if (program !== undefined) {
    const [shard] = await shardsWith(env, shards, program);
    if (shard) turn(shell, env, shard);
    return command();
  }
  return meant === 'all' && shards.length > 1 ? inEach(shell, shards, command) : command();
}

/**
 * Turns the shell to the schema of a program. If there is no such program and `absent` is `place`, turns it to the
 * smallest open schema, for a new program. Does nothing if a schema was named, or if there is only one.
 */
export async function turnToProgram(shell: Shell, key: string, absent: 'place' | 'home'): Promise<void> {
  if (!(shell instanceof TurnedShell) || shell.choice.schema !== undefined || !shell.env.SCHEMAS) return;
  const { env } = shell;
  const shards = await listShards(env);
  const [found] = await shardsWith(env, shards, key);
  const shard = found ?? (absent === 'place' ? await smallest(env, shards) : undefined);
  if (shard) turn(shell, env, shard);
}

function turn(shell: TurnedShell, env: Env, shard: Shard): void {
  shell.env = envOf(env, shard);
  shell.url_variable = shard.url_variable ?? 'DATABASE_URL';
}

/** The settings of a server with this schema alone. */
function envOf(env: Env, shard: Shard): Env {
  const config = loadConfig(env);
  const own = { ...env, SCHEMAS: undefined };
  if (shard.number === 0) return own;
  const { url, owner_url } = shardAddress(env, config.database!, shard);
  // Only the home's database has replicas.
  const replica = shard.url_variable === null ? config.database_read_url : null;
  return {
    ...own,
    DATABASE_SCHEMA: undefined,
    DATABASE_URL: url,
    DATABASE_URL_FILE: undefined,
    DATABASE_OWNER_URL: owner_url,
    DATABASE_OWNER_URL_FILE: undefined,
    DATABASE_READ_URL: replica === null ? undefined : addressInSchema(replica, shard.name),
    DATABASE_READ_URL_FILE: undefined,
    PUBLIC_URL: `${config.public_url}${shardPath(shard.number)}`,
  };
}

/** The schemas whose tables are made; only the home if there is no directory yet. */
async function listShards(env: Env): Promise<Shard[]> {
  const { database } = loadConfig(env);
  const directory = await readDirectoryAt(database!.url);
  const home: Shard = { number: 0, name: '', url_variable: null, owner_url_variable: null, state: 'open' };
  return directory?.shards.filter(({ state }) => state !== 'making') ?? [home];
}

function shardNamed(shards: readonly Shard[], name: string): Shard {
  const named = shards.filter((shard) => shard.name === name);
  if (named.length === 1) return named[0]!;
  throw new CommandError(
    EXIT.usage,
    named.length === 0
      ? `The directory has no schema ${name}. Those that there are: loyaltyd shards list`
      : `Several databases have a schema ${name}: set DATABASE_URL and DATABASE_SCHEMA, without SCHEMAS.`,
  );
}

/** Throws if several schemas have a program with this key. */
async function shardsWith(env: Env, shards: readonly Shard[], key: string): Promise<Shard[]> {
  const found: Shard[] = [];
  for (const shard of shards) {
    if (await withClient(addressOf(env, shard).url, (client) => hasProgram(client, key))) found.push(shard);
  }
  if (found.length <= 1) return found;
  const names = found.map(({ name }) => name).join(', ');
  throw new CommandError(
    EXIT.usage,
    `Several schemas have a program ${key}: ${names}. Name one with --schema.`,
  );
}

/** The smallest of the open schemas. */
async function smallest(env: Env, shards: readonly Shard[]): Promise<Shard | undefined> {
  const sizes: (ShardSize & { shard: Shard })[] = [];
  for (const shard of shards) {
    if (shard.state !== 'open') continue;
    sizes.push({ shard, ...(await withClient(addressOf(env, shard).url, readShardSize)) });
  }
  return smallestOf(sizes)?.shard;
}

function addressOf(env: Env, shard: Shard) {
  const { database } = loadConfig(env);
  return shard.number === 0 ? database! : shardAddress(env, database!, shard);
}

async function inEach(
  shell: TurnedShell,
  shards: readonly Shard[],
  command: () => Promise<Outcome>,
): Promise<Outcome> {
  const { env } = shell;
  const lines: string[] = [];
  const json: Record<string, object> = {};
  let exit_code: ExitCode = EXIT.ok;
  for (const shard of shards) {
    const outcome = await Promise.resolve()
      .then(() => {
        turn(shell, env, shard);
        return command();
      })
      .catch(describeFailure);
    const name = shard.url_variable === null ? shard.name : `${shard.name} at ${shard.url_variable}`;
    lines.push(`schema ${name}:`, outcome.text ?? '', '');
    json[name] = outcome.json;
    if (outcome.exit_code > exit_code) exit_code = outcome.exit_code;
  }
  shell.env = env;
  return { exit_code, text: lines.join('\n').trimEnd(), json: { schemas: json } };
}
