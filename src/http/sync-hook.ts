import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * Makes a hook from a check that waits for nothing and throws its refusal. An async function would cost every request a
 * promise, and the promise a step of the event loop.
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
