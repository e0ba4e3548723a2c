import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * A hook out of a check that waits for nothing and throws its refusal. As an async function it would cost every request
 * a promise, and the promise a step of the event loop.
 */
export function syncHook(check: (request: FastifyRequest, reply: FastifyReply) => void) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    let refusal: Error | undefined;
    try {
      check(request, reply);
    } catch (error) {
      refusal = error as Error;
    }
    done(refusal);
  };
}
