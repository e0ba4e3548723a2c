import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Closers } from '../../src/cli/closers.ts';
import { serveMetrics } from '../../src/cli/serve-metrics.ts';
import { type StatementEnded, statementEnded } from '../../src/db/signals.ts';
import { transactionRetried } from '../../src/domain/core/signals.ts';
import type { App } from '../../src/http/app-types.ts';
import type { Health } from '../../src/http/health.ts';
import { type RequestEnded, requestEnded } from '../../src/http/signals.ts';
import { type JobEnded, jobEnded } from '../../src/jobs/signals.ts';
import { listenForMetrics, metricsRoute } from '../../src/metrics/serve-metrics.ts';
import { type ServerMetrics, startMetrics } from '../../src/metrics/server-metrics.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, ruleDefinition } from '../support/factories.ts';
import { readMetrics, type Sample } from '../support/prometheus-text.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';
import { runCommand } from '../support/run-command.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const TOKEN = 'a token of the monitor';

let test: TestApp;
let routes: ServedRoute[];
let metrics: ServerMetrics;

beforeAll(async () => {
  ({ built: test, routes } = await withRoutes(() =>
    buildTestApp({
      program: {
        rules: [{ key: 'later', definition: ruleDefinition({ approval_period_seconds: 60 }) }],
        rewards: [{ key: 'pooled', definition: voucherDefinition({ codes: { kind: 'pool' } }) }],
      },
      extend: (app, deps) => {
        metrics = startMetrics(deps, {
          version: '1.2.3',
          load: () => ({ most: 10, busy: 1, idle: 2, waiting: 3 }),
          troubles: () => ['database_full'],
          programs: ['shop', 'unknown'],
          patience_ms: 60_000,
        });
        metricsRoute(app, metrics, TOKEN);
      },
    }),
  ));
});
afterAll(async () => {
  metrics.stop();
  await test.close();
});

