import { Watch } from '../domain/core/watch.ts';
import { joinFigures } from '../domain/operating/join-figures.ts';
import { type OperatingFigures, readOperatingFigures } from '../domain/operating/read-figures.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { describeFigures } from './describe-figures.ts';
import { describeServer, type ServerSources } from './describe-server.ts';
import { describeProcess, Metrics } from './registry.ts';

export interface ServerMetrics {
  content_type: string;
  /** The metrics as text, as Prometheus reads them. */
  text(): Promise<string>;
  stop(): void;
}

type FigureDeps = Pick<Deps, 'db' | 'clock' | 'programs'>;

/** The schemas of a server beside the home. */
export interface SchemaSources {
  /** The readers of figures of those that are served, on connections that no request can take. */
  served(): readonly FigureDeps[];
  /** How many are not served: away, behind, or being made. */
  countAway(): number;
}

interface MetricsOptions extends Omit<ServerSources, 'clock'> {
  version: string;
  /** Absent: there is one schema. */
  schemas?: SchemaSources | undefined;
  /** Whoever asks waits at most so long for new figures, and gets the last ones then. */
  patience_ms?: number;
}

/** Figures are read once in so long at most, however many ask. */
const KEPT_MS = 5_000;
const PATIENCE_MS = 1_000;

/** Begins to count what this process does. `deps.db` is a connection that no request can take. */
export function startMetrics(
  deps: Pick<Deps, 'db' | 'clock' | 'programs' | 'logger'>,
  options: MetricsOptions,
): ServerMetrics {
  const metrics = new Metrics();
  let latest: OperatingFigures | undefined;
  let read_at = 0;
  const watch = new Watch<OperatingFigures | undefined>(deps, KEPT_MS, async () => {
    try {
      const figures = await readAllFigures(deps, options.schemas);
      read_at = deps.clock.real();
      return figures;
    } catch (error) {
      // Whoever asked may have gone without it by now.
      deps.logger.warn({ err: error }, 'the figures of metrics could not be read');
      throw error;
    }
  });
  const stopWatch = describeProcess(metrics, options.version);
  const tally = describeServer(metrics, { ...options, clock: deps.clock });
  describeFigures(metrics, () => latest, options.programs);
  metrics.gauge({
    name: 'loyaltyd_figures_timestamp_seconds',
    help: 'When the figures that come from the database were read, in seconds since 1970.',
    read: () => (latest ? read_at / 1000 : undefined),
  });
  const { schemas } = options;
  if (schemas) {
    metrics.gauge({
      name: 'loyaltyd_schemas',
      help: 'Schemas of the directory beside the home. away: it is not served, since its database is away, it is behind, or it is being made.',
      labels: ['state'],
      read: () => [
        [{ state: 'served' }, schemas.served().length],
        [{ state: 'away' }, schemas.countAway()],
      ],
    });
  }
  return {
    content_type: metrics.registry.contentType,
    async text() {
      // Figures that cannot be read are left out: old ones would hide that.
      latest = await watch.within(options.patience_ms ?? PATIENCE_MS, undefined).catch(() => undefined);
      return metrics.registry.metrics();
    },
    stop() {
      tally.stop();
      stopWatch();
    },
  };
}

/** The figures of the home, and of every other schema that can tell its own: `loyaltyd_schemas` counts those that are away. */
async function readAllFigures(
  home: FigureDeps,
  schemas: SchemaSources | undefined,
): Promise<OperatingFigures> {
  const others = (schemas?.served() ?? []).map((deps) => readOperatingFigures(deps).catch(() => undefined));
  const own = await readOperatingFigures(home);
  const read = await Promise.all(others);
  return joinFigures([own, ...read.filter((figures) => figures !== undefined)]);
}
