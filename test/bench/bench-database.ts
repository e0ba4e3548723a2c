import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { prepareTestCluster, urlOf } from '../support/test-cluster.ts';

export interface BenchDatabase {
  /** The schema that has the program: a check may move it. */
  serverUrl: string;
  ownerUrl: string;
  /** May write a checkpoint. */
  adminUrl: string;
  /** Which Postgres it is, for people. */
  description: string;
  /** Drops what the bench made. */
  remove(): Promise<void>;
}

const quiet = { info() {}, warn: console.warn, error: console.error };

/** A migrated database of our own: on the Postgres of BENCH_DATABASE_URL, else on an embedded one that syncs to disk. */
export async function openBenchDatabase(givenUrl: string | undefined): Promise<BenchDatabase> {
  if (givenUrl !== undefined) {
    const { cluster, remove } = await prepareTestCluster(givenUrl);
    return { ...(await describe(givenUrl)), ...urls(cluster), remove };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'loyaltyd-bench-'));
  const postgres = await startOrJoinEmbedded({ dataDir, logger: quiet, lifetime: 'server', fsync: true });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await spaceCheckpoints(postgres.superuserUrl);
    const { cluster, leave } = await prepareTestCluster(postgres.superuserUrl);
    const remove = async () => {
      await leave();
      await stop();
    };
    return { ...(await describe(postgres.superuserUrl)), ...urls(cluster), remove };
  } catch (error) {
    await stop();
    throw error;
  }
}

function urls(cluster: Parameters<typeof urlOf>[0]) {
  return {
    adminUrl: urlOf(
      { ...cluster, password: new URL(cluster.adminUrl).password },
      new URL(cluster.adminUrl).username,
      cluster.template,
    ),
    ownerUrl: urlOf(cluster, cluster.owner, cluster.template),
    serverUrl: urlOf(cluster, cluster.server, cluster.template),
  };
}

/** A checkpoint makes the pages written after it go to the log whole: one in some rounds only would decide them. */
async function spaceCheckpoints(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("alter system set max_wal_size = '16GB'");
  await client.query("alter system set checkpoint_timeout = '1h'");
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function describe(url: string): Promise<{ description: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: string; fsync: string; commit: string; buffers: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, current_setting('shared_buffers') as buffers`,
  );
  await client.end();
  const { version, fsync, commit, buffers } = rows[0]!;
  return {
    description: `Postgres ${version}, fsync ${fsync}, synchronous_commit ${commit}, shared_buffers ${buffers}`,
  };
}
