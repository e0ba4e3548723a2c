import { setTimeout as delay } from 'node:timers/promises';
import { isAway, isMoving } from '../domain/core/database-errors.ts';
import type { Taker } from '../domain/operations/expand-events.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type Attempt, attemptDelivery, isDelivered, LEASE_MS } from '../domain/webhooks/attempt-delivery.ts';
import { type LeasedDelivery, leaseDueDeliveries, listDueEndpoints } from '../domain/webhooks/lease-store.ts';
import type { PresentEvent } from '../domain/webhooks/webhook-event.ts';
import { cancelClaims, keepAttempts, releaseClaims } from './claimed-deliveries.ts';
import { EventExpander } from './event-expander.ts';
import { type Lane, Lanes, SLOTS, takeWaiting } from './lanes.ts';

type DispatchDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'logger' | 'programs' | 'secret' | 'formerSecrets' | 'outbound'
>;

/**
 * The most deliveries of one endpoint that are claimed and wait. More are claimed when only `CLAIM_ANEW` are left: they
 * are enough for the time of the next claim.
 */
const CLAIM = 1_000;
const CLAIM_ANEW = 500;

/**
 * While more deliveries wait, new ones are looked for at most this often: new deliveries that find room need no claim.
 */
const LOOK_MS = 100;

/** While more deliveries wait, results are gathered for this time, for one statement. */
const GATHER_MS = 20;

/** An attempt begins only if its claim lasts this long, so that the attempt ends within the claim. */
const LEAST_LEASE_MS = 30_000;

/** A `webhook listen` command. */
interface Listening {
  program_id: number;
  endpoint_id: number;
  /** Called with each attempt after it is recorded. */
  tell: (attempt: Attempt) => void;
}

/**
 * Delivers events: makes deliveries of events, claims the due ones, sends them at the same time and records the
 * results. Attempts that end together are recorded in one statement. Any number of processes may do so at once.
 */
export class Dispatcher {
  readonly #deps: DispatchDeps;
  readonly #listening: Listening | null;
  readonly #lanes: Lanes;
  readonly #expander: EventExpander;
  /** Whether an endpoint waits for one of the slots that all endpoints share. */
  #held = false;
  #ended: Attempt[] = [];
  #recording: Promise<void> | undefined;
  #whenRecorded: (() => void)[] = [];
  /** Endpoints that failed after the last expansion of events began. */
  readonly #failed = new Set<number>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /**
   * The lead of the database's clock over this process's own, in ms. Claims end by the database's clock. The own clock
   * is read before the database is asked, so the lead may be too large: a claim may seem to end too early, but never
   * too late.
   */
  #ahead = 0;
  #stopping = false;

