import type { LeasedDelivery } from '../domain/webhooks/lease-store.ts';

/** The most attempts that run at a time to one endpoint, so that a slow endpoint does not delay the others. */
export const SLOTS = 10;

/** The most attempts that run at a time, beyond the first of each endpoint. */
const SHARED_SLOTS = 200;

/** The most sent deliveries that wait to be recorded. If this process dies, they are sent again. */
const MOST_UNRECORDED = 1_000;

/** The work of this process for one endpoint. */
export interface Lane {
  waiting: LeasedDelivery[];
  sending: number;
  /** The number of deliveries that were sent and are not recorded yet. */
  unrecorded: number;
  /** Whether one of them failed. Nothing more is sent or claimed until it is known whether the endpoint is paused. */
  failing: boolean;
}

/** The lanes of the endpoints for which this process has work now. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>();
  #running = 0;
  #unrecorded = 0;

  /** `slots`: the most attempts that run at a time to one endpoint. */
  constructor(private readonly slots: number) {}

  /** The number of attempts that run or wait to be recorded. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  hasSlot(lane: Lane): boolean {
    return lane.sending < this.slots && !this.isHeld(lane);
  }

  /** Whether the work of other lanes leaves no slot for this lane. */
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

  /** The lane of an endpoint. It is made if there is none. */
  of(endpointId: number): Lane {
    const lane = this.#lanes.get(endpointId) ?? { waiting: [], sending: 0, unrecorded: 0, failing: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  all(): Lane[] {
    return [...this.#lanes.values()];
  }

  /** The lanes in which deliveries of these programs wait. An endpoint belongs to one program. */
  ofPrograms(ids: ReadonlySet<number>): Lane[] {
    return this.all().filter(({ waiting: [first] }) => first && ids.has(first.program_id));
  }

  /** The largest number of deliveries that wait in one lane. */
  longest(): number {
    return Math.max(0, ...this.all().map(({ waiting }) => waiting.length));
  }

  /** Forgets the lanes of endpoints for which nothing is left to do. */
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
