import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { clusterFolder } from '../../src/db/embedded/cluster-folder.ts';
import { SERVER } from '../../src/db/embedded/connections.ts';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { migrate, withClient } from '../../src/db/migrate.ts';
import { keepPlansOf } from './kept-plans.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder, which the run removes at its end, of the clusters that are copied. */
    seeds: string;
  }
}

const quiet = { info() {}, warn: console.warn, error: console.error };

/**
 * Puts a cluster into the empty data folder, as a first start on it would make it: a copy of one that is made once a run.
 * To make one takes seven times the work of a copy, and to migrate it more again. Copies have the same passwords, and for
 * Postgres they are one database: none may meet the backups of another.
 */
export async function plantCluster(dataDir: string, kind: 'new' | 'migrated'): Promise<void> {
  const seed = join(inject('seeds'), kind);
  // For a thousand small files `cp` takes six times the work.
  cpSync(clusterFolder(await grown(seed, kind)), clusterFolder(dataDir), { recursive: true });
}

/** Several workers may make it at once. The first one that is done wins. */
async function grown(seed: string, kind: 'new' | 'migrated'): Promise<string> {
  if (existsSync(seed)) return seed;
  const unfinished = await mkdtemp(`${seed}-`);
  if (kind === 'migrated') await plantCluster(unfinished, 'new');
  const postgres = await startOrJoinEmbedded({
    dataDir: unfinished,
    logger: quiet,
    lifetime: 'server',
    fsync: false,
  });
  if (kind === 'migrated') await migrate(postgres);
  else await withClient(postgres.superuserUrl, (superuser) => superuser.query(keepPlansOf(SERVER)));
  await postgres.stop();
  try {
    await rename(unfinished, seed);
  } catch (error) {
    if (!existsSync(seed)) throw error;
    await rm(unfinished, { recursive: true });
  }
  return seed;
}
