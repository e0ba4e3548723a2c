import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { addressInSchema } from '../../src/database-address.ts';
import { migrate } from '../../src/db/migrate.ts';

/** A Postgres of the cluster. `programs` and `data` are folders of this machine. */
export interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
  programs: string;
  data: string;
}

/** The coordinator and then the workers. Throws where a node is not on this machine: tests kill it. */
export async function readNodes(url: string): Promise<Node[]> {
  const { rows } = await runOn(
    url,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
  );
  return Promise.all(
    rows.map(async (row) => {
      const [place] = (
        await runOn(
          addressOf(url, row, new URL(url).pathname.slice(1)),
          `select setting as programs, current_setting('data_directory') as data from pg_config where name = 'BINDIR'`,
        )
      ).rows;
      if (!existsSync(join(place.data, 'postmaster.pid')))
        throw new Error(`The node ${row.host}:${row.port} is not on this machine, so no test can kill it.`);
      return { ...row, ...place };
    }),
  );
}

export function addressOf(
  url: string,
  { host, port }: Pick<Node, 'host' | 'port'>,
  database: string,
): string {
  const address = new URL(url);
  Object.assign(address, { hostname: host, port: String(port), pathname: `/${database}` });
  return address.toString();
}

export async function runOn(url: string, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** A database of the tests' own on all nodes of CITUS_URL. */
export class CitusDatabase {
  readonly name = `loyaltyd_test_${randomBytes(4).toString('hex')}`;
  private readonly clients: pg.Client[] = [];

  private constructor(
    private readonly url: string,
    readonly coordinator: Node,
    readonly workers: readonly Node[],
  ) {}

  static async create(): Promise<CitusDatabase> {
    const url = process.env.CITUS_URL!;
    const [coordinator, ...workers] = await readNodes(url);
    const made = new CitusDatabase(url, coordinator!, workers);
    for (const node of [coordinator!, ...workers]) {
      await runOn(addressOf(url, node, 'postgres'), `create database ${made.name}`);
      await made.on(node, 'create extension citus');
      await made.on(node, 'create extension pg_trgm');
    }
    await made.on(
      coordinator!,
      `select citus_set_coordinator_host('${coordinator!.host}', ${coordinator!.port})`,
    );
    for (const { host, port } of workers)
      await made.on(coordinator!, `select citus_add_node('${host}', ${port})`);
    return made;
  }

  /** The address of the database at a node, as a superuser; with `schema` its names are looked up there. */
  address(node: Node, schema?: string): string {
    const address = addressOf(this.url, node, this.name);
    return schema ? addressInSchema(address, schema) : address;
  }

  async on(node: Node, text: string, schema?: string): Promise<Record<string, unknown>[]> {
    const { rows } = await runOn(this.address(node, schema), text);
    return rows ?? [];
  }

  /** A connection that `close` ends. */
  async connect(node: Node, schema?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.address(node, schema) });
    client.on('error', () => {});
    await client.connect();
    this.clients.push(client);
    return client;
  }

  /** Makes a schema with everything that the migrations make, on the coordinator. */
  async migrate(schema: string): Promise<void> {
    const url = this.address(this.coordinator, schema);
    await migrate({ ownerUrl: url, serverUrl: url });
  }

  /** Citus neither refuses what is made at the node nor makes it at the others: so a server's schemas are made. */
  async leaveTablesAlone(node: Node): Promise<void> {
    const off = 'set citus.enable_ddl_propagation = off';
    await this.on(node, `${off}; alter database ${this.name} ${off}`);
  }

  /** Hands the schema to Citus, and returns the worker on which it puts it. */
  async distribute(schema: string): Promise<Node> {
    await this.on(this.coordinator, `select citus_schema_distribute('${schema}')`);
    return this.nodeOf(schema);
  }

  /** A schema with one table, for what has nothing to do with ours. */
  async makePlain(schema: string): Promise<Node> {
    await this.on(this.coordinator, `set citus.enable_schema_based_sharding = on; create schema ${schema}`);
    await this.on(
      this.coordinator,
      `create table ${schema}.counters (id bigserial primary key, points bigint not null default 0)`,
    );
    return this.nodeOf(schema);
  }

  async nodeOf(schema: string): Promise<Node> {
    const [place] = await this.on(
      this.coordinator,
      `select distinct nodename as host, nodeport as port from citus_shards
         where table_name::text like '${schema}.%' and citus_table_type = 'schema'`,
    );
    return this.workers.find(({ port }) => port === place?.port)!;
  }

  /** Ends a node as a power failure would. */
  kill(node: Node): void {
    control(node, ['stop', '--mode=immediate']);
  }

  start(node: Node): void {
    control(node, ['start', `--log=${node.data}/log`]);
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.end().catch(() => {});
    for (const node of [this.coordinator, ...this.workers]) {
      const url = addressOf(this.url, node, 'postgres');
      // A worker process of Citus would come back to it.
      await runOn(url, `alter database ${this.name} allow_connections false`);
      await runOn(url, `drop database ${this.name} with (force)`);
    }
  }
}

export function control(node: Node, words: string[]): void {
  const { data } = node;
  run(node, 'pg_ctl', [words[0]!, `--pgdata=${data}`, '--wait', ...words.slice(1)]);
}

/** Runs a program of the node's Postgres as the user who owns the node. */
export function run(node: Node, program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(node.programs, program), args, {
    ...ownerOf(node),
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
}

/** The user who owns the node, where root runs the tests: Postgres does not run as root. */
export function ownerOf({ data }: Node): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(data);
  return process.getuid!() === 0 ? { uid, gid } : {};
}

/** Nanoseconds of processor time that the connection's process has used. */
export async function processorTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0]);
}

/** The sentence with which the engine refuses the statements; "accepted" where it does not. Nothing stays of them. */
export async function refusalOf(
  client: pg.Client,
  ...statements: (string | pg.QueryConfig)[]
): Promise<string> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    return 'accepted';
  } catch (error) {
    const { message, detail } = error as pg.DatabaseError;
    return [message, detail].filter(Boolean).join('. ');
  } finally {
    await client.query('rollback');
  }
}
