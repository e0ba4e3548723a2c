import type { Socket } from 'node:net';
import type { App } from './app-types.ts';

const SWEEP_MS = 100;

/**
 * Closing waits only for the requests in flight. Answers say `connection: close`. A connection without a request is
 * closed at once, and the others after `deadline_ms`.
 */
export function closeGracefully(app: App, deadline_ms: number): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = () => {
    app.server.closeIdleConnections();
    // Node does not count a connection that never sent a byte as idle, because it still waits for its first request.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    const sweep = setInterval(closeIdle, SWEEP_MS);
    const deadline = setTimeout(() => app.server.closeAllConnections(), deadline_ms);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(deadline);
    });
    closeIdle();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
