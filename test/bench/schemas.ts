import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { addressInSchema } from '../../src/database-address.ts';
import { readDirectoryAt } from '../../src/db/add-shard.ts';
import { migrate } from '../../src/db/migrate.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { createCustomer } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import type { BenchDatabase } from './bench-database.ts';
import { BENCH_PROGRAM, COMPLETED_RULE } from './bench-program.ts';
import { postgresMs } from './processor-time.ts';
import { countFinding, memoryFinding, rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { runWrkScript } from './wrk.ts';

const SCHEMAS = [1, 8, 32];
const PROGRAMS = 32;
const CUSTOMERS = 20;
const CONNECTIONS = 16;
/** Before it is measured, a server is asked for so many rounds: V8 compiles meanwhile. */
const WARM_UP_ROUNDS = 2;
/** And for so many requests for each connection, which plans a statement anew the first five times. */
const WARM_UP_REQUESTS = 40;
const AIMS = { plain_ratio: 0.99, schema_megabytes: 4 };
/** DATABASE_POOL_SIZE: as it is by itself, or two for each schema, as Operating says. */
const poolSize = (schemas: number) => Math.max(10, 2 * schemas);

/** A request as often as any other. */
interface Target {
  path: string;
  key: string;
  body?: object;
}

/** A server over so many schemas, all of whose customers are asked alike. */
interface Variant {
  server: ServerProcess;
  urls: Pick<BenchDatabase, 'serverUrl' | 'ownerUrl'>;
  targets: Record<'customer read' | 'completion', Target[]>;
  close(): Promise<void>;
}

/**
 * The same programs in one plain schema, and spread over schemas that one server serves: processor time of the server and of
 * its Postgres for each request, memory and connections.
 */
export const schemasCheck: Check = {
  name: 'schemas',
  about: `${PROGRAMS} programs in ${SCHEMAS.join(', ')} schemas of one server, against a plain one`,
  run: async (bench) => {
    const plain = await openVariant(bench, null);
    try {
      const { memory: plainMemory } = await load(plain, null, bench.options.seconds);
      for (const schemas of SCHEMAS) {
        const variant = await openVariant(bench, schemas);
        try {
          await measure(bench, schemas, variant, { plain, plainMemory });
        } finally {
          await variant.close();
        }
      }
    } finally {
      await plain.close();
    }
  },
};

async function measure(
  { options: { rounds, seconds }, report }: Bench,
  schemas: number,
  variant: Variant,
  { plain, plainMemory }: { plain: Variant; plainMemory: number },
): Promise<void> {
  const { memory, connections } = await load(variant, schemas, seconds);
  const name = `${schemas} ${schemas === 1 ? 'schema' : 'schemas'}`;
  for (const kind of ['customer read', 'completion'] as const) {
    const figures = await compare(
      rounds,
      () => perProcessorSecond(variant, kind, seconds),
      () => perProcessorSecond(plain, kind, seconds),
    );
    const aim = schemas === 1 ? AIMS.plain_ratio : null;
    report(rateFinding(`${kind}, ${name}, by processor time`, figures, aim));
  }
  if (schemas === 1) return;
  const each = Math.max(0, memory - plainMemory) / (schemas - 1);
  report(memoryFinding(`memory of each of ${name}`, each, AIMS.schema_megabytes));
  report(countFinding(`connections of ${name}`, connections, poolSize(schemas) + schemas));
}

/** Asks until nothing is planned or compiled anew. Returns the memory, in bytes, and the connections that the server has then. */
async function load(
  variant: Variant,
  schemas: number | null,
  seconds: number,
): Promise<{ memory: number; connections: number }> {
  const enough = WARM_UP_REQUESTS * poolSize(schemas ?? 1);
  for (const targets of Object.values(variant.targets)) {
    let requests = 0;
    for (let round = 0; round < WARM_UP_ROUNDS || requests < enough; round += 1)
      requests += await ask(variant, targets, seconds);
  }
  return { memory: await variant.server.memory(), connections: await countConnections(variant) };
}

/** How many requests are answered for each second that processors work for them. */
async function perProcessorSecond(
  variant: Variant,
  kind: keyof Variant['targets'],
  seconds: number,
): Promise<number> {
  const before = variant.server.processorMs() + (await postgresMs(variant.urls.serverUrl));
  const requests = await ask(variant, variant.targets[kind], seconds);
  const after = variant.server.processorMs() + (await postgresMs(variant.urls.serverUrl));
  return (requests * 1000) / (after - before);
}

async function ask({ server }: Variant, targets: readonly Target[], seconds: number): Promise<number> {
  const rows = targets.map(
    ({ path, key, body }) => `{"${path}", "${key}", ${body ? `[==[${JSON.stringify(body)}]==]` : 'nil'}}`,
  );
  const script = `
local targets = {${rows.join(',\n')}}
local threads = 0
function setup(thread)
  thread:set("seed", threads)
  threads = threads + 1
end
function init(args)
  math.randomseed(os.time() + 7919 * seed)
end
function request()
  local path, key, body = unpack(targets[math.random(#targets)])
  local headers = { ["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json" }
  return wrk.format(body and "POST" or "GET", path, headers, body)
end
`;
  const { requests } = await runWrkScript(script, server.url, { connections: CONNECTIONS, seconds });
  return requests;
}

async function countConnections({ urls }: Variant): Promise<number> {
  return asRole(urls.serverUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]!.count;
  });
}

