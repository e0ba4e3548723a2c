import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { type StatementEnded, statementEnded } from '../db/signals.ts';
import type { App } from '../http/app-types.ts';
import type { OutboundOptions } from '../outbound/outbound.ts';
import { OwnSampler } from './own-sampler.ts';
import { statementTitle } from './statement-title.ts';
import { traceRequests } from './trace-requests.ts';

export interface Tracing {
  /** Adds hooks that make a span of each request and of its operation. */
  traceRequests(app: App): void;
  /** Sends the trace with each request to another server that changes something there. */
  around: NonNullable<OutboundOptions['around']>;
  /** Sends the spans that wait. */
  flush(): Promise<void>;
  /** Sends the waiting spans, if the collector takes them at once, and ends tracing. */
  stop(): Promise<void>;
}

interface TracingOptions {
  endpoint: string;
  version: string;
  /** The share of requests that are traced, from 0 to 1. */
  share: number;
}

/**
 * Begins to send spans to the collector at this address: each request, its operation, and the statements of the
 * operation. No span contains a value of a request or a customer. The library reads headers and the name of the service
 * from its own variables.
 */
export function startTracing(options: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const own = resourceFromAttributes({ 'service.name': 'loyaltyd', 'service.version': options.version });
  const provider = new NodeTracerProvider({
    sampler: new OwnSampler(options.share, Math.random),
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = trace.getTracer('loyaltyd');
  const onStatement = (message: unknown) => {
    // Statements of background work belong to no request.
    if (!trace.getActiveSpan()) return;
    const { name, text, began, ms, failed } = message as StatementEnded;
    const startTime = performance.timeOrigin + began;
    const span = tracer.startSpan(name ?? statementTitle(text), {
      kind: SpanKind.CLIENT,
      startTime,
      attributes: { 'db.system.name': 'postgresql' },
    });
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startTime + ms);
  };
  statementEnded.subscribe(onStatement);
  return {
    traceRequests: (app) => traceRequests(app, tracer),
    around: (request, send) => {
      if (request.method !== 'POST') return send(request);
      const attributes = { 'server.address': new URL(request.url).hostname };
      return tracer.startActiveSpan('POST', { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const headers = { ...request.headers };
        propagation.inject(context.active(), headers);
        try {
          const answer = await send({ ...request, headers });
          span.setAttribute('http.response.status_code', answer.status);
          if (answer.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
          return answer;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    flush: () => provider.forceFlush(),
    async stop() {
      statementEnded.unsubscribe(onStatement);
      await withinLimit(provider.shutdown());
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

/** The end of the server has a limit, and a collector that does not answer must not use it up. */
const END_MS = 500;

async function withinLimit(ending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_MS);
  });
  try {
    await Promise.race([ending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The fields of a log line that was written within a trace. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
