import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { Deps } from '../domain/programs/deps.ts';
import type { App } from './app-types.ts';
import { rawFailure, TransportError, type TransportStatus, transportFailure } from './errors.ts';
import { newRequestId } from './request-id.ts';
import { syncHook } from './sync-hook.ts';

/** Answers bytes that Node could not read as a request, in the shape of every other failure. */
export function answerMalformedHttp(deps: Pick<Deps, 'random' | 'logger'>) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statusOf(error);
    const id = newRequestId(deps.random);
    deps.logger.info(
      { request_id: id, status, cause: error.code ?? null, address: socket.remoteAddress ?? null },
      'a malformed request',
    );
    const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null };
    // The malformed bytes came after a whole request. That request gets its own answer, and then the connection ends.
    if (underWay?.req.complete) underWay.once('close', () => socket.destroySoon());
    // The refusal must not be written into an answer that is already on its way on this connection.
    else if (socket.writable && !underWay?.headersSent) socket.end(rawFailure(transportFailure(status), id));
    else socket.destroy();
  };
}

/**
 * Answers the requests that Node would answer itself, in the shape of every other failure: tunnels, expectations,
 * requests without a host.
 */
export function answerForNode(app: App, deps: Pick<Deps, 'random'>): void {
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end(rawFailure(transportFailure(400), newRequestId(deps.random)));
  });
  // A server may ignore expectations that it does not know (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook(
    'onRequest',
    syncHook(({ raw }) => {
      const hosts = hostHeaders(raw);
      // If there are two hosts, a proxy in front may have used the other one.
      if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new TransportError(400);
    }),
  );
}

function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function statusOf(error: ConnectionError): TransportStatus {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (error.code === 'HPE_HEADER_OVERFLOW') return endedInFirstLine(error) ? 414 : 431;
  return 400;
}

/** Whether the address was too large: no line ends before the place at which the parser stopped, nor there. */
function endedInFirstLine({ rawPacket, bytesParsed }: ConnectionError): boolean {
  // The types declare the packet as its JSON form; it is a Buffer.
  const packet = rawPacket as unknown as Buffer;
  return !packet.subarray(0, bytesParsed).includes('\n') && packet[bytesParsed] !== CARRIAGE_RETURN;
}

const CARRIAGE_RETURN = 0x0d;
