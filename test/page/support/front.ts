import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SELF_SIGNED } from '../../support/tls.ts';

export type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** Sites that speak https, all on one port. */
export interface Front {
  origins: readonly string[];
  port: number;
  /** From now on these are the sites, by origin, and what requests say about where they came from is written down. */
  serve(sites: Record<string, Site>, referrers: string[]): void;
}

/** The tests' little internet. It does not keep its process alive. */
export async function openFront(origins: readonly string[]): Promise<Front> {
  let served: Record<string, Site> = {};
  let written: string[] = [];
  const server = createServer(SELF_SIGNED, (request, response) => {
    const { host, referer } = request.headers;
    if (referer !== undefined) written.push(referer);
    const site = served[`https://${host}`];
    if (site) site(request, response);
    else response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    origins,
    port: (server.address() as AddressInfo).port,
    serve(sites, referrers) {
      served = sites;
      written = referrers;
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
