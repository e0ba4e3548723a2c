import { expandEvents } from '../domain/operations/expand-events.ts';
import { cancelDeliveries, recordAttempts } from '../domain/operations/record-attempts.ts';
import { listProgramsWithEvents } from '../domain/outbox/event-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type Attempt, attemptDelivery, isDelivered, LEASE_MS } from '../domain/webhooks/attempt-delivery.ts';
import {
  giveBack,
  type LeasedDelivery,
  leaseDueDeliveries,
  listDueEndpoints,
} from '../domain/webhooks/lease-store.ts';
import type { PresentEvent } from '../domain/webhooks/webhook-event.ts';

type DispatchDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'logger' | 'programs' | 'secret' | 'formerSecrets' | 'outbound'
>;

/**
 * Deliveries sent at a time to one endpoint, so that a slow endpoint holds no others; and, beyond the first of each
 * endpoint, to all endpoints together.
 */
const SLOTS = 10;
const SHARED_SLOTS = 200;

/** Deliveries claimed at a time for one endpoint. It claims again when so few are left. */
const CLAIM = 200;
const CLAIM_ANEW = 50;

/** A claim must last so long for another attempt to end in it. */
const LEAST_LEASE_MS = 30_000;

/** The work of this process for one endpoint. */
interface Lane {
  waiting: LeasedDelivery[];
  sending: number;
  /** Sent, and not recorded yet. */
  unrecorded: number;
  /** One of those failed. No more are claimed until it is known whether the endpoint is paused. */
  failing: boolean;
}

/** A listening command. */
interface Listening {
  program_id: number;
  endpoint_id: number;
  /** Called with each attempt, once it is recorded. */
  tell: (attempt: Attempt) => void;
}

/**
 * Delivers events: makes deliveries of events, claims those that are due, sends them side by side and records the
 * results. Attempts that end together are recorded in one statement. Any number of processes may do so at once.
 */
export class Dispatcher {
  readonly #deps: DispatchDeps;
  readonly #present: PresentEvent;
  readonly #listening: Listening | null;
  readonly #lanes = new Map<number, Lane>();
  #sending = 0;
  #ended: Attempt[] = [];
  #recording: Promise<void> | undefined;
  #expanding: Promise<boolean> | undefined;
  #whenRecorded: (() => void)[] = [];

  constructor(deps: DispatchDeps, present: PresentEvent, listening: Listening | null = null) {
    this.#deps = deps;
    this.#present = present;
    this.#listening = listening;
  }

