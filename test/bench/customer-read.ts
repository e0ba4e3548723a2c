import { Type } from '@sinclair/typebox';
import Fastify from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { KeyUsage } from '../../src/domain/programs/key-usage.ts';
import type { App } from '../../src/http/app-types.ts';
import { renderCustomer } from '../../src/http/headless/render-customer.ts';
import { loadAnswer } from '../../src/http/headless/storefront-answer.ts';
import { sendRendered } from '../../src/http/rendered.ts';
import { Id } from '../../src/http/schema-helpers.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { runWrk } from './wrk.ts';

/** How many answers are in the making at once, as in the measurements that the aim comes from. */
const CONNECTIONS = 8;
const POOL_SIZE = 16;
/** By history entries. */
const AIMS = { 10: 0.16, 100: 0.08, 1000: 0.07 };
const WARM_UP_SECONDS = 2;

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
      for (const entries of [10, 100, 1000] as const) await measure(bench, deps, entries);
    } finally {
      await database.close();
    }
  },
};

async function measure(bench: Bench, deps: Deps, entries: 10 | 100 | 1000): Promise<void> {
  const { rounds, seconds } = bench.options;
  const customers = bench.groups.readers[entries];
  const app = await customerApp(deps);
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
    await limit(WARM_UP_SECONDS);
    await ours(WARM_UP_SECONDS);
    const figures = await compare(
      rounds,
      () => ours(seconds),
      () => limit(seconds),
    );
    const kilobytes = Math.round(Buffer.byteLength(sample) / 1024);
    bench.report(
      rateFinding(`customer read, ${entries} history entries (${kilobytes} KB)`, figures, AIMS[entries]),
    );
  } finally {
    await Promise.all([app.close(), bare.close()]);
  }
}

/** The server with one more route, whose answer is a customer, named by our id, and nothing else. */
export async function customerApp(deps: Deps): Promise<App> {
  const app = await buildApp(deps, {
    trust_proxy: false,
    request_timeout_seconds: 30,
    body_limit_bytes: 1_048_576,
    shutdown_timeout_seconds: 1,
    failed_authentication_per_second: 20,
    key_usage: new KeyUsage(deps.db),
    rate_limit_requests_per_second: 0,
    version: 'bench',
    health: { ready: async () => true, db: deps.db, troubles: () => [] },
  });
  app.get(
    '/bench/:site_id/customers/:id',
    {
      config: { scope: 'read_customers' },
      schema: { params: Type.Object({ site_id: Id(), id: Id() }) },
    },
    async (request, reply) => {
      const { view, customer } = await loadAnswer(deps, request, request.params.id, undefined);
      return sendRendered(reply, renderCustomer(view, deps.publicUrl, customer));
    },
  );
  return app;
}
