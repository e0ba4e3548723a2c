import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { isAlive, makeFastFolder, removeAbandonedFolders } from './fast-folder.ts';
import { prepareTestCluster, type TestClusterOptions } from './test-cluster.ts';

const quiet = { info() {}, warn: console.warn, error: console.error };

/**
 * Postgres for all test files: TEST_DATABASE_URL, otherwise an embedded one for this run only. Without either, every
 * test fails. With TEST_SCHEMA all servers live in that schema.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, process.env.TEST_DATABASE_URL, { schema: process.env.TEST_SCHEMA });
}

/** Provides everything that test files ask for. `given`: the address of a Postgres; undefined: an embedded one. */
export async function provideCluster(
  project: TestProject,
  given: string | undefined,
  rest: TestClusterOptions,
): Promise<() => Promise<void>> {
  const options = { keepsPlans: true, ...rest };
  project.provide('bundles', BUNDLES);
  await removeAbandonedBundles();
  await removeAbandonedFolders();
  const seeds = await makeFastFolder('seeds');
  project.provide('seeds', seeds);
  const removeShared = () =>
    Promise.all([removeBundles(BUNDLES), rm(seeds, { recursive: true, force: true })]);
  if (given) {
    const { cluster, remove } = await prepareTestCluster(given, options);
    project.provide('cluster', cluster);
    return () => remove().finally(removeShared);
  }
  const dataDir = await makeFastFolder('tests');
  const postgres = await startOrJoinEmbedded({ dataDir, logger: quiet, lifetime: 'server', fsync: false });
  const { cluster, leave } = await prepareTestCluster(postgres.superuserUrl, options);
  project.provide('cluster', cluster);
  return async () => {
    try {
      await leave();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    } finally {
      await removeShared();
    }
  };
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLES = `${ROOT}dist.process-${process.pid}-`;

async function removeBundles(beginning: string): Promise<void> {
  for (const name of await readdir(ROOT)) {
    if (name.startsWith(basename(beginning))) await rm(join(ROOT, name), { recursive: true, force: true });
  }
}

/** Those of runs that were killed. */
async function removeAbandonedBundles(): Promise<void> {
  const pids = (await readdir(ROOT)).flatMap((name) => /^dist\.process-(\d+)-/.exec(name)?.[1] ?? []);
  for (const pid of new Set(pids)) {
    if (!isAlive(Number(pid))) await removeBundles(`dist.process-${pid}-`);
  }
}
