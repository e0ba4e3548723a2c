import { to as copyTo } from 'pg-copy-streams';
import { cutConnection } from './connection.ts';
import type { Connections } from './connection-pool.ts';

/** A reader that goes on never pauses so long, be it a slow network or somebody who reads a pager. */
const PATIENCE_MS = 300_000;

/**
 * Runs `COPY … TO STDOUT` and yields its bytes as Postgres sends them. The connection is held, and the statement open,
 * as long as the reader takes: read on without waiting for a slow consumer. If the statement still runs when its limit
 * is over, or its reader stops early or takes nothing for `patience_ms`, the connection is cut: the snapshot of a
 * statement without a limit would hold back the vacuum of the whole database.
 */
export async function* copyOut(
  connections: Connections,
  text: string,
  patience_ms = PATIENCE_MS,
): AsyncGenerator<Buffer> {
  const timeout_ms = connections.statement_timeout_ms;
  const client = await connections.take();
  const deadline =
    timeout_ms > 0
      ? setTimeout(() => cutConnection(client, `a COPY outlived ${timeout_ms} ms`), timeout_ms)
      : undefined;
  let finished = false;
  try {
    for await (const bytes of client.query(copyTo(text)) as AsyncIterable<Buffer>) {
      const unread = setTimeout(() => cutConnection(client, 'nobody read the rows'), patience_ms);
      try {
        yield bytes;
      } finally {
        clearTimeout(unread);
      }
    }
    finished = true;
  } finally {
    clearTimeout(deadline);
    connections.release(client, !finished);
  }
}
