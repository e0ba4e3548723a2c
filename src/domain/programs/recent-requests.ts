import type { CoreDeps } from '../core/deps.ts';
import { insertRecentRequests, type RequestOfCaller } from './recent-request-store.ts';

/** The most requests that are kept of one caller between two writes, separately for successful and other requests. */
export const KEPT_OF_A_CALLER = 100;

/** The most requests that are kept of all callers together. */
export const KEPT_OF_ALL = 2_000;

/** The most requests that are kept of one program's callers, so that one busy program leaves room for others. */
export const KEPT_OF_A_PROGRAM = KEPT_OF_ALL / 4;

/** The latest requests of one caller, either the successful ones or the others. */
interface Ring {
  requests: RequestOfCaller[];
  /** The index of the oldest request. It is 0 until the ring has its full size. */
  oldest: number;
}

/** The rings of one program. */
interface Share {
  rings: Map<string, Ring>;
  kept: number;
}

/**
 * The requests of this process since the last write. New requests of a busy caller replace its own earlier ones. If
 * there is no room for a new caller, its first request replaces the oldest request of the busiest caller. `write`
 * writes all of them together. A process that is killed loses them.
 */
export class RecentRequests {
  private shares = new Map<number, Share>();
  private kept = 0;

  constructor(private readonly deps: Pick<CoreDeps, 'db' | 'clock'>) {}

  /** Notes a request that ends now. */
  note(request: Omit<RequestOfCaller, 'at'>): void {
    const share = this.shareOf(request.program_id);
    const ring = ringOf(share, request);
    const noted = { ...request, at: Math.round(this.deps.clock.real() - request.ms) };
    const isFull = this.kept === KEPT_OF_ALL || share.kept === KEPT_OF_A_PROGRAM;
    if (ring.requests.length === KEPT_OF_A_CALLER || (isFull && ring.requests.length > 0)) {
      ring.requests[ring.oldest] = noted;
      ring.oldest = (ring.oldest + 1) % ring.requests.length;
      return;
    }
    if (isFull) this.makeRoom(share);
    ring.requests.push(noted);
    share.kept += 1;
    this.kept += 1;
  }

  /** If the write fails, these requests are lost: newer ones take their place. */
  async write(): Promise<void> {
    const requests = [...this.shares.values()].flatMap(({ rings }) =>
      [...rings.values()].flatMap((ring) => ring.requests),
    );
    this.shares = new Map();
    this.kept = 0;
    if (requests.length > 0) await insertRecentRequests(this.deps.db, requests);
  }

  private shareOf(program_id: number): Share {
    const known = this.shares.get(program_id);
    if (known) return known;
    const share = { rings: new Map(), kept: 0 };
    this.shares.set(program_id, share);
    return share;
  }

  /**
   * Forgets the oldest request of the busiest caller, within the program if that has used its whole share, otherwise of
   * the busiest program.
   */
  private makeRoom(own: Share): void {
    const busiest = own.kept === KEPT_OF_A_PROGRAM ? own : greatest(this.shares.values(), ({ kept }) => kept);
    const ring = greatest(busiest.rings.values(), ({ requests }) => requests.length);
    ring.requests.splice(ring.oldest, 1);
    ring.oldest %= Math.max(1, ring.requests.length);
    busiest.kept -= 1;
    this.kept -= 1;
  }
}

function ringOf(
  { rings }: Share,
  { status, aborted, caller_kind, caller_id }: Omit<RequestOfCaller, 'at'>,
): Ring {
  const isDone = status < 400 && !aborted;
  const name = `${isDone ? '' : 'other '}${caller_kind} ${caller_id}`;
  const known = rings.get(name);
  if (known) return known;
  const ring = { requests: [], oldest: 0 };
  rings.set(name, ring);
  return ring;
}

/** The element with the greatest value. */
function greatest<T>(all: Iterable<T>, of: (one: T) => number): T {
  return [...all].reduce((most, one) => (of(one) > of(most) ? one : most));
}