/** `schemas` null: a plain one, without a directory. */
async function openVariant({ database }: Bench, schemas: number | null): Promise<Variant> {
  const { pathname } = new URL(database.serverUrl);
  const name = `${pathname.slice(1)}_${schemas ?? 'plain'}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: name }).href;
  const urls = { serverUrl: at(database.serverUrl), ownerUrl: at(database.ownerUrl) };
  const asAdmin = (text: string) => asRole(database.adminUrl, (admin) => admin.query(text));
  await asAdmin(`create database ${name} owner ${new URL(database.ownerUrl).username}`);
  const drop = () => asAdmin(`drop database ${name} with (force)`);
  try {
    await migrate(urls);
    const settings = schemas !== null && {
      SCHEMAS: String(schemas),
      DATABASE_POOL_SIZE: String(poolSize(schemas)),
    };
    const server = await startServer(urls, settings || {});
    const places = await servedSchemas(server, urls, schemas);
    const targets: Variant['targets'] = { 'customer read': [], completion: [] };
    for (let n = 0; n < PROGRAMS; n += 1) {
      const made = await makeProgram(places[n % places.length]!, `bench_${n}`);
      targets['customer read'].push(...made.reads);
      targets.completion.push(...made.completions);
    }
    const close = async () => {
      await server.stop();
      for (const place of places) await requireBalanced(place);
      await drop();
    };
    return { server, urls, targets, close };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Resolves with the addresses of all schemas once they are served. */
async function servedSchemas(
  { url }: ServerProcess,
  { serverUrl }: Variant['urls'],
  schemas: number | null,
): Promise<string[]> {
  if (schemas === null) return [serverUrl];
  const { shards } = (await readDirectoryAt(serverUrl))!;
  const others = shards.filter(({ number }) => number > 0);
  for (const { number } of others)
    while (!(await fetch(`${url}/s/${number}/health/ready`)).ok) await delay(100);
  return [serverUrl, ...others.map((shard) => addressInSchema(serverUrl, shard.name))];
}

async function makeProgram(
  serverUrl: string,
  program_key: string,
): Promise<{ reads: Target[]; completions: Target[] }> {
  const { deps, database } = openDeps(serverUrl, 2);
  try {
    const { program_id } = await applyProgram(deps, { ...BENCH_PROGRAM, key: program_key }, TESTER);
    const program = (await deps.programs.some([program_id]))[0]!;
    const scopes = [...SCOPES];
    const { key } = await createApiKey(deps, { program_key, name: 'bench', scopes, by: TESTER });
    const site = `/headless/2025-06/${program.sites[0]!.id}`;
    const rule_id = program.rules.find((rule) => rule.key === COMPLETED_RULE)!.id;
    const names = Array.from({ length: CUSTOMERS }, (_, n) => `c${n}`);
    for (const merchant_id of names) await createCustomer(deps, program, { merchant_id, points: 100 });
    return {
      reads: names.map((name) => ({ path: `${site}/customers/${name}`, key })),
      completions: names.map((customer_merchant_id) => ({
        path: `${site}/rules/social_follow/complete`,
        key,
        body: { rule_id, customer_merchant_id },
      })),
    };
  } finally {
    await database.close();
  }
}

async function requireBalanced(serverUrl: string): Promise<void> {
  const { deps, database } = openDeps(serverUrl, 2);
  const { drifts } = await verifyLedger(deps).finally(() => database.close());
  if (drifts.length > 0) throw new Error(`${drifts.length} customers of the schemas do not add up`);
}

async function asRole<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
