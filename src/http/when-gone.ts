import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The requests that wait on one connection. Node warns of many listeners, so one listener informs all requests. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` once the connection is done with a request: its answer is out, or the connection broke. If several
 * answers wait for one connection, Node closes only the first of them, so the end of the connection counts too. The
 * returned function calls `leave` earlier; it is never called twice.
 */
export function whenGone(request: FastifyRequest, reply: FastifyReply, leave: () => void): () => void {
  const { socket } = request.raw;
  const present = waiting.get(socket) ?? watch(socket);
  const leaveOnce = () => {
    if (!present.delete(leaveOnce)) return;
    reply.raw.off('close', leaveOnce);
    leave();
  };
  present.add(leaveOnce);
  reply.raw.once('close', leaveOnce);
  if (isGone(request, reply)) leaveOnce();
  return leaveOnce;
}

/** Whether nobody can read the answer any more. */
export function isGone({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): boolean {
  return raw.closed || socket.closed;
}

function watch(socket: Socket): Set<() => void> {
  const present = new Set<() => void>();
  waiting.set(socket, present);
  socket.once('close', () => {
    for (const leave of present) leave();
  });
  return present;
}
