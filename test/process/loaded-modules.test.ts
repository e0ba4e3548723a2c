import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TraceCollector } from '../support/trace-collector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/**
 * The packages of which a server loads code from its start to its end: by Node's own record of the files that ran, in
 * which the bundler names the module that each part comes from.
 */
async function loadedPackages(more: Record<string, string>): Promise<Set<string>> {
  const NODE_V8_COVERAGE = await mkdtemp(join(tmpdir(), 'loyaltyd-loaded-'));
  const server = await startServer({ DATABASE_URL: database.serverUrl, NODE_V8_COVERAGE, ...more });
  await server.logged('listening');
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  const files = await readdir(NODE_V8_COVERAGE);
  const texts = await Promise.all(files.map((file) => readFile(join(NODE_V8_COVERAGE, file), 'utf8')));
  await rm(NODE_V8_COVERAGE, { recursive: true });
  const urls = texts.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result);
  const ours = new Set(urls.map(({ url }) => url).filter((url) => url.startsWith('file:')));
  const parts = await Promise.all([...ours].map((url) => readFile(fileURLToPath(url), 'utf8')));
  const named = parts.flatMap((part) => [...part.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)]);
  return new Set(named.map(([, name]) => name!));
}

const WATCHING = ['prom-client', '@opentelemetry/api', '@opentelemetry/sdk-trace-node'];

describe('a server', () => {
  it('loads nothing for metrics and traces that nobody asked for', async () => {
    const loaded = await loadedPackages({});
    expect(loaded).toContain('fastify');
    expect([...loaded].filter((name) => /prom-client|opentelemetry/.test(name))).toEqual([]);
  });

  it('loads it where somebody did', async () => {
    const collector = await TraceCollector.start();
    const loaded = await loadedPackages({
      METRICS_TOKEN: 'a token of sixteen',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    });
    expect(WATCHING.filter((name) => !loaded.has(name))).toEqual([]);
    expect(collector.named('GET /health/ready')).not.toEqual([]);
    await collector.close();
  });
});
