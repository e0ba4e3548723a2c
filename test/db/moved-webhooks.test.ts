import { expect, it, vi } from 'vitest';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { SLOTS } from '../../src/jobs/lanes.ts';
import { ruleDefinition } from '../support/factories.ts';
import { isGoneFrom, moveOf } from '../support/moves.ts';
import type { Received, Receiver } from '../support/receiver.ts';
import { testDomain } from '../support/test-domain.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const here = testDomain();
const there = testDomain();
const webhooks = testWebhooks(here);
const webhooksThere = testWebhooks(there);

const COMPLETED = `${PROGRAM_EVENT}rule_completed` as const;

const customerOf = ({ body }: Received) => /"merchant_id":"(\w+)"/.exec(body)![1]!;
const activityOf = ({ body }: Received) => Number(/"activity":\{"id":(\d+)/.exec(body)![1]);

/** Begins a program with a receiver, and a completion twice of each customer. */
async function begin(customers: readonly string[]): Promise<Receiver> {
  await here.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  const receiver = await webhooks.receiver(COMPLETED);
  for (const merchant_id of customers) await here.customer({ merchant_id });
  for (const customer of [...customers, ...customers]) await here.complete('follow', { customer });
  return receiver;
}

/** Answers nothing until the test says so: it calls what it is given here. */
function hold(receiver: Receiver): (() => void)[] {
  const held: (() => void)[] = [];
  receiver.react = () => new Promise((resolve) => held.push(() => resolve(204)));
  return held;
}

it('a program that moves has at once what servers had claimed where it was, in the order of each customer', async () => {
  const neighbour = await begin(['n']);
  const customers = Array.from({ length: SLOTS + 2 }, (_, n) => `m${n}`);
  const receiver = await begin(customers);
  const [heldThere, held] = [hold(neighbour), hold(receiver)];
  // No attempt ends before its answer, however long the move takes.
  const { outbound } = here.deps;
  const send = outbound.send.bind(outbound);
  vi.spyOn(outbound, 'send').mockImplementation((request) => send({ ...request, timeout_ms: 600_000 }));
  const before = webhooks.dispatcher();
  const claim = async () => {
    await before.round();
    await receiver.until(SLOTS);
    await neighbour.until(1);
    await here.complete('follow', { customer: customers[0]! });
  };
  const answerAllButOne = async () => {
    held.shift()!();
    await before.recorded();
    receiver.react = () => 204;
    for (const answer of [...held.splice(1), ...heldThere]) answer();
    while (before.sending > 1) await before.recorded();
    // Events that happened meanwhile are told of there.
    await webhooks.dispatcher().round();
  };
  await moveProgram(
    moveOf(here.program.key, here.database, there.database, {
      onStep: async (step) => {
        if (step === 'caught_up') await claim();
        if (step === 'stopped') await answerAllButOne();
      },
    }),
  );
  // This answer comes when no row of the program is left here, and leaves none.
  held.shift()!();
  await before.idle();
  expect(await isGoneFrom(here.database, here.program.id)).toBe(true);
  // The slot that became free was used before anybody knew of the move. What waited for another one is not sent from here.
  const told = SLOTS + 1;
  expect(receiver.received).toHaveLength(told);
  // The neighbour's second waits behind its first, which is recorded.
  const left = await here.database.asOwner('select state from webhook_deliveries order by id');
  expect(left.rows.map(({ state }) => state)).toEqual(['delivered', 'pending']);
  expect(here.logged).toEqual([]);

  there.turnTo(here.clock.real());
  await webhooksThere.deliver();
  const ids = receiver.received.map(({ message }) => message.id);
  const events = 2 * customers.length + 1;
  expect(new Set(ids).size).toBe(events);
  // Only those were sent twice whose answers came too late.
  expect(ids).toHaveLength(events + told);
  for (const customer of customers) {
    const told = receiver.received.filter((one) => customerOf(one) === customer).map(activityOf);
    expect(told, customer).toEqual([...told].sort((a, b) => a - b));
  }
});
