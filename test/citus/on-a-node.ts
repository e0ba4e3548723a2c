import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { provideCluster } from '../support/global-setup.ts';
import type { TestCluster } from '../support/test-cluster.ts';
import { addressOf, type Node, readNodes, runOn } from './nodes.ts';

const SCHEMA = 'shop_a';
const IS_DISTRIBUTED = process.env.CITUS_DISTRIBUTED === 'on';

/**
 * Set-up of a run of the server's own tests on a worker: each database has the extension, and a schema of its own with all
 * tables. They are plain ones, as the server needs them. With CITUS_DISTRIBUTED=on Citus has the schema: then a run shows what
 * it does not take.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CITUS_URL!;
  const [, worker] = await readNodes(url);
  return provideCluster(project, addressOf(url, worker!, 'postgres'), {
    schema: SCHEMA,
    // Citus can plan some statements only with their values.
    keepsPlans: !IS_DISTRIBUTED,
    onTemplate: (step, cluster, admin) =>
      step === 'empty' ? addExtensions(cluster) : finishTemplate(worker!, cluster, admin),
  });
}

function asAdmin({ adminUrl, template }: TestCluster): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href;
}

async function addExtensions(cluster: TestCluster): Promise<void> {
  await runOn(asAdmin(cluster), 'create extension citus');
  // Citus takes no schema with an extension in it. Else the owner of the tables makes it, as everywhere.
  if (IS_DISTRIBUTED) await runOn(asAdmin(cluster), 'create extension pg_trgm');
}

async function finishTemplate({ host, port }: Node, cluster: TestCluster, admin: pg.Client): Promise<void> {
  if (IS_DISTRIBUTED) {
    await runOn(asAdmin(cluster), `select citus_set_coordinator_host('${host}', ${port})`);
    await runOn(
      asAdmin(cluster),
      `select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', true)`,
    );
    await runOn(asAdmin(cluster), `select citus_schema_distribute('${SCHEMA}')`);
  }
  // A worker process of Citus is connected to each database that has it, and would keep this one from being cloned.
  await admin.query(`alter database ${cluster.template} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
    cluster.template,
  ]);
}
