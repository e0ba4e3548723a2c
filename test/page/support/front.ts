import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SELF_SIGNED } from '../../support/tls.ts';

export type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** Sites that speak https, all on one port. */
export interface Front {
  origins: string[];
  port: number;
  close(): Promise<void>;
}

/** Serves the test's little internet, by origin, and writes down what requests say about where they came from. */
export async function openFront(sites: Record<string, Site>, referrers: string[]): Promise<Front> {
  const server = createServer(SELF_SIGNED, (request, response) => {
    const { host, referer } = request.headers;
    if (referer !== undefined) referrers.push(referer);
    sites[`https://${host}`]!(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origins: Object.keys(sites),
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Hands requests on to the server at that address, as an operator's reverse proxy does. `lost`: a header that no answer keeps. */
export function proxyTo(target: () => string, lost = ''): Site {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(new URL(url!, target()), { method, headers }, (answer) => {
      const { [lost]: _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode!, kept);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
}
