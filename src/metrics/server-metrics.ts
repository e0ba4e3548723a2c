import { Watch } from '../domain/core/watch.ts';
import { joinFigures } from '../domain/operating/join-figures.ts';
import { type OperatingFigures, readOperatingFigures } from '../domain/operating/read-figures.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { describeFigures } from './describe-figures.ts';
import { describeServer, type ServerSources } from './describe-server.ts';
import { describeProcess, Metrics } from './registry.ts';

export interface ServerMetrics {
  content_type: string;
  /** The metrics as text in the format of Prometheus. */
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
  /** undefined: the schema is not opened yet. */
  opened:
    | {
        /** Whether the schema's requests can be served: its database answers and is migrated. */
        ready: () => Promise<boolean>;
        /** The dependencies to read the schema's figures, with a connection that no request can take. */
        deps: FigureDeps;
      }
    | undefined;
}

/** The state of a schema beside the home at the last look. */
interface SeenSchema {
  number: number;
  name: string;
  is_served: boolean;
  /** undefined: the schema is not served, or its figures could not be read. */
  figures: OperatingFigures | undefined;
}

interface MetricsOptions extends Omit<ServerSources, 'clock'> {
  version: string;
  /** Absent: there is one schema. */
  schemas?: SchemaSources | undefined;
  /** The longest time that a scrape waits for new figures. Then it gets the last ones. */
  patience_ms?: number;
}

/** Figures are read at most once in this time, however many scrapes ask. */
const KEPT_MS = 5_000;
const PATIENCE_MS = 1_000;

/** Begins to count the work of this process. `deps.db` is a connection that no request can take. */
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
      // The scrape may have been answered without the figures by now, so the failure is logged here.
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
      // If figures cannot be read they are left out: old figures would hide the failure.
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
 * Looks at every schema beside the home. If the figures of one cannot be read, the others are still shown. Such a
 * schema may be served all the same: on a busy machine its figures take longer than requests.
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

/** There are few schemas, so each has lines of its own. They show which schema is late or unreachable. */
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
