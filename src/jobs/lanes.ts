import type { LeasedDelivery } from '../domain/webhooks/lease-store.ts';

/** Attempts that run at a time to one endpoint, so that a slow endpoint holds no others. */
export const SLOTS = 10;

/** Attempts that run at a time, beyond the first of each endpoint. */
const SHARED_SLOTS = 200;

/** Deliveries that were sent and wait to be recorded. If this process dies, they are sent again. */
const MOST_UNRECORDED = 1_000;

/** The work of this process for one endpoint. */
export interface Lane {
  waiting: LeasedDelivery[];
  sending: number;
  /** Sent, and not recorded yet. */
  unrecorded: number;
  /** One of those failed. No more are sent or claimed until it is known whether the endpoint is paused. */
  failing: boolean;
}

/** The lanes of the endpoints for which this process has work now. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>();
  #running = 0;
  #unrecorded = 0;

  /** `slots`: how many attempts may run at a time to one endpoint. */
  constructor(private readonly slots: number) {}

  /** How many attempts run or wait to be recorded. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  hasSlot(lane: Lane): boolean {
    return lane.sending < this.slots && !this.isHeld(lane);
  }

  /** Whether the work of other lanes leaves no slot to this one. */
  isHeld(lane: Lane): boolean {
    if (this.#unrecorded - this.#running >= MOST_UNRECORDED) return true;
    return lane.sending > 0 && this.#running >= SHARED_SLOTS;
  }

  noteBegun(lane: Lane): void {
    this.#running += 1;
    this.#unrecorded += 1;
    lane.sending += 1;
    lane.unrecorded += 1;
  }

  noteEnded(lane: Lane): void {
    this.#running -= 1;
    lane.sending -= 1;
  }

  noteRecorded(lane: Lane): void {
    this.#unrecorded -= 1;
    lane.unrecorded -= 1;
    if (lane.unrecorded === 0) lane.failing = false;
  }

  /** A new one if the endpoint has none. */
  of(endpointId: number): Lane {
    const lane = this.#lanes.get(endpointId) ?? { waiting: [], sending: 0, unrecorded: 0, failing: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  all(): Lane[] {
    return [...this.#lanes.values()];
  }

  /** Those in which deliveries of these programs wait. An endpoint is of one program. */
  ofPrograms(ids: ReadonlySet<number>): Lane[] {
    return this.all().filter(({ waiting: [first] }) => first && ids.has(first.program_id));
  }

  /** The number that waits in the longest. */
  longest(): number {
    return Math.max(0, ...this.all().map(({ waiting }) => waiting.length));
  }

  /** Forgets the endpoints for which nothing is left to do. */
  dropEmpty(): void {
    for (const [id, { waiting, unrecorded }] of this.#lanes) {
      if (waiting.length + unrecorded === 0) this.#lanes.delete(id);
    }
  }
}

/** Takes the waiting deliveries out of the lanes. */
export function takeWaiting(lanes: readonly Lane[]): LeasedDelivery[] {
  return lanes.flatMap((lane) => lane.waiting.splice(0));
}
