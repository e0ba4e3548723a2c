import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

const CODES = { ok: 'printed', failed: 'it could not be printed' };

export function addMetrics(program: Command, shell: Shell): void {
  const metrics = program.command('metrics').description('What to do with the metrics of servers.');
  add(metrics, 'dashboard', 'Print a dashboard of the metrics, for Grafana to import.', CODES).action(
    (options: Options) => run(shell, options, async () => (await import('../metrics.ts')).metricsDashboard()),
  );
  add(metrics, 'alerts', 'Print alert rules for Prometheus.', CODES).action((options: Options) =>
    run(shell, options, async () => (await import('../metrics.ts')).metricsAlerts()),
  );
}
