import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

/** Answers in place of the server until the server is ready. */
export interface HoldingServer {
  close(): Promise<void>;
}

/**
 * Occupies the port from the first moment. It answers that the process is alive and not ready, and refuses everything
 * else as unavailable. Throws CommandError if the address is not available.
 */
export async function startHoldingServer(host: string, port: number): Promise<HoldingServer> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path === '/health/live') {
      response.writeHead(200, HEADERS).end('{"status":"live"}');
    } else if (path === '/health/ready') {
      response.writeHead(503, HEADERS).end('{"status":"not ready"}');
    } else {
      answerUnavailable(response, 'The server is starting, or cannot.');
    }
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CommandError(EXIT.unavailable, describeListenError(error as NodeJS.ErrnoException, host, port));
  }
  return {
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Refuses a request that nobody works on, and closes its connection. */
export function answerUnavailable(response: ServerResponse, message: string): void {
  const error = { code: 'unavailable', message, details: { effect: 'none' } };
  answerAtTheDoor(response, { status: 503, retry_after_seconds: 5, error });
}

/** Refuses a request of a caller that asked too often, and closes its connection. */
export function answerTooMany(response: ServerResponse, message: string): void {
  answerAtTheDoor(response, {
    status: 429,
    retry_after_seconds: 1,
    error: { code: 'rate_limited', message },
  });
}

function answerAtTheDoor(
  response: ServerResponse,
  { status, retry_after_seconds, error }: { status: number; retry_after_seconds: number; error: object },
): void {
  const request_id = randomUUID();
  const headers = { ...HEADERS, 'retry-after': String(retry_after_seconds), 'x-request-id': request_id };
  response.writeHead(status, headers).end(JSON.stringify({ error: { ...error, request_id } }));
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
};

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `${host}:${port} is in use by another process: end that, or set PORT.`;
    case 'EACCES':
      return `This user may not listen on port ${port}: set PORT to 1024 or more.`;
    default:
      return `${host}:${port} cannot be listened on (${error.message}): set HOST and PORT.`;
  }
}
