import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';
import { addressInSchema } from '../../src/database-address.ts';
import { migrate } from '../../src/db/migrate.ts';
import { keepPlansOf } from './kept-plans.ts';

/** The values that the set-up gives to the test files: the address of Postgres and the database to clone. */
export interface TestCluster {
  /** As a role that may create databases and roles. */
  adminUrl: string;
  template: string;
  /** The schema in which all servers live; null: public. */
  schema: string | null;
  owner: string;
  server: string;
  password: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

const PREFIX = 'loyaltyd_test_';

/** The advisory lock space in which each test run holds its number as long as it lives. */
const RUN_LOCKS = 7_305;

export interface PreparedCluster {
  cluster: TestCluster;
  /** Drops everything that this run made. */
  remove(): Promise<void>;
  /** Leaves everything, for a Postgres that is removed with it. */
  leave(): Promise<void>;
}

export interface TestClusterOptions {
  /** Whether plans of the server's role are made once. */
  keepsPlans?: boolean;
  schema?: string | undefined;
  /** Changes the template before its tables are made, and after. */
  onTemplate?: (step: 'empty' | 'migrated', cluster: TestCluster, admin: pg.Client) => Promise<void>;
}

/** Makes this run's roles and its migrated template. Before, it removes the remains of earlier runs that have ended. */
export async function prepareTestCluster(
  adminUrl: string,
  options: TestClusterOptions = {},
): Promise<PreparedCluster> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'loyaltyd tests' });
  await admin.connect();
  // Always ten digits: tables that show such a name are always as wide.
  const run = randomInt(1_000_000_000, 2 ** 31);
  await admin.query('select pg_advisory_lock($1, $2)', [RUN_LOCKS, run]);
  await removeLeftovers(admin);
  const name = `${PREFIX}${run}`;
  const cluster: TestCluster = {
    adminUrl,
    template: `${name}_template`,
    schema: options.schema || null,
    owner: `${name}_owner`,
    server: `${name}_server`,
    password: randomBytes(12).toString('hex'),
  };
  // Thousands of connections would prove their password by 4,096 hashes each. Postgres 15 knows no other number.
  await admin.query("select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'");
  for (const role of [cluster.owner, cluster.server]) {
    await admin.query(`create role ${role} login password '${cluster.password}'`);
  }
  // As for an operator who moves programs.
  await admin.query(`grant set on parameter session_replication_role to ${cluster.owner}`);
  if (options.keepsPlans) await admin.query(keepPlansOf(cluster.server));
  await admin.query(`grant ${cluster.owner} to current_user`);
  await admin.query(`create database ${cluster.template} owner ${cluster.owner}`);
  await options.onTemplate?.('empty', cluster, admin);
  await migrate({
    ownerUrl: urlOf(cluster, cluster.owner, cluster.template),
    serverUrl: urlOf(cluster, cluster.server, cluster.template),
  });
  await options.onTemplate?.('migrated', cluster, admin);
  return {
    cluster,
    async remove() {
      await removeRun(admin, run);
      await admin.end();
    },
    leave: () => admin.end(),
  };
}

/** `path`: where unqualified names are looked up; null: where the role has them looked up. */
export function urlOf(cluster: TestCluster, role: string, database: string, path = cluster.schema): string {
  const url = new URL(cluster.adminUrl);
  url.username = role;
  url.password = cluster.password;
  url.pathname = `/${database}`;
  return path === null ? url.toString() : addressInSchema(url.toString(), path);
}

async function removeLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ run: string }>(
    `select distinct substring(name from '^${PREFIX}(\\d+)_') as run
     from (select datname as name from pg_database union select rolname from pg_roles) names
     where name ~ '^${PREFIX}\\d+_'`,
  );
  for (const { run } of rows) {
    const taken = await admin.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
      RUN_LOCKS,
      Number(run),
    ]);
    if (!taken.rows[0]!.free) continue;
    await removeRun(admin, Number(run));
    await admin.query('select pg_advisory_unlock($1, $2)', [RUN_LOCKS, Number(run)]);
  }
}

async function removeRun(admin: pg.Client, run: number): Promise<void> {
  const pattern = `^${PREFIX}${run}_`;
  const databases = await admin.query<{ name: string }>(
    'select datname as name from pg_database where datname ~ $1',
    [pattern],
  );
  for (const { name } of databases.rows) await admin.query(`drop database if exists ${name} with (force)`);
  const roles = await admin.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname ~ $1',
    [pattern],
  );
  for (const { name } of roles.rows) await admin.query(`drop owned by ${name}; drop role ${name}`);
}
