import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { neededScope } from './authenticate.ts';
import { networkOf } from './failed-attempts.ts';
import { isOfHealth, isOfMany, TooBusy } from './fair-share.ts';
import { whenGone } from './when-gone.ts';

/** The most requests that are present. The server works on some of them; the others wait for their turn. */
export const MOST_PRESENT = 1_024;

/** Operators have this part of the room to themselves, and the pages to sign in to the console another such part. */
const CONSOLE_PART = 1 / 8;

/** The present requests, the requests whose bodies have not arrived, and the requests whose answers last long. */
interface Room {
  here: RequestSet;
  onTheirWay: RequestSet;
  staying: RequestSet;
}

/**
 * Refuses requests at the door of a full server, before it reads or looks up anything for them: a server that works on
 * every request answers nobody in time. As many requests again may still send their bodies. They take no room from the
 * present requests, because a caller can leave a body unsent on purpose. Operators have a room of their own, so that
 * they can look at a full server. The pages to sign in have another, because anybody may open them.
 */
export function refuseOverload(app: App, most: number): void {
  const ofOperators = room(Math.ceil(most * CONSOLE_PART));
  const ofTheirEntrance = room(Math.ceil(most * CONSOLE_PART));
  const ofAllElse = room(most);
  const roomOf = ({ routeOptions: { config } }: FastifyRequest) => {
    if (!config.right) return ofAllElse;
    return config.right === 'anyone' ? ofTheirEntrance : ofOperators;
  };
  app.decorateRequest('place', null);
  app.decorate('stay', (request: FastifyRequest, reply: FastifyReply) => {
    const { place } = request;
    const refusal = roomOf(request).staying.enter(request, reply);
    if (refusal) throw refusal;
    place?.leave();
  });
  app.addHook('onRequest', (request, reply, done) => {
    done(isOfHealth(request) ? undefined : roomOf(request).here.enter(request, reply));
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete || isOfHealth(request)) return done(null, payload);
    const { here, onTheirWay } = roomOf(request);
    here.leave(request);
    done(onTheirWay.enter(request, reply), payload);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const { here, onTheirWay } = roomOf(request);
    if (here.has(request) || isOfHealth(request)) return done();
    onTheirWay.leave(request);
    done(here.enter(request, reply));
  });
}

function room(most: number): Room {
  return { here: new RequestSet(most), onTheirWay: new RequestSet(most), staying: new RequestSet(most) };
}

/**
 * At most so many requests at once. A caller that has fewer requests here than the average caller is admitted beyond
 * that, up to twice as many in all. The caller is taken from the request as it claims, because a look-up would cost
 * more than the refusal.
 */
class RequestSet {
  private all = 0;
  private readonly byCaller = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Returns the refusal if there is no room. An admitted request leaves when it ends, at the latest. */
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
    request.place = { crowd: this, leave };
    return undefined;
  }

  has({ place }: FastifyRequest): boolean {
    return place?.crowd === this;
  }

  leave(request: FastifyRequest): void {
    if (!this.has(request)) return;
    request.place!.leave();
    request.place = null;
  }
}

/** On a route that needs no key, nobody checks the header with the key, so it cannot name the caller. */
function callerOf(request: FastifyRequest): string {
  const name = (neededScope(request) && request.headers.authorization) ?? networkOf(request.ip);
  return isOfMany(request) ? `${name}, of many` : name;
}

function full(present: number): TooBusy {
  return new TooBusy('full', `The server is full: ${present} requests are here already.`);
}
