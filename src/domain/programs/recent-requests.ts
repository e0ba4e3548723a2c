import type { CoreDeps } from '../core/deps.ts';
import { insertRecentRequests, type RequestOfCaller } from './recent-request-store.ts';

/** Of one caller so many that were answered, and so many that were refused, are kept from one writing to the next. */
export const KEPT_OF_A_CALLER = 100;

/** Of all callers together. */
const KEPT_OF_ALL = 2_000;

/** The latest of a kind, at most `KEPT_OF_A_CALLER`. */
interface Ring {
  requests: RequestOfCaller[];
  /** How many came, whether or not they are still there. */
  came: number;
}

/**
 * The requests of this process since the last writing: those of a busy caller push out its own earlier ones and nobody
 * else's. `write` writes all of them together. A process that is killed loses them.
 */
export class RecentRequests {
  private rings = new Map<string, Ring>();
  private kept = 0;

  constructor(private readonly deps: Pick<CoreDeps, 'db' | 'clock'>) {}

  /** Notes a request that ends now. */
  note(request: Omit<RequestOfCaller, 'at'>): void {
    const name = `${request.status < 400 ? '' : 'refused '}${request.caller_kind} ${request.caller_id}`;
    const ring = this.rings.get(name) ?? this.newRing(name);
    const place = ring.came % KEPT_OF_A_CALLER;
    if (place === ring.requests.length) {
      if (this.kept === KEPT_OF_ALL) return;
      this.kept += 1;
    }
    ring.requests[place] = { ...request, at: Math.round(this.deps.clock.real() - request.ms) };
    ring.came += 1;
  }

  /** Requests that cannot be written are lost: newer ones take their place. */
  async write(): Promise<void> {
    const requests = [...this.rings.values()].flatMap((ring) => ring.requests);
    this.rings = new Map();
    this.kept = 0;
    if (requests.length > 0) await insertRecentRequests(this.deps.db, requests);
  }

  private newRing(name: string): Ring {
    const ring = { requests: [], came: 0 };
    this.rings.set(name, ring);
    return ring;
  }
}
