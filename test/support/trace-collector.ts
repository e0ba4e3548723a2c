import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP writes it in JSON. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

/** A small collector of traces, which takes OTLP over HTTP with JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** The attributes of the service that sent the last spans. */
  resource: Record<string, unknown> = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const collector = new TraceCollector(server);
    server.on('request', async (request, response) => {
      const sent = (await json(request)) as {
        resourceSpans: {
          resource: { attributes: { key: string; value: { stringValue?: string } }[] };
          scopeSpans: { spans: CollectedSpan[] }[];
        }[];
      };
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        collector.resource = Object.fromEntries(
          resource.attributes.map(({ key, value }) => [key, value.stringValue]),
        );
        for (const { spans } of scopeSpans) collector.spans.push(...spans);
      }
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
    });
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  childrenOf({ spanId }: CollectedSpan): CollectedSpan[] {
    return this.spans.filter((span) => span.parentSpanId === spanId);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
