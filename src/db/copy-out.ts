import { to as copyTo } from 'pg-copy-streams';
import { cutConnection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';

/**
 * Runs `COPY … TO STDOUT` and yields its bytes as Postgres sends them. The connection is held, and the statement open,
 * as long as the reader takes: read on without waiting for a slow consumer. If the statement still runs when its limit
 * is over, or its reader stops early, the connection is cut.
 */
export async function* copyOut(connections: ConnectionPool, text: string): AsyncGenerator<Buffer> {
  const timeout_ms = connections.statement_timeout_ms;
  const client = await connections.take();
  const deadline =
    timeout_ms > 0
      ? setTimeout(() => cutConnection(client, `a COPY outlived ${timeout_ms} ms`), timeout_ms)
      : undefined;
  let finished = false;
  try {
    yield* client.query(copyTo(text)) as AsyncIterable<Buffer>;
    finished = true;
  } finally {
    clearTimeout(deadline);
    connections.release(client, !finished);
  }
}
