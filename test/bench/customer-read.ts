import Fastify from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { KeyUsage } from '../../src/domain/programs/key-usage.ts';
import { RecentRequests } from '../../src/domain/programs/recent-requests.ts';
import type { App } from '../../src/http/app-types.ts';
import { FailedAttempts } from '../../src/http/failed-attempts.ts';
import { showingCustomers } from '../../src/http/headless/show-customer.ts';
import { HeadlessCustomerParams } from '../../src/http/headless/site.ts';
import { sendRendered } from '../../src/http/rendered.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { merchantIds } from './load.ts';
import { rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { runWrk } from './wrk.ts';

/** How many answers are in the making at once, as in the measurements that the aim comes from. */
const CONNECTIONS = 8;
const POOL_SIZE = 16;
/** By history entries. */
const AIMS = { 10: 0.16, 100: 0.08, 1000: 0.07 };
const ENTRIES = [10, 100, 1000] as const;
/** What slows down all customers shows most in the smallest, and what grows with the history in the largest. */
const SMOKE_ENTRIES = [10, 1000] as const;
const WARM_UP_SECONDS = 2;
/** Until most customers of the group were read twice, by chance. */
const WARM_UP_READS = 5;

/** A customer that changed since it was last read, and one that did not, whose text the server may hold. */
const WAYS = [
  { name: 'customer read', held_bytes: 0 },
  { name: 'customer read again', held_bytes: undefined },
];

/**
 * The server's whole way from a request to an answer that is one customer, with a key looked up, the
 * customer read and presented, against a bare route that sends as many bytes.
 */
export const customerReadCheck: Check = {
  name: 'read',
  about: 'reading the whole customer over HTTP, with 10, 100 and 1,000 history entries',
  smoke: true,
  run: async (bench) => {
    const { deps, database } = openDeps(bench.database.serverUrl, POOL_SIZE);
    try {
      for (const way of WAYS) {
        for (const entries of bench.options.smoke ? SMOKE_ENTRIES : ENTRIES)
          await measure(bench, deps, entries, way);
      }
    } finally {
      await database.close();
    }
  },
};

async function measure(
  bench: Bench,
  deps: Deps,
  entries: 10 | 100 | 1000,
  { name, held_bytes }: (typeof WAYS)[number],
): Promise<void> {
  const { rounds, seconds } = bench.options;
  const customers = merchantIds(bench.groups.readers[entries]);
  const app = await customerApp(deps, held_bytes);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const path = `/bench/${bench.program.sites[0]!.id}/customers`;
  const sample = await (
    await fetch(`${app.listeningOrigin}${path}/${customers.first}`, {
      headers: { authorization: `Bearer ${bench.key}` },
    })
  ).text();
  const bare = Fastify();
  bare.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(sample));
  await bare.listen({ host: '127.0.0.1', port: 0 });
  try {
    const ours = (length: number) =>
      runWrk(
        { url: `${app.listeningOrigin}${path}/%d`, key: bench.key, numbers: customers },
        { connections: CONNECTIONS, seconds: length },
      );
    const limit = (length: number) =>
      runWrk({ url: `${bare.listeningOrigin}/` }, { connections: CONNECTIONS, seconds: length });
    await limit(Math.min(WARM_UP_SECONDS, seconds));
    const rate = await ours(WARM_UP_SECONDS);
    const reads = WARM_UP_READS * (customers.last - customers.first + 1);
    if (held_bytes === undefined) await ours(Math.ceil(reads / rate));
    const figures = await compare(
      rounds,
      () => ours(seconds),
      () => limit(seconds),
    );
    const kilobytes = Math.round(Buffer.byteLength(sample) / 1024);
    bench.report(
      rateFinding(`${name}, ${entries} history entries (${kilobytes} KB)`, figures, AIMS[entries]),
    );
  } finally {
    await Promise.all([app.close(), bare.close()]);
  }
}

/**
 * The server with one more route, whose answer is a customer and nothing else. It holds texts of so many bytes; absent:
 * as many as a server does.
 */
export async function customerApp(deps: Deps, held_bytes?: number): Promise<App> {
  const app = await buildApp(deps, {
    trust_proxy: false,
    request_timeout_seconds: 30,
    body_limit_bytes: 1_048_576,
    shutdown_timeout_seconds: 1,
    failed_attempts: new FailedAttempts(deps.clock, 20),
    key_usage: new KeyUsage(deps.db),
    recent_requests: new RecentRequests(deps),
    rate_limit_requests_per_second: 0,
    version: 'bench',
    health: { ready: async () => true, db: deps.db, troubles: () => [] },
  });
  const { show, ask_ahead } = showingCustomers(deps, held_bytes);
  app.get(
    '/bench/:site_id/customers/:merchant_id',
    {
      config: { scope: 'read_customers', ask_ahead },
      schema: { params: HeadlessCustomerParams },
    },
    async (request, reply) => sendRendered(reply, (await show(request, request.params.merchant_id)).text),
  );
  return app;
}
