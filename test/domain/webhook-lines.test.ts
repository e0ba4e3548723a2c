import { describe, expect, it } from 'vitest';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { listWebhooks } from '../../src/domain/operations/manage-webhooks.ts';
import { recordAttempts } from '../../src/domain/operations/record-attempts.ts';
import { replayDelivery, replayFailed } from '../../src/domain/operations/try-webhooks.ts';
import { LEASE_MS } from '../../src/domain/webhooks/attempt-delivery.ts';
import { giveBack } from '../../src/domain/webhooks/attempt-store.ts';
import {
  type LeasedDelivery,
  leaseDueDeliveries,
  listDueEndpoints,
} from '../../src/domain/webhooks/lease-store.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { ruleDefinition } from '../support/factories.ts';
import { merge } from '../support/merging.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);
const COMPLETED = `${PROGRAM_EVENT}rule_completed` as const;

async function begin(...customers: string[]) {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  for (const merchant_id of customers) await domain.customer({ merchant_id });
  return webhooks.receiver(COMPLETED);
}

async function follow(...customers: string[]): Promise<void> {
  for (const customer of customers) await domain.complete('follow', { customer });
  await expand();
}

const present = eventPresenter('https://loyalty.example');
const expand = () => expandEvents(domain.deps, domain.program, present);

/** Leases what is due, as a server does before it sends it. */
async function lease(): Promise<LeasedDelivery[]> {
  const now = domain.clock.real();
  const endpoints = await listDueEndpoints(domain.deps.db, now, null);
  const own = endpoints.filter(({ program_id }) => program_id === domain.program.id);
  const terms = { now, lease_until: now + LEASE_MS, most: 10 };
  const leased = await Promise.all(own.map((one) => leaseDueDeliveries(domain.deps.db, one, terms)));
  return leased.flat().sort((a, b) => a.id - b.id);
}

const answered = (response_status: number, ...deliveries: LeasedDelivery[]) =>
  recordAttempts(
    domain.deps,
    deliveries.map((delivery) => ({
      delivery,
      at: domain.clock.real(),
      duration_ms: 0,
      response_status,
      error: null,
      retry_after_ms: null,
    })),
  );

/** The places of deliveries among all of the program, from 0. */
async function places(leased: readonly LeasedDelivery[]): Promise<number[]> {
  const ids = (await webhooks.deliveries()).map(({ id }) => id);
  return leased.map(({ id }) => ids.indexOf(id));
}

/** Leases and delivers what is due until nothing is, and returns the places of what was leased together. */
async function deliverAll(): Promise<number[][]> {
  const steps: number[][] = [];
  for (let leased = await lease(); leased.length > 0; leased = await lease()) {
    steps.push(await places(leased));
    await answered(204, ...leased);
  }
  return steps;
}

/** Leases what is due, and lets it fail for the last time. */
async function giveUp(): Promise<void> {
  await domain.deps.db.updateTable('webhook_deliveries').set({ attempts: 9 }).execute();
  await answered(500, ...(await lease()));
}

async function replayAll(): Promise<void> {
  const [webhook] = await listWebhooks(domain.deps, domain.program.id);
  await replayFailed(domain.deps, { program_id: domain.program.id, webhook_id: webhook!.id, by: TESTER });
}