  /**
   * Begins everything that can begin now. Returns false if there was nothing. Events are expanded and deliveries sent
   * in the background.
   */
  async round(): Promise<boolean> {
    this.#expanding ??= this.#expand().finally(() => {
      this.#expanding = undefined;
    });
    const expanding = this.#expanding;
    const claimed = await this.#claim();
    for (const delivery of claimed) if (delivery.subscribed) this.#lane(delivery).waiting.push(delivery);
    this.#sendNext();
    await cancelDeliveries(
      this.#deps,
      claimed.filter(({ subscribed }) => !subscribed),
    );
    if (claimed.length > 0 || this.#sending > 0) return claimed.length > 0;
    // Only the events can bring more work.
    return expanding;
  }

  /** Releases deliveries that were claimed and are not being sent. */
  async stop(): Promise<void> {
    await this.#expanding;
    await this.#giveBack([...this.#lanes.values()]);
  }

  /** Resolves when the next running attempt has been recorded; at once if there is none. */
  recorded(): Promise<void> {
    if (this.#sending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenRecorded.push(resolve));
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#sending > 0) await this.recorded();
  }

  get sending(): number {
    return this.#sending;
  }

  /** Returns whether there were events. Never rejects: a failure in one program must not hold up the others. */
  async #expand(): Promise<boolean> {
    let found = false;
    const orLog = (error: unknown) => {
      this.#deps.logger.error({ err: error }, 'events could not be told');
    };
    const expand = async () => {
      const ids = await listProgramsWithEvents(this.#deps.db);
      if (ids.length === 0) return;
      for (const program of await this.#deps.programs.all()) {
        if (!ids.includes(program.id)) continue;
        if (this.#listening && this.#listening.program_id !== program.id) continue;
        found ||= (await expandEvents(this.#deps, program, this.#present).catch(orLog)) === true;
      }
    };
    await expand().catch(orLog);
    return found;
  }

  async #claim(): Promise<LeasedDelivery[]> {
    const now = this.#deps.clock.real();
    const claimed: LeasedDelivery[] = [];
    for (const endpoint of await listDueEndpoints(this.#deps.db, now, this.#listening)) {
      const { waiting = [], sending = 0, failing = false } = this.#lanes.get(endpoint.id) ?? {};
      if (failing || waiting.length > CLAIM_ANEW || (endpoint.probe && waiting.length + sending > 0))
        continue;
      const claim = { now, lease_until: now + LEASE_MS, most: CLAIM };
      claimed.push(...(await leaseDueDeliveries(this.#deps.db, endpoint, claim)));
    }
    return claimed;
  }

  #lane({ endpoint_id }: LeasedDelivery): Lane {
    const lane = this.#lanes.get(endpoint_id) ?? { waiting: [], sending: 0, unrecorded: 0, failing: false };
    this.#lanes.set(endpoint_id, lane);
    return lane;
  }

  #sendNext(): void {
    const slots = this.#listening ? 1 : SLOTS;
    const now = this.#deps.clock.real();
    for (const lane of this.#lanes.values()) {
      // Deliveries that have waited too long for a slot are left to others.
      if (lane.waiting[0] && lane.waiting[0].next_attempt_at! - now < LEAST_LEASE_MS)
        void this.#giveBack([lane]);
      while (lane.sending < slots && (lane.sending === 0 || this.#sending < SHARED_SLOTS)) {
        const delivery = lane.waiting.shift();
        if (!delivery) break;
        this.#send(delivery, lane);
      }
    }
  }

  #send(delivery: LeasedDelivery, lane: Lane): void {
    this.#sending += 1;
    lane.sending += 1;
    lane.unrecorded += 1;
    void attemptDelivery(this.#deps, delivery).then((attempt) => {
      lane.sending -= 1;
      this.#ended.push(attempt);
      // A failed attempt may pause its endpoint. The other deliveries wait until that is known.
      if (isDelivered(attempt)) this.#sendNext();
      else lane.failing = true;
      this.#recording ??= this.#record();
    });
  }

  async #record(): Promise<void> {
    while (this.#ended.length > 0) {
      const attempts = this.#ended;
      this.#ended = [];
      await recordAttempts(this.#deps, attempts).catch((error: unknown) => {
        // Their claims run out, and they are sent again: the promise is at least once.
        this.#deps.logger.error({ err: error }, 'attempts of webhooks could not be recorded');
      });
      await this.#clear(attempts);
      this.#sending -= attempts.length;
      this.#sendNext();
      for (const attempt of attempts) this.#listening?.tell(attempt);
      for (const resolve of this.#whenRecorded.splice(0)) resolve();
    }
    this.#recording = undefined;
  }

  /** Waiting deliveries of an endpoint that failed are claimed anew, unless the endpoint is paused now. */
  async #clear(attempts: readonly Attempt[]): Promise<void> {
    const failed = attempts.filter((attempt) => !isDelivered(attempt));
    await this.#giveBack(failed.flatMap(({ delivery }) => this.#lanes.get(delivery.endpoint_id) ?? []));
    for (const { delivery } of attempts) {
      const lane = this.#lane(delivery);
      lane.unrecorded -= 1;
      if (lane.unrecorded === 0) lane.failing = false;
    }
    for (const [id, { waiting, unrecorded }] of this.#lanes) {
      if (waiting.length + unrecorded === 0) this.#lanes.delete(id);
    }
  }

  async #giveBack(lanes: readonly Lane[]): Promise<void> {
    const deliveries = lanes.flatMap((lane) => lane.waiting.splice(0));
    await giveBack(this.#deps.db, deliveries, this.#deps.clock.real()).catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'webhooks that were not sent wait until their claims run out');
    });
  }
}
