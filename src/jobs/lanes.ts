import type { LeasedDelivery } from '../domain/webhooks/lease-store.ts';

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

  /** A new one if the endpoint has none. */
  of(endpointId: number): Lane {
    const lane = this.#lanes.get(endpointId) ?? { waiting: [], sending: 0, unrecorded: 0, failing: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  all(): Lane[] {
    return [...this.#lanes.values()];
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
