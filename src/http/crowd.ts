import type { App } from './app-types.ts';
import { isOfHealth, tooBusy } from './fair-share.ts';

/** A quarter of them is worked on at once; the others wait for their turn. */
export const MOST_PRESENT = 1_024;

/**
 * Refuses requests at the door of a full server, before anything is read or looked up for them: a server that works on
 * whatever comes answers nobody in time. Whoever has less here than the average caller comes in all the same, until
 * there are twice as many. A caller is known by what it says of itself, since a look-up would cost more than the
 * refusal.
 */
export function refuseCrowds(app: App, most: number): void {
  const present = new Map<string, number>();
  let all = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (isOfHealth(request)) return done();
    const caller = request.headers.authorization ?? request.ip;
    const own = present.get(caller) ?? 0;
    if (all >= most && (all >= 2 * most || own >= all / present.size)) return done(tooBusy(full(all)));
    all += 1;
    present.set(caller, own + 1);
    reply.raw.once('close', () => {
      all -= 1;
      const left = present.get(caller)! - 1;
      if (left === 0) present.delete(caller);
      else present.set(caller, left);
    });
    done();
  });
}

function full(present: number): string {
  return `The server is full: ${present} requests are here already.`;
}
