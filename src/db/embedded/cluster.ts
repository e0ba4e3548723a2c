import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  lchown,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolder } from './cluster-folder.ts';
import { type Credentials, DATABASE, OWNER, SERVER, SUPERUSER } from './connections.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type Launcher, runTool } from './launcher.ts';
import { describeOwner } from './ownership.ts';
import { finishReplacement } from './replace-cluster.ts';

export interface Cluster {
  /** Postgres's own data folder. */
  folder: string;
  credentials: Credentials;
}

/** This file is among Postgres's files, so that both are made in one step and move together. */
const CREDENTIALS_FILE = 'loyaltyd-credentials.json';

/**
 * The cluster in `dataDir`, which is made if there is none. It is made beside that place and renamed when complete. So
 * a process that dies half-way leaves nothing to repair, and one of two simultaneous processes wins. `make` false: the
 * cluster existed before. If it is missing then, its disk is missing, and an empty cluster in its place would hide
 * that.
 */
export async function prepareCluster(
  launcher: Launcher,
  dataDir: string,
  options: { fsync: boolean; make: boolean },
): Promise<Cluster> {
  const folder = clusterFolder(dataDir);
  await finishReplacement(dataDir);
  if (!(await exists(folder))) {
    if (!options.make) throw new EmbeddedPostgresError(`${folder} is gone: is its disk still mounted?`);
    await createCluster(launcher, dataDir, folder, options);
  }
  await ownFolder(launcher, folder);
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  const ours = launcher.binaries.version.split('.')[0];
  if (made !== ours) {
    throw new EmbeddedPostgresError(
      `${folder} was made by Postgres ${made}, and the embedded one is ${ours}. With the loyaltyd version that made it, run "loyaltyd database copy" into a Postgres of your own; from there copy with this version into a new DATA_DIR.`,
    );
  }
  return readCluster(folder);
}

/** The cluster in this folder. */
export async function readCluster(folder: string): Promise<Cluster> {
  const credentials = JSON.parse(await readFile(join(folder, CREDENTIALS_FILE), 'utf8')) as Credentials;
  return { folder, credentials };
}

async function createCluster(
  launcher: Launcher,
  dataDir: string,
  folder: string,
  options: { fsync: boolean },
): Promise<void> {
  await removeAbandoned(dataDir);
  const unfinished = await mkdtemp(join(dataDir, 'postgres.new-'));
  try {
    await ownFolder(launcher, unfinished);
    await runTool(launcher, 'initdb', [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(options.fsync ? [] : ['--no-sync']),
    ]);
    const credentials: Credentials = {
      superuser_password: randomBytes(24).toString('base64url'),
      owner_password: randomBytes(24).toString('base64url'),
      server_password: randomBytes(24).toString('base64url'),
    };
    await createRoles(launcher, unfinished, credentials, options);
    await writeFile(join(unfinished, 'pg_hba.conf'), 'local all all scram-sha-256\n');
    await writeFile(join(unfinished, CREDENTIALS_FILE), `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
    await ownFolder(launcher, unfinished, true);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (/could not look up effective user ID/.test(message)) {
      throw new EmbeddedPostgresError(
        `Postgres needs a user with a name to make its folder, and uid ${process.getuid!()} has none here: run as a user of /etc/passwd, or set DATABASE_URL to a Postgres of your own.`,
      );
    }
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/**
 * Runs in single-user mode, with one statement per line. That mode continues after an error, so the last line of its
 * output is checked.
 */
async function createRoles(
  launcher: Launcher,
  folder: string,
  credentials: Credentials,
  options: { fsync: boolean },
): Promise<void> {
  const statements = [
    `alter role ${SUPERUSER} password '${credentials.superuser_password}'`,
    `create role ${OWNER} login password '${credentials.owner_password}'`,
    `create role ${SERVER} login password '${credentials.server_password}'`,
    `create database ${DATABASE} owner ${OWNER}`,
  ];
  const durability = options.fsync ? [] : ['-F'];
  const output = await runTool(
    launcher,
    'postgres',
    ['--single', '-D', folder, ...durability, 'postgres'],
    `${statements.join('\n')}\n`,
  );
  if (/\b(ERROR|FATAL|PANIC):/.test(output))
    throw new EmbeddedPostgresError(`the embedded database was not made: ${output}`);
}

/**
 * Gives a folder to Postgres: the mode is 0700, and the folder and its contents belong to the user that runs Postgres.
 */
export async function ownFolder(launcher: Launcher, folder: string, always = false): Promise<void> {
  const { uid, gid } = launcher;
  const found = await stat(folder);
  if (found.uid !== uid || always) {
    if (process.getuid!() === 0) await chownAll(folder, uid, gid);
    else if (found.uid !== uid) {
      throw new EmbeddedPostgresError(describeOwner(folder, found.uid));
    }
  }
  await chmod(folder, 0o700);
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownAll(path, uid, gid);
    else await lchown(path, uid, gid);
  }
  await chown(folder, uid, gid);
}

const ABANDONED_AFTER_MS = 600_000;

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue;
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    // An error of the disk does not show whether the file exists.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
