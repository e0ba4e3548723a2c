import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listenForMetrics } from '../../src/metrics/serve-metrics.ts';
import { type ServerMetrics, startMetrics } from '../../src/metrics/server-metrics.ts';
import { buildTestApp } from '../support/app.ts';
import { runCommand } from '../support/run-command.ts';

const isThere = spawnSync('prometheus', ['--version']).status === 0;

/** Runs Prometheus by that configuration, and resolves with its address. */
async function startPrometheus(folder: string) {
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('Prometheus ended before it listened');
    const [, address] = /"Listening on".* address=(\S+)/.exec(value) ?? [];
    if (address) return { url: `http://${address}`, stop };
  }
}

it('Prometheus reads a server by the configuration of the example, and evaluates its alerts', async (context) => {
  context.skip(!isThere, 'prometheus is not here');
  let metrics: ServerMetrics | undefined;
  const test = await buildTestApp({
    extend: (_, deps) => {
      const load = () => ({ most: 10, busy: 0, idle: 1, waiting: 0 });
      metrics = startMetrics(deps, {
        version: '1.2.3',
        load,
        troubles: () => [],
        programs: [],
        patience_ms: 60_000,
      });
    },
  });
  const server = await listenForMetrics(metrics!, { host: '127.0.0.1', port: 0, token: null });
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-prometheus-'));
  const example = await readFile('examples/compose/prometheus.yml', 'utf8');
  const config = example
    .replace('/monitoring/', `${folder}/`)
    .replace('loyaltyd:9400', `127.0.0.1:${server.port}`)
    .replaceAll('15s', '200ms');
  await writeFile(join(folder, 'prometheus.yml'), config);
  await writeFile(join(folder, 'alerts.yml'), (await runCommand(['metrics', 'alerts'], {})).stdout);
  const prometheus = await startPrometheus(folder);
  try {
    while ((await fetch(`${prometheus.url}/-/ready`)).status !== 200) await pause(50);
    const ask = async (path: string) => (await (await fetch(`${prometheus.url}/api/v1/${path}`)).json()).data;
    const found = async (query: string) =>
      (await ask(`query?query=${encodeURIComponent(query)}`)).result as {
        metric: Record<string, string>;
        value: [number, string];
      }[];
    while ((await found('up{job="loyaltyd"} == 1')).length === 0) await pause(50);
    expect((await found('loyaltyd_info'))[0]!.metric).toMatchObject({ job: 'loyaltyd', version: '1.2.3' });
    expect(Number((await found('scrape_samples_scraped'))[0]!.value[1])).toBeGreaterThan(50);
    const healths = async () => {
      const { groups } = (await ask('rules')) as { groups: { rules: { health: string }[] }[] };
      return groups.flatMap(({ rules }) => rules.map(({ health }) => health));
    };
    while ((await healths()).includes('unknown')) await pause(50);
    expect(new Set(await healths())).toEqual(new Set(['ok']));
  } finally {
    await prometheus.stop();
    await server.close();
    metrics!.stop();
    await test.close();
    await rm(folder, { recursive: true });
  }
});
