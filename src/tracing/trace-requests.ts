import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { App } from '../http/app-types.ts';
import { whenGone } from '../http/when-gone.ts';

/** The span of a request, and the span of its operation after the request has been read and checked. */
interface Traced {
  request: Span;
  within: Context;
  operation?: Span;
}

declare module 'fastify' {
  interface FastifyRequest {
    traced: Traced | null;
  }
}

/** Makes a span of each request, as a part of its caller's trace, and within it a span of its operation. */
export function traceRequests(app: App, tracer: Tracer): void {
  app.decorateRequest('traced', null);
  app.addHook('onRequest', (request, reply, done) => {
    const caller = propagation.extract(context.active(), request.headers);
    const route = request.is404 ? undefined : request.routeOptions.url;
    const span = tracer.startSpan(
      route ? `${request.method} ${route}` : request.method,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, ...(route && { 'http.route': route }) },
      },
      caller,
    );
    const { traceId: trace_id, spanId: span_id } = span.spanContext();
    request.log = request.log.child({ trace_id, span_id });
    const within = trace.setSpan(caller, span);
    request.traced = { request: span, within };
    whenGone(request, reply, () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      request.traced?.operation?.end();
      span.end();
    });
    context.with(within, done);
  });
  // A body is read in the context of its connection, so the request's context is entered again.
  app.addHook('preValidation', (request, _reply, done) => {
    const { within } = request.traced!;
    context.with(within, done);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const of = request.traced!;
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string };
    of.operation = tracer.startSpan(operationId ?? 'handle', {}, of.within);
    context.with(trace.setSpan(of.within, of.operation), done);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.traced?.operation?.end();
    done();
  });
}
