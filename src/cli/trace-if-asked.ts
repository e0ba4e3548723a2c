import type { Config } from '../config.ts';
import type { Tracing } from '../tracing/start-tracing.ts';
import { VERSION } from '../version.ts';

/** Tracing, with the fields that it adds to a line of the log. */
export interface Traced extends Tracing {
  fields: () => object;
}

/** OpenTelemetry is loaded only if the configuration names a collector. */
export async function traceIfAsked({ traces }: Pick<Config, 'traces'>): Promise<Traced | undefined> {
  if (traces === null) return undefined;
  const { startTracing, traceFields } = await import('../tracing/start-tracing.ts');
  return { ...startTracing({ ...traces, version: VERSION }), fields: traceFields };
}
