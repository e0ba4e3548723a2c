import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A metric's value, with its labels. */
export type Sample = readonly [labels: Record<string, string>, value: number];

/** One metric. Its value is read whenever the metrics are served. */
export interface Described {
  name: string;
  help: string;
  labels?: readonly string[];
  read: () => Iterable<Sample> | number | undefined;
}

/** A registry of metrics that are read when they are served. */
export class Metrics {
  readonly registry = new Registry();

  counter(described: Described): void {
    const counter = new Counter({
      ...this.common(described),
      collect: () => {
        counter.reset();
        for (const [labels, value] of samplesOf(described)) counter.inc(labels, value);
      },
    });
  }

  gauge(described: Described): void {
    const gauge = new Gauge({
      ...this.common(described),
      collect: () => {
        gauge.reset();
        const samples = [...samplesOf(described)];
        // Otherwise a gauge without labels would show 0 for an unknown value.
        if (samples.length === 0 && !described.labels) gauge.remove();
        for (const [labels, value] of samples) gauge.set(labels, value);
      },
    });
  }

  histogram(name: string, help: string, buckets: number[], labels: string[] = []): Histogram {
    return new Histogram({ name, help, buckets, labelNames: labels, registers: [this.registry] });
  }

  private common({ name, help, labels = [] }: Described) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }
}

function samplesOf({ read }: Described): Iterable<Sample> {
  const found = read();
  if (found === undefined) return [];
  return typeof found === 'number' ? [[{}, found]] : found;
}

/**
 * The metrics of the process itself, under the names that dashboards know. Returns a function that stops the watch of
 * the event loop.
 */
export function describeProcess(metrics: Metrics, version: string): () => void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  metrics.gauge({
    name: 'loyaltyd_info',
    help: 'The version of the server, as a label.',
    labels: ['version'],
    read: () => [[{ version }, 1]],
  });
  metrics.counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of this process.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  });
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process.',
    read: () => process.memoryUsage.rss(),
  });
  metrics.gauge({
    name: 'process_start_time_seconds',
    help: 'When this process began, in seconds since 1970.',
    read: () => Math.round(Date.now() / 1000 - process.uptime()),
  });
  metrics.gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'The 99th percentile of the delay of the event loop since it was last asked for.',
    read: () => {
      const seconds = loop.percentile(99) / 1e9;
      loop.reset();
      return seconds;
    },
  });
  return () => loop.disable();
}
