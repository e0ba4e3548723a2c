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
  /** In ascending order of their numbers. */
  list(): readonly SchemaSource[];
}

interface SchemaSource {
  number: number;
  name: string;
  /** undefined: it was not opened yet. */
  opened:
    | {
        /** Whether its requests can be served: its database answers and is migrated. */
        ready: () => Promise<boolean>;
        /** The reader of its figures, on a connection that no request can take. */
        deps: FigureDeps;
      }
    | undefined;
}

/** A schema beside the home, as the last look found it. */
interface SeenSchema {
  number: number;
  name: string;
  is_served: boolean;
  /** undefined: it is not served, or they could not be read. */
  figures: OperatingFigures | undefined;
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
  let seen: readonly SeenSchema[] = [];
  const watch = new Watch<OperatingFigures | undefined>(deps, KEPT_MS, async () => {
    try {
      const [own, others] = await Promise.allSettled([
        readOperatingFigures(deps),
        readSchemas(options.schemas),
      ]);
      if (others.status === 'fulfilled') seen = others.value;
      if (own.status === 'rejected') throw own.reason;
      const figures = joinFigures([own.value, ...seen.flatMap((schema) => schema.figures ?? [])]);
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
  describeSchemas(metrics, () => seen);
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

/**
 * Looks at every schema beside the home. One that cannot tell its figures keeps no other from it, and may be served: they
 * take longer than requests do on a busy machine.
 */
function readSchemas(schemas: SchemaSources | undefined): Promise<SeenSchema[]> {
  return Promise.all(
    (schemas?.list() ?? []).map(async ({ number, name, opened }) => {
      const served = (await opened?.ready().catch(() => false)) ? opened : undefined;
      const figures = served && (await readOperatingFigures(served.deps).catch(() => undefined));
      return { number, name, is_served: served !== undefined, figures };
    }),
  );
}

/** Schemas are few: each has lines of its own, which say where something is late or away. */
function describeSchemas(metrics: Metrics, seen: () => readonly SeenSchema[]): void {
  const labels = ['number', 'schema'];
  const labelsOf = ({ number, name }: SeenSchema) => ({ number: String(number), schema: name });
  metrics.gauge({
    name: 'loyaltyd_schema_served',
    help: 'Whether a schema beside the home is served. 0: its database is away, it is behind, or it is being made.',
    labels,
    read: () => seen().map((schema) => [labelsOf(schema), schema.is_served ? 1 : 0]),
  });
  metrics.gauge({
    name: 'loyaltyd_schema_due_oldest_seconds',
    help: 'The same as loyaltyd_due_oldest_seconds, for each schema beside the home.',
    labels,
    read: () =>
      seen().flatMap((schema) =>
        schema.figures
          ? [[labelsOf(schema), Math.max(0, ...schema.figures.due.map(({ seconds }) => seconds))]]
          : [],
      ),
  });
}
