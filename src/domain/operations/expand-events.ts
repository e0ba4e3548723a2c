import { DomainError } from '../core/errors.ts';
import { tryLockInProgram } from '../core/program-lock-store.ts';
import type { Secrets } from '../core/secrets.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import {
  deleteEvents,
  listSubscribers,
  lockEvents,
  type OutboxEvent,
  type Subscriber,
} from '../outbox/event-store.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { loadStock } from '../storefront/load-claim.ts';
import { LEASE_MS } from '../webhooks/attempt-delivery.ts';
import { insertDeliveries, type NewDelivery, scheduleHeads } from '../webhooks/delivery-store.ts';
import { loadFacts } from '../webhooks/fact-store.ts';
import {
  ensureFulfillmentWebhooks,
  FULFILLMENT_TOPIC,
  type FulfillmentWebhook,
} from '../webhooks/fulfillment.ts';
import { type LeasedDelivery, listReadyEndpoints, toLeased } from '../webhooks/lease-store.ts';
import { renderEvent } from '../webhooks/render-events.ts';
import { newMessageId } from '../webhooks/signing.ts';
import { remindOfUpgrades } from '../webhooks/upgrade-reminders.ts';
import type { PresentEvent } from '../webhooks/webhook-event.ts';

/** The most events of a program that are expanded together. */
export const MOST_EVENTS = 500;

/** A sender that tries new deliveries at once, so that nobody has to find and lease them. */
export interface Taker {
  /** How many deliveries to an endpoint are wanted. */
  room(endpointId: number): number;
  /** Called after the commit with the deliveries that were claimed `at` a moment of the database, in the order of ids. */
  take(claimed: readonly LeasedDelivery[], at: number): void;
}

type ExpandDeps = Secrets & Pick<Deps, 'db' | 'clock' | 'random' | 'logger'>;

/**
 * Makes deliveries of a program's earliest events. Each event is rendered once for all receivers. Only one process at a
 * time does this for a program. Deliveries that are first in their line go to the taker, as far as it has room. Returns
 * the number of events.
 */
export async function expandEvents(
  deps: ExpandDeps,
  program: Program,
  present: PresentEvent,
  taker: Taker | null = null,
): Promise<number> {
  const nothing = { expanded: 0, waiting: [], claimed: [], at: 0 };
  const { expanded, waiting, claimed, at } = await runInTransaction(deps, undefined, async (tx) => {
    if (!(await tryLockInProgram(tx, 'events', program.id))) return nothing;
    const events = await lockEvents(tx, program.id, MOST_EVENTS);
    if (events.length === 0) return nothing;
    const at = await deps.clock.shared(tx);
    const subscribers = await listSubscribers(tx, program.id, at);
    const messages = await putIntoWords(tx, deps, program, events, subscribers, present);
    const addresses = new Set(messages.flatMap(({ address }) => address ?? []));
    const fulfilling = await ensureFulfillmentWebhooks(tx, deps, program.id, addresses);
    const deliveries = deliver(messages, subscribers, fulfilling, at);
    const inserted = await insertAndClaim(tx, program.id, deliveries, taker, at);
    await deleteEvents(
      tx,
      program.id,
      events.map(({ id }) => id),
    );
    return { expanded: events.length, ...inserted, at };
  });
  if (claimed.length > 0) taker?.take(claimed, at);
  // This comes after the commit: either this transaction or the one that ends the delivery before sees the other.
  await scheduleHeads(deps.db, waiting, at);
  return expanded;
}

