import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body parsed; undefined when it is empty. Throws when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what tests are there to say.
  readonly json: any;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request with exactly this path. Its body is sent as JSON or, if it is text, as it is. undefined for the key:
 * no key.
 */
export function sendJson(
  url: string,
  method: string,
  path: string,
  key: string | undefined,
  body?: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent),
        }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: incoming.statusCode!,
          headers: incoming.headers,
          text,
          get json() {
            return text === '' ? undefined : JSON.parse(text);
          },
        });
      });
    });
    outgoing.end(sent);
  });
}