describe('the messages about two customers who were merged', () => {
  it('go one by one in their order, though both customers had one due', async () => {
    await begin('kept', 'gone');
    await follow('gone', 'kept', 'gone', 'kept');
    await merge(domain, 'gone', 'kept');
    await follow('kept');
    expect(await deliverAll()).toEqual([[0], [1], [2], [3], [4]]);
  });

  it('go on at once when what was being sent about the merged customer has arrived', async () => {
    await begin('kept', 'gone');
    await follow('gone');
    const sending = await lease();
    await merge(domain, 'gone', 'kept');
    await follow('kept', 'kept');
    expect(await lease()).toEqual([]);
    await answered(204, ...sending);
    expect(await deliverAll()).toEqual([[1], [2]]);
  });

  it('go on at once when what was being sent about the merged customer is given up', async () => {
    await begin('kept', 'gone');
    await follow('gone');
    await domain.deps.db.updateTable('webhook_deliveries').set({ attempts: 9 }).execute();
    const sending = await lease();
    await merge(domain, 'gone', 'kept');
    await follow('kept');
    await answered(500, ...sending);
    expect((await webhooks.deliveries()).map(({ state }) => state)).toEqual(['failed', 'pending']);
    expect(await deliverAll()).toEqual([[1]]);
  });

  it('wait for both that were being sent, whichever arrives first', async () => {
    for (const first of [0, 1]) {
      await begin('kept', 'gone');
      await follow('gone', 'kept', 'gone', 'kept');
      const sending = await lease();
      expect(await places(sending)).toEqual([0, 1]);
      await merge(domain, 'gone', 'kept');
      await follow('kept');
      expect(await lease()).toEqual([]);
      await answered(204, sending[first]!);
      expect(await lease()).toEqual([]);
      await answered(204, sending[1 - first]!);
      expect(await deliverAll()).toEqual([[2], [3], [4]]);
    }
  });

  it.each([
    ['fails', (second: LeasedDelivery) => answered(500, second)],
    ['is released', (second: LeasedDelivery) => giveBack(domain.deps.db, [second], domain.clock.real())],
  ])('go one by one where the later of both that were being sent %s', async (_case, end) => {
    await begin('kept', 'gone');
    await follow('gone', 'kept');
    const [first, second] = await lease();
    await merge(domain, 'gone', 'kept');
    await end(second!);
    domain.clock.advance(60_000);
    expect(await lease()).toEqual([]);
    await answered(204, first!);
    expect(await deliverAll()).toEqual([[1]]);
  });

  it('go on without a pause, however a merge meets the end of what is being sent', async () => {
    for (let round = 0; round < 20; round += 1) {
      await begin('kept', 'gone');
      await follow('gone', 'kept', 'gone', 'kept');
      const [first, second] = await lease();
      await Promise.all([merge(domain, 'gone', 'kept'), answered(204, first!), answered(204, second!)]);
      expect((await deliverAll()).flat()).toEqual([2, 3]);
    }
  });

  it('stay in one line if the merge comes while they are put into words', async () => {
    for (let round = 0; round < 20; round += 1) {
      await begin('kept', 'gone');
      await domain.complete('follow', { customer: 'gone' });
      await Promise.all([merge(domain, 'gone', 'kept'), expand()]);
      await follow('kept');
      expect(await deliverAll()).toEqual([[0], [1]]);
    }
  });

  it('go one by one after the server that was sending two of them has crashed', async () => {
    await begin('kept', 'gone');
    await follow('gone', 'kept');
    expect(await places(await lease())).toEqual([0, 1]);
    await merge(domain, 'gone', 'kept');
    domain.clock.advance(LEASE_MS);
    expect(await deliverAll()).toEqual([[0], [1]]);
  });

  it('are replayed in one line', async () => {
    await begin('kept', 'gone');
    await follow('gone', 'kept');
    await giveUp();
    await merge(domain, 'gone', 'kept');
    await replayAll();
    await follow('kept');
    expect(await deliverAll()).toEqual([[0], [1], [2]]);
  });

  it('wait for an earlier one that was replayed alone and failed', async () => {
    const receiver = await begin('kept', 'gone');
    await follow('gone');
    await giveUp();
    await merge(domain, 'gone', 'kept');
    receiver.react = () => 500;
    const [failed] = await webhooks.deliveries();
    await replayDelivery(domain.deps, { program_id: domain.program.id, id: failed!.id, by: TESTER });
    await follow('kept');
    domain.clock.advance(60_000);
    expect(await deliverAll()).toEqual([[0], [1]]);
  });
});

describe('the messages about one customer', () => {
  it('go one by one if earlier ones are replayed before the next attempt at a later one', async () => {
    await begin('one');
    await follow('one');
    await giveUp();
    await follow('one');
    await answered(500, ...(await lease()));
    await replayAll();
    domain.clock.advance(60_000);
    expect(await deliverAll()).toEqual([[0], [1]]);
  });

  it('begin with the one that was replayed where an address is asked by one delivery at a time', async () => {
    await begin('one', 'two');
    await follow('one', 'two');
    await giveUp();
    await follow('one', 'two');
    await answered(500, ...(await lease()));
    domain.clock.advance(60_000);
    await replayAll();
    await domain.deps.db
      .updateTable('webhook_endpoints')
      .set({ failures_in_row: 5 })
      .where('program_id', '=', domain.program.id)
      .execute();
    const asking = await lease();
    expect(await places(asking)).toEqual([0]);
    await answered(204, ...asking);
    expect(await deliverAll()).toEqual([[1, 2], [3]]);
  });
});
