import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwner } from './ownership.ts';

export const SUPERUSER = 'postgres';
export const OWNER = 'loyaltyd_owner';
export const SERVER = 'loyaltyd_server';
export const DATABASE = 'loyaltyd';

/** The passwords of a cluster's three roles. */
export interface Credentials {
  superuser_password: string;
  owner_password: string;
  server_password: string;
}

/** A command needs Postgres until its work is done; a server needs it until an operator stops the server. */
export type Lifetime = 'command' | 'server';

/**
 * DATA_DIR/postgres.json, mode 0600: the addresses of this folder's Postgres, for our other processes and for people
 * (`psql "$(jq -r .owner_url data/postgres.json)"`). The file stays when Postgres ends: the next Postgres starts under
 * the same addresses.
 */
export interface Connections {
  server_url: string;
  owner_url: string;
  superuser_url: string;
  version: string;
  socket_folder: string;
  /**
   * The identity of the folder for which this was written. A copy of the folder has another identity. Missing in files
   * of older versions.
   */
  folder_identity?: string;
  /** The process that last started Postgres. */
  pid: number;
  lifetime: Lifetime;
}

export function connectionsOf(
  credentials: Credentials,
  socketFolder: string,
): Pick<Connections, 'server_url' | 'owner_url' | 'superuser_url' | 'socket_folder'> {
  const { server_password, owner_password, superuser_password } = credentials;
  const url = (user: string, password: string, database: string): string =>
    `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
  return {
    server_url: url(SERVER, server_password, DATABASE),
    owner_url: url(OWNER, owner_password, DATABASE),
    superuser_url: url(SUPERUSER, superuser_password, 'postgres'),
    socket_folder: socketFolder,
  };
}

/** An identity that stays the same when the folder is renamed, and differs in every copy. */
export async function folderIdentity(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

export async function readConnections(dataDir: string): Promise<Connections | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as Connections;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes the file in one step, so that no reader sees half of it. */
export async function writeConnections(dataDir: string, connections: Connections): Promise<void> {
  const path = join(dataDir, 'postgres.json');
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(connections, null, 2)}\n`, { mode: 0o600 });
  await giveToOwner(unfinished);
  await rename(unfinished, path);
}