async function scrape(): Promise<Sample[]> {
  test.clock.advance(5_000);
  const response = await supertest(test.url).get('/metrics').set('authorization', `Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return readMetrics(response.text);
}

function valueIn(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  return samples.find(
    (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
  )?.value;
}

describe('the metrics', () => {
  it('are nothing to those without the token, as if there were none', async () => {
    expect((await supertest(test.url).get('/metrics')).status).toBe(404);
    expect((await test.get('/metrics')).status).toBe(404);
  });

  it('count requests, refusals and time by route and method, and no customer', async () => {
    await createCustomer(test.deps, await test.program(), { merchant_id: 'ada@example.com' });
    await test.get('/v2/customers/ada%40example.com').expect(200);
    await test.get('/v2/customers/nobody%40example.com').expect(404);
    await test.get('/nowhere/ada%40example.com').expect(404);
    const samples = await scrape();
    const route = { method: 'GET', route: '/v2/customers/:merchant_id' };
    expect(valueIn(samples, 'loyaltyd_http_requests_total', route)).toBe(2);
    expect(valueIn(samples, 'loyaltyd_http_refusals_total', route)).toBe(1);
    expect(valueIn(samples, 'loyaltyd_http_errors_total', route)).toBe(0);
    expect(valueIn(samples, 'loyaltyd_http_request_seconds_total', route)).toBeGreaterThan(0);
    expect(valueIn(samples, 'loyaltyd_http_request_duration_seconds_count', { family: 'v2' })).toBe(2);
    expect(valueIn(samples, 'loyaltyd_program_requests_total', { program: 'shop' })).toBeGreaterThanOrEqual(
      2,
    );
    expect(JSON.stringify(samples)).not.toMatch(/ada|nobody/);
  });

  it('count requests of addresses that are no route together, whatever their methods', async () => {
    for (const method of ['GET', 'PUT', 'PURGE'])
      requestEnded.publish({ method, route: null, status: 404, ms: 1, program: null } satisfies RequestEnded);
    const unknown = (await scrape()).filter(
      ({ name, labels }) => name === 'loyaltyd_http_requests_total' && labels.route === 'unknown',
    );
    expect(unknown.map(({ labels }) => labels)).toEqual([{ method: 'any', route: 'unknown' }]);
  });

  it('count statements by name, batches, retried transactions and refused keys', async () => {
    transactionRetried.publish('stale');
    await createCustomer(test.deps, await test.program(), { merchant_id: '77' });
    const give = (points: number) =>
      test.post('/v2/customers/77/points', { points, note: 'a gift' }).set('idempotency-key', 'one key');
    await give(5).expect(201);
    await give(6).expect(422);
    const samples = await scrape();
    expect(valueIn(samples, 'loyaltyd_statements_total', { statement: 'find_keys' })).toBeGreaterThan(0);
    expect(valueIn(samples, 'loyaltyd_statement_seconds_total', { statement: 'select' })).toBeGreaterThan(0);
    expect(valueIn(samples, 'loyaltyd_transactions_retried_total', { reason: 'stale' })).toBe(1);
    expect(valueIn(samples, 'loyaltyd_idempotency_conflicts_total', { code: 'idempotency_key_reused' })).toBe(
      1,
    );
    expect(valueIn(samples, 'loyaltyd_statement_batch_rows_count')).toBeDefined();
  });

  it('show connections, troubles, jobs and the process', async () => {
    jobEnded.publish({ name: 'sweep', ms: 250, failed: false } satisfies JobEnded);
    jobEnded.publish({ name: 'sweep', ms: 250, failed: true } satisfies JobEnded);
    const ended_at = test.clock.real() / 1000;
    const samples = await scrape();
    expect(valueIn(samples, 'loyaltyd_pool_waiting')).toBe(3);
    expect(valueIn(samples, 'loyaltyd_database_trouble', { trouble: 'database_full' })).toBe(1);
    expect(valueIn(samples, 'loyaltyd_database_trouble', { trouble: 'database_read_only' })).toBe(0);
    expect(valueIn(samples, 'loyaltyd_job_runs_total', { job: 'sweep' })).toBe(2);
    expect(valueIn(samples, 'loyaltyd_job_failures_total', { job: 'sweep' })).toBe(1);
    expect(valueIn(samples, 'loyaltyd_job_seconds_total', { job: 'sweep' })).toBe(0.5);
    expect(valueIn(samples, 'loyaltyd_job_last_success_timestamp_seconds', { job: 'sweep' })).toBe(ended_at);
    expect(valueIn(samples, 'loyaltyd_info', { version: '1.2.3' })).toBe(1);
    expect(valueIn(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('say how long things have waited, of all programs and of those that are named', async () => {
    const program = await test.program();
    const { id } = await createCustomer(test.deps, program, { merchant_id: 'late' });
    await sql`update customers set next_due_at = ${new Date(test.clock.real() - 95_000)} where id = ${id}`.execute(
      test.deps.db,
    );
    const samples = await scrape();
    expect(valueIn(samples, 'loyaltyd_due_oldest_seconds')).toBe(100);
    expect(valueIn(samples, 'loyaltyd_program_due_oldest_seconds', { program: 'shop' })).toBe(100);
    expect(valueIn(samples, 'loyaltyd_program_due_oldest_seconds', { program: 'unknown' })).toBe(0);
    expect(valueIn(samples, 'loyaltyd_code_pools', { state: 'empty' })).toBe(1);
    expect(valueIn(samples, 'loyaltyd_program_codes_left', { program: 'shop', pool: 'emptiest' })).toBe(0);
    expect(valueIn(samples, 'loyaltyd_horizon_lag_ids')).toBe(0);
    expect(valueIn(samples, 'loyaltyd_deliveries_oldest_seconds', { state: 'due' })).toBe(0);
    expect(valueIn(samples, 'loyaltyd_figures_timestamp_seconds')).toBe(test.clock.real() / 1000);
  });

  it('leave out what cannot be read', async () => {
    await test.database.asOwner('alter table imports rename to away');
    const samples = await scrape();
    await test.database.asOwner('alter table away rename to imports');
    expect(valueIn(samples, 'loyaltyd_due_oldest_seconds')).toBeUndefined();
    expect(valueIn(samples, 'loyaltyd_figures_timestamp_seconds')).toBeUndefined();
    expect(valueIn(samples, 'loyaltyd_pool_waiting')).toBe(3);
    expect(test.logged.join()).toContain('the figures of metrics could not be read');
    expect(valueIn(await scrape(), 'loyaltyd_due_oldest_seconds')).toBeDefined();
  });

  it('have every name that the dashboard and the alerts use, and every alert has a case for promtool', async () => {
    const { stdout: board } = await runCommand(['metrics', 'dashboard'], {});
    const { stdout: alerts } = await runCommand(['metrics', 'alerts'], {});
    test.clock.advance(5_000);
    const defined = [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(
      ([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    );
    const used = [board, alerts].map((text) => text.match(/\b(?:loyaltyd|process|nodejs)_[a-z0-9_]+/g)!);
    expect(used.map((names) => names.filter((name) => !defined.includes(name)))).toEqual([[], []]);
    expect(used.map((names) => new Set(names).size > 12)).toEqual([true, true]);
    const { groups } = parse(alerts) as { groups: { rules: { alert: string }[] }[] };
    const cases = parse(readFileSync('test/support/alert-cases.yaml', 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
    };
    const fired = cases.tests.flatMap((one) =>
      one.alert_rule_test.filter((rule) => rule.exp_alerts.length > 0),
    );
    expect(fired.map(({ alertname }) => alertname).sort()).toEqual(
      groups[0]!.rules.map(({ alert }) => alert).sort(),
    );
  });

  it('are at most 500 series, however many routes and programs there are', async () => {
    for (const { method, pattern } of routes)
      for (const status of [200, 404, 500])
        requestEnded.publish({
          method,
          route: pattern,
          status,
          ms: 1,
          program: 'shop',
        } satisfies RequestEnded);
    for (let name = 0; name < 25; name += 1)
      statementEnded.publish({ name: `hot_${name}`, text: '', began: 0, ms: 1, failed: false });
    for (let name = 0; name < 10; name += 1) jobEnded.publish({ name: `job_${name}`, ms: 1, failed: true });
    const before = await scrape();
    expect(routes.length).toBeGreaterThan(100);
    expect(valueIn(before, 'loyaltyd_http_requests_total', { route: 'other' })).toBeGreaterThan(0);
    expect(before.length).toBeLessThanOrEqual(500);
    await sql`insert into programs (key, name, currency, settings, test, configuration_version, created_at)
      select 'copy-' || n, name, currency, settings, test, configuration_version, created_at
        from programs cross join generate_series(1, 40) n where key = 'shop'`.execute(test.deps.db);
    expect((await scrape()).length).toBeLessThanOrEqual(before.length + 5);
  });
});

describe('the metrics of a server over several schemas', () => {
  it('call a schema served whose figures take too long, and leave those out alone', async () => {
    const { deps } = test;
    const clock = {
      ...deps.clock,
      real: () => {
        throw new Error('timeout');
      },
    };
    const ready = async () => true;
    const list = () => [
      { number: 1, name: 'whole', opened: { ready, deps } },
      { number: 2, name: 'slow', opened: { ready, deps: { ...deps, clock } } },
      { number: 3, name: 'behind', opened: { ready: async () => false, deps } },
      { number: 4, name: 'away', opened: { ready: () => Promise.reject(new Error('away')), deps } },
      { number: 5, name: 'unopened', opened: undefined },
    ];
    const several = startMetrics(deps, {
      version: '1.2.3',
      load: () => ({ most: 10, busy: 1, idle: 2, waiting: 3 }),
      troubles: () => [],
      programs: [],
      schemas: { list },
      patience_ms: 60_000,
    });
    const samples = readMetrics(await several.text());
    several.stop();
    const seen = (name: string) =>
      Object.fromEntries(
        samples.filter((one) => one.name === name).map(({ labels, value }) => [labels.schema, value]),
      );
    expect(seen('loyaltyd_schema_served')).toEqual({ whole: 1, slow: 1, behind: 0, away: 0, unopened: 0 });
    expect(Object.keys(seen('loyaltyd_schema_due_oldest_seconds'))).toEqual(['whole']);
  });
});

describe('the metrics of a server that begins to listen', () => {
  it('are read once before anybody asks', async () => {
    const closers = new Closers();
    const config = { host: '127.0.0.1', metrics: { port: 0, token: null, programs: [] } };
    const load = () => ({ most: 10, busy: 1, idle: 2, waiting: 3 });
    const health = { db: test.deps.db, troubles: () => [] } as unknown as Health;
    const app = fastify();
    (await serveMetrics(config, test.deps, { load, health }, closers))(app as unknown as App);
    const read = new Promise<void>((resolve) => {
      statementEnded.subscribe((message) => {
        if (/ledger_rounds/.test((message as StatementEnded).text)) resolve();
      });
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    await read;
    await app.close();
    await closers.closeAll();
  });
});

describe('a port of the metrics', () => {
  it('shows them to whoever reaches it, and nothing else', async () => {
    const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0, token: null });
    const url = `http://127.0.0.1:${server.port}`;
    const response = await supertest(url).get('/metrics');
    expect(readMetrics(response.text).length).toBeGreaterThan(50);
    expect((await supertest(url).get('/v2/program')).status).toBe(404);
    await server.close();
  });

  it('asks for the token where there is one', async () => {
    const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0, token: TOKEN });
    const get = () => supertest(`http://127.0.0.1:${server.port}`).get('/metrics');
    expect((await get()).status).toBe(401);
    expect((await get().set('authorization', `Bearer ${TOKEN}`)).status).toBe(200);
    await server.close();
  });
});