  constructor(deps: DispatchDeps, present: PresentEvent, listening: Listening | null = null) {
    this.#deps = deps;
    this.#listening = listening;
    this.#lanes = new Lanes(listening ? 1 : SLOTS);
    this.#expander = new EventExpander(deps, present, {
      program_id: listening?.program_id ?? null,
      taker: () => (listening ? null : this.#taker()),
      wantsMore: () => !this.#stopping && this.sending > 0 && this.#lanes.longest() <= CLAIM_ANEW,
    });
  }

  /**
   * Begins everything that can begin now. Returns false if there was nothing to begin and nothing is running. Events
   * are expanded and deliveries sent in the background.
   */
  async round(): Promise<boolean> {
    if (!this.#mayLook()) return true;
    this.#lookedAt = performance.now();
    const expanding = this.#expander.begin();
    const claimed = await this.#claim();
    for (const delivery of claimed)
      if (delivery.wanted) this.#lanes.of(delivery.endpoint_id).waiting.push(delivery);
    this.#sendNext();
    await cancelClaims(
      this.#deps,
      claimed.filter(({ wanted }) => !wanted),
    );
    if (claimed.length > 0 || this.sending > 0) return true;
    // Only the events can bring more work.
    return expanding;
  }

  /** Releases deliveries that were claimed and are not being sent. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#expander.idle();
    await this.#giveBack(takeWaiting(this.#lanes.all()));
  }

  /** Resolves when the next running attempt is recorded; at once if there is none. */
  recorded(): Promise<void> {
    if (this.sending === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenRecorded.push(resolve));
  }

  /** Resolves when no attempt is running. */
  async idle(): Promise<void> {
    while (this.sending > 0) await this.recorded();
  }

  /** The number of attempts that run or wait to be recorded. */
  get sending(): number {
    return this.#lanes.unrecorded;
  }

  #mayLook(): boolean {
    return this.#lanes.longest() <= CLAIM_ANEW || performance.now() - this.#lookedAt > LOOK_MS;
  }

  /** New deliveries are claimed when they are made. Deliveries to an endpoint that failed meanwhile are released. */
  #taker(): Taker {
    this.#failed.clear();
    const asked = this.#deps.clock.real();
    return {
      room: (endpointId) => {
        const { waiting, failing } = this.#lanes.of(endpointId);
        return failing ? 0 : CLAIM - waiting.length;
      },
      take: (claimed, at) => {
        this.#ahead = at - asked;
        for (const delivery of claimed) this.#lanes.of(delivery.endpoint_id).waiting.push(delivery);
        void this.#giveBack(takeWaiting([...this.#failed].map((id) => this.#lanes.of(id))));
        this.#sendNext();
      },
    };
  }

  async #claim(): Promise<LeasedDelivery[]> {
    const asked = this.#deps.clock.real();
    const now = await this.#deps.clock.shared(this.#deps.db);
    this.#ahead = now - asked;
    const claimed: LeasedDelivery[] = [];
    for (const endpoint of await listDueEndpoints(this.#deps.db, now, this.#listening)) {
      const { waiting, sending, failing } = this.#lanes.of(endpoint.id);
      if (failing || waiting.length > CLAIM_ANEW || (endpoint.probe && waiting.length + sending > 0))
        continue;
      const claim = { now, lease_until: now + LEASE_MS, most: CLAIM };
      // A failed claim must not stop the claimed deliveries of other endpoints from being sent.
      try {
        claimed.push(...(await leaseDueDeliveries(this.#deps.db, endpoint, claim)));
      } catch (error) {
        if (!isMoving(error)) this.#deps.logger.error({ err: error }, 'webhooks could not be claimed');
        if (isAway(error)) break;
      }
    }
    return claimed;
  }

  #sendNext(): void {
    this.#held = false;
    for (const lane of this.#lanes.all()) this.#sendFrom(lane);
  }

  #sendFrom(lane: Lane): void {
    if (this.#stopping || lane.failing) return;
    const now = this.#deps.clock.real() + this.#ahead;
    // Deliveries that have waited too long for a slot are released for other processes.
    if (lane.waiting[0] && lane.waiting[0].next_attempt_at! - now < LEAST_LEASE_MS)
      void this.#giveBack(takeWaiting([lane]));
    while (lane.waiting.length > 0 && this.#lanes.hasSlot(lane)) this.#send(lane.waiting.shift()!, lane);
    if (lane.waiting.length > 0 && this.#lanes.isHeld(lane)) this.#held = true;
  }

  #send(delivery: LeasedDelivery, lane: Lane): void {
    this.#lanes.noteBegun(lane);
    void attemptDelivery(this.#deps, delivery).then((attempt) => {
      this.#lanes.noteEnded(lane);
      this.#ended.push(attempt);
      // A failed attempt may pause its endpoint. Until this is known, the endpoint's other deliveries wait.
      if (!isDelivered(attempt)) this.#noteFailure(delivery, lane);
      if (this.#held) this.#sendNext();
      else this.#sendFrom(lane);
      if (!this.#stopping && lane.waiting.length <= CLAIM_ANEW) this.#expander.goOn();
      this.#recording ??= this.#record();
    });
  }

  #noteFailure({ endpoint_id }: LeasedDelivery, lane: Lane): void {
    lane.failing = true;
    this.#failed.add(endpoint_id);
  }

  async #record(): Promise<void> {
    while (this.#ended.length > 0) {
      if (this.#lanes.longest() > 0) await delay(GATHER_MS);
      const attempts = this.#ended;
      this.#ended = [];
      const moving = await keepAttempts(this.#deps, attempts);
      // If a program moves, the servers of its next schema send the deliveries that wait here.
      if (moving.size > 0) await this.#giveBack(takeWaiting(this.#lanes.ofPrograms(moving)));
      await this.#clear(attempts);
      this.#sendNext();
      for (const attempt of attempts) this.#listening?.tell(attempt);
      for (const resolve of this.#whenRecorded.splice(0)) resolve();
    }
    this.#recording = undefined;
  }

  /** Waiting deliveries of a failed endpoint are released. They are claimed again unless the endpoint is now paused. */
  async #clear(attempts: readonly Attempt[]): Promise<void> {
    const failed = attempts.filter((attempt) => !isDelivered(attempt));
    await this.#giveBack(takeWaiting(failed.map(({ delivery }) => this.#lanes.of(delivery.endpoint_id))));
    for (const { delivery } of attempts) this.#lanes.noteRecorded(this.#lanes.of(delivery.endpoint_id));
    this.#lanes.dropEmpty();
  }

  #giveBack(deliveries: readonly LeasedDelivery[]): Promise<void> {
    return releaseClaims(this.#deps, deliveries);
  }
}