/** Leases deliveries for the taker, as far as it has room, unless their endpoint is known to fail. */
async function insertAndClaim(
  tx: Tx,
  programId: number,
  deliveries: readonly Omit<NewDelivery, 'program_id'>[],
  taker: Taker | null,
  at: number,
) {
  if (!taker) return { ...(await insertDeliveries(tx, programId, deliveries, null)), claimed: [] };
  const ids = new Set(deliveries.map(({ endpoint_id }) => endpoint_id));
  const endpoints = new Map((await listReadyEndpoints(tx, programId, [...ids])).map((one) => [one.id, one]));
  const room = new Map([...endpoints.keys()].map((id) => [id, taker.room(id)]));
  const claim = { lease_until: at + LEASE_MS, room };
  const { waiting, claimed } = await insertDeliveries(tx, programId, deliveries, claim);
  const leased = claimed.map((delivery) =>
    toLeased(endpoints.get(delivery.endpoint_id)!, delivery, { wanted: true, probe: false }),
  );
  return { waiting, claimed: leased };
}

interface Message {
  customer_id: number;
  message_id: string;
  topic: WebhookTopic;
  body: string;
  /** The only address that receives the event; null: all addresses that are subscribed to the topic. */
  address: string | null;
}

async function putIntoWords(
  tx: Tx,
  deps: ExpandDeps,
  program: Program,
  all: readonly OutboxEvent[],
  subscribers: readonly Subscriber[],
  present: PresentEvent,
): Promise<Message[]> {
  const topics = new Set(subscribers.map(({ topic }) => topic));
  const events = lastChanges(all);
  const facts = await loadFacts(tx, program.id, events);
  if (topics.has('program_events/customer.approaching_tier_upgrade')) {
    await remindOfUpgrades(tx, program, [...facts.customers.values()], deps.clock.now(program));
  }
  const stock = facts.claims.size > 0 ? await loadStock({ db: tx }, program) : { remaining: () => null };
  const messages: Message[] = [];
  for (const event of events) {
    try {
      for (const told of renderEvent(program, event, facts, stock)) {
        const address = told.topic === FULFILLMENT_TOPIC ? told.address : null;
        if (address === null && !topics.has(told.topic)) continue;
        const id = newMessageId(deps.random);
        const { topic } = told;
        const created_at = new Date(event.created_at).toISOString();
        const body = JSON.stringify({ id, topic, created_at, payload: present(program, told) });
        messages.push({ customer_id: event.customer_id, message_id: id, topic, body, address });
      }
    } catch (error) {
      // The event is newer than the configuration in this process's memory. The next round reads the configuration
      // again.
      if (error instanceof DomainError && error.code === 'unavailable') throw error;
      // One event that cannot be rendered must not hold up all others.
      deps.logger.error({ err: error, program_id: program.id, event }, 'an event could not be told');
    }
  }
  return messages;
}

/** If several changes of one customer wait together, only the last is sent: it shows the customer as it is now. */
function lastChanges(events: readonly OutboxEvent[]): OutboxEvent[] {
  const seen = new Set<number>();
  return events
    .toReversed()
    .filter(({ kind, customer_id }) => {
      if (kind !== 'customer_changed') return true;
      return !seen.has(customer_id) && seen.add(customer_id);
    })
    .reverse();
}

function deliver(
  messages: readonly Message[],
  subscribers: readonly Subscriber[],
  fulfilling: ReadonlyMap<string, FulfillmentWebhook>,
  now: number,
): Omit<NewDelivery, 'program_id'>[] {
  return messages.flatMap(({ address, ...message }) =>
    recipientsOf(message.topic, address, subscribers, fulfilling).map(({ endpoint_id, webhook_id }) => ({
      endpoint_id,
      webhook_id,
      ...message,
      created_at: now,
    })),
  );
}

/** A listening command also receives events that are for one address only. */
function recipientsOf(
  topic: WebhookTopic,
  address: string | null,
  subscribers: readonly Subscriber[],
  fulfilling: ReadonlyMap<string, FulfillmentWebhook>,
): FulfillmentWebhook[] {
  const asked = subscribers.filter((subscriber) => subscriber.topic === topic);
  if (address === null) return asked;
  return [fulfilling.get(address)!, ...asked.filter(({ listening }) => listening)];
}
