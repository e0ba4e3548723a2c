import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { archivingInto } from '../../src/backup/archiver.ts';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { runCommand } from './run-command.ts';
import { plantCluster } from './seed-cluster.ts';

/** An embedded database and its folder of backups. */
export interface BackedUp {
  dataDir: string;
  backupDir: string;
  key: string | null;
  env: Record<string, string>;
}

/** With a key it lies in a file. */
export async function newBackedUp(root: string, key: string | null = null): Promise<BackedUp> {
  const folder = await mkdtemp(join(root, 'place-'));
  const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  await mkdir(dataDir);
  const env: BackedUp['env'] = { DATA_DIR: dataDir, BACKUP_DIR: backupDir };
  if (key !== null) {
    env.BACKUP_KEY_FILE = join(folder, 'backup.key');
    await writeFile(env.BACKUP_KEY_FILE, `${key}\n`);
  }
  return { dataDir, backupDir, key, env };
}

/** Runs its Postgres in this process, as a server does. `errors`: takes what is logged as an error. */
export function startBackedUp(
  { dataDir, backupDir, key }: BackedUp,
  errors: (fields: unknown, message?: string) => void = console.error,
): Promise<EmbeddedPostgres> {
  const logger = { info() {}, warn() {}, error: errors };
  const archiving = archivingInto({ dir: backupDir, key }, logger);
  return startOrJoinEmbedded({ dataDir, logger, lifetime: 'server', archiving });
}

/** The same with a cluster in it, which is a copy: to tell one database from another, a test needs a new one. */
export async function plantBackedUp(root: string, key: string | null = null): Promise<BackedUp> {
  const place = await newBackedUp(root, key);
  await plantCluster(place.dataDir, 'new');
  return place;
}

export async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** `loyaltyd backup ARGS --json`, with its answer or its refusal. */
export async function backup(
  { env }: Pick<BackedUp, 'env'>,
  ...args: string[]
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what tests are there to say.
): Promise<{ code: number | null; answer: any }> {
  const { code, stdout, stderr } = await runCommand(['backup', ...args, '--json'], env);
  return { code, answer: JSON.parse(stdout || stderr.trim().split('\n').at(-1)!) };
}

/** `loyaltyd backup ARGS` as it is built, in a process of its own. `limit`: the longest file that it may write, in KB. */
export function spawnBackup({ env }: BackedUp, args: readonly string[], limit?: number) {
  const { PATH = '', HOME = '' } = process.env;
  const main = [process.execPath, 'dist/main.js', 'backup', ...args];
  const limited = ['-c', `ulimit -f ${(limit ?? 0) * 2}; exec "$@"`, 'sh', ...main];
  const [command, rest] = limit === undefined ? [main[0]!, main.slice(1)] : ['sh', limited];
  const child = spawn(command, rest, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

/** Resolves once `look` says so. */
export async function until(look: () => Promise<unknown>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Whether a file below the folder whose path ends so has at least so many bytes. */
export async function isThere(folder: string, ending: string, bytes = 0): Promise<boolean> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const path = paths.find((one) => one.endsWith(ending));
  if (path === undefined) return false;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found !== undefined && found.size >= bytes;
}
