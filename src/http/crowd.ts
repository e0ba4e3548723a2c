import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { neededScope } from './authenticate.ts';
import { isOfHealth, TooBusy } from './fair-share.ts';
import { whenGone } from './when-gone.ts';

/** A quarter of them is worked on at once; the others wait for their turn. */
export const MOST_PRESENT = 1_024;

/**
 * Refuses requests at the door of a full server, before anything is read or looked up for them: a server that works on
 * whatever comes answers nobody in time. As many more may be on their way, whose bodies have yet to come: they take no
 * room from those that are here, since a body can be left unsent on purpose.
 */
export function refuseCrowds(app: App, most: number): void {
  const here = new Crowd(most);
  const onTheirWay = new Crowd(most);
  app.addHook('onRequest', (request, reply, done) => {
    done(isOfHealth(request) ? undefined : here.enter(request, reply));
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete || isOfHealth(request)) return done(null, payload);
    here.leave(request);
    done(onTheirWay.enter(request, reply), payload);
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (here.has(request) || isOfHealth(request)) return done();
    onTheirWay.leave(request);
    done(here.enter(request, reply));
  });
}

/**
 * At most so many requests at once. Whoever has less than the average caller comes in all the same, until there are
 * twice as many. A caller is known by what it says of itself, since a look-up would cost more than the refusal.
 */
class Crowd {
  private all = 0;
  private readonly byCaller = new Map<string, number>();
  private readonly waysOut = new WeakMap<FastifyRequest, () => void>();

  constructor(private readonly most: number) {}

  /** Returns the refusal, if there is no room. Whoever is in leaves with the end of its request at the latest. */
  enter(request: FastifyRequest, reply: FastifyReply): TooBusy | undefined {
    const { all, most, byCaller } = this;
    const caller = callerOf(request);
    const own = byCaller.get(caller) ?? 0;
    if (all >= most && (all >= 2 * most || own >= all / byCaller.size)) return full(all);
    this.all += 1;
    byCaller.set(caller, own + 1);
    const leave = whenGone(request, reply, () => {
      this.all -= 1;
      const left = byCaller.get(caller)! - 1;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    });
    this.waysOut.set(request, leave);
    return undefined;
  }

  has(request: FastifyRequest): boolean {
    return this.waysOut.has(request);
  }

  leave(request: FastifyRequest): void {
    this.waysOut.get(request)?.();
    this.waysOut.delete(request);
  }
}

/** Where no key is needed, nobody checks the header that would hold it. */
function callerOf(request: FastifyRequest): string {
  return (neededScope(request) && request.headers.authorization) ?? request.ip;
}

function full(present: number): TooBusy {
  return new TooBusy('full', `The server is full: ${present} requests are here already.`);
}
