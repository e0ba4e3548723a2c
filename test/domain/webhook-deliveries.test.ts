import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { listWebhooks, rotateSecret, unsubscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { cancelDeliveries, recordAttempts } from '../../src/domain/operations/record-attempts.ts';
import { replayDelivery } from '../../src/domain/operations/try-webhooks.ts';
import { attemptDelivery, LEASE_MS } from '../../src/domain/webhooks/attempt-delivery.ts';
import { giveBack, recordDelivered } from '../../src/domain/webhooks/attempt-store.ts';
import {
  type LeasedDelivery,
  leaseDueDeliveries,
  listDueEndpoints,
} from '../../src/domain/webhooks/lease-store.ts';
import { tidyWebhooks } from '../../src/domain/webhooks/tidy-webhooks.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { ruleDefinition } from '../support/factories.ts';
import { erase } from '../support/merging.ts';
import type { Receiver } from '../support/receiver.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);

const COMPLETED = `${PROGRAM_EVENT}rule_completed` as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function begin(...customers: string[]): Promise<void> {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  for (const merchant_id of customers) await domain.customer({ merchant_id });
}

const follow = (...customers: string[]) =>
  customers.reduce<Promise<unknown>>(
    (before, customer) => before.then(() => domain.complete('follow', { customer })),
    Promise.resolve(),
  );

/** The customer of each message, in the order of arrival. */
const whom = (receiver: Receiver) =>
  receiver.received.map(({ body }) => /"merchant_id":"(\w+)"/.exec(body)![1]!);

const states = async () => (await webhooks.deliveries()).map(({ state }) => state);

/** Claims what is due without sending it. */
async function claim(): Promise<LeasedDelivery[]> {
  const now = domain.clock.real();
  const endpoints = await listDueEndpoints(domain.deps.db, now, null);
  const own = endpoints.filter(({ program_id }) => program_id === domain.program.id);
  const claim = { now, lease_until: now + LEASE_MS, most: 10 };
  return (await Promise.all(own.map((one) => leaseDueDeliveries(domain.deps.db, one, claim)))).flat();
}

const expand = () => expandEvents(domain.deps, domain.program, eventPresenter('https://loyalty.example'));

describe('a message', () => {
  it('is signed as Standard Webhooks says', async () => {
    await begin('a');
    const receiver = await webhooks.deafReceiver();
    const { secret } = await webhooks.subscribe(receiver.address, COMPLETED);
    await follow('a');
    await webhooks.deliver();
    const [{ headers, body, message }] = receiver.received as [Receiver['received'][0]];
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': message.id });
    expect(Number(headers['webhook-timestamp'])).toBe(domain.clock.real() / 1000);
    expect(verify(secret, headers, body)).toEqual(message);
    expect(() => verify(secret, headers, body.replace('"a"', '"b"'))).toThrow();
  });

  it('is signed with both secrets for a day after a rotation, then with the new one', async () => {
    await begin('a');
    const receiver = await webhooks.deafReceiver();
    const before = await webhooks.subscribe(receiver.address, COMPLETED);
    const { id } = before.webhook;
    const after = await rotateSecret(domain.deps, { program_id: domain.program.id, id, by: TESTER });
    await follow('a');
    await webhooks.deliver();
    domain.clock.advance(24 * HOUR);
    await follow('a');
    await webhooks.deliver();
    const [first, second] = receiver.received as [Receiver['received'][0], Receiver['received'][0]];
    expect(verify(before.secret, first.headers, first.body)).toEqual(first.message);
    expect(verify(after.secret, first.headers, first.body)).toEqual(first.message);
    expect(verify(after.secret, second.headers, second.body)).toEqual(second.message);
    expect(() => verify(before.secret, second.headers, second.body)).toThrow();
  });

  it('is the same, under the same id, at every address', async () => {
    await begin('a');
    const [one, other] = [await webhooks.receiver(COMPLETED), await webhooks.receiver(COMPLETED)];
    await follow('a');
    await webhooks.deliver();
    expect(one.received[0]!.body).toBe(other.received[0]!.body);
    expect(one.received[0]!.headers['webhook-id']).toBe(other.received[0]!.headers['webhook-id']);
    expect(one.received[0]!.headers['webhook-signature']).not.toBe(
      other.received[0]!.headers['webhook-signature'],
    );
  });

  it('is kept as it was sent, whatever its letters', async () => {
    await begin('zoë 😀', 'a');
    const receivers = [await webhooks.receiver(COMPLETED), await webhooks.receiver(COMPLETED)];
    await follow('zoë 😀', 'a');
    await webhooks.deliver();
    const sent = receivers.flatMap(({ received }) => received.map(({ body }) => body));
    const kept = (await webhooks.deliveries()).map(({ body }) => body);
    expect(kept.toSorted()).toEqual(sent.toSorted());
    expect(kept.filter((body) => body.includes('zoë 😀'))).toHaveLength(2);
  });

  it('is signed over the same bytes when it is tried again and when it is replayed, whatever its letters', async () => {
    await begin('zoë 😀');
    const receiver = await webhooks.deafReceiver();
    const { secret } = await webhooks.subscribe(receiver.address, COMPLETED);
    const answers = [500, 204, 204];
    receiver.react = () => answers.shift()!;
    await follow('zoë 😀');
    await webhooks.deliver();
    domain.clock.advance(6_000);
    await webhooks.deliver();
    const { id } = (await webhooks.deliveries())[0]!;
    await replayDelivery(domain.deps, { program_id: domain.program.id, id, by: TESTER });
    const [first] = receiver.received;
    expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill(first!.body));
    for (const { headers, body, message } of receiver.received)
      expect(verify(secret, headers, body)).toEqual(message);
  });

  it('is its own, also where several topics, customers and addresses are told at once', async () => {
    await begin('a', 'b');
    const receivers = [
      await webhooks.receiver(COMPLETED, `${PROGRAM_EVENT}points_earned`),
      await webhooks.receiver(COMPLETED),
    ];
    await follow('a', 'b');
    await webhooks.deliver();
    const told = receivers.map(({ received }) =>
      received.map(({ headers, message }) => [headers['webhook-id'], message.id, message.topic]),
    );
    expect(told.map((own) => own.length)).toEqual([4, 2]);
    for (const [asked, said] of told.flat()) expect(said).toBe(asked);
    const kept = (await webhooks.deliveries()).map(({ message_id, topic, body }) => ({
      message_id,
      topic,
      body,
    }));
    for (const { message_id, topic, body } of kept)
      expect(JSON.parse(body)).toMatchObject({ id: message_id, topic });
    expect(new Set(kept.map(({ body }) => body)).size).toBe(4);
  });

  /** The library holds timestamps against the wall clock, which a test's is not. */
  function verify(secret: string, headers: Record<string, string>, body: string): unknown {
    const age = Math.floor(Date.now() / 1000) - Number(headers['webhook-timestamp']);
    const realNow = Date.now;
    Date.now = () => realNow() - age * 1000;
    try {
      return new Webhook(secret).verify(body, headers);
    } finally {
      Date.now = realNow;
    }
  }
});

describe('the order of one customer', () => {
  it('is kept while a delivery waits to be tried again, and holds up nobody else', async () => {
    await begin('a', 'b');
    const receiver = await webhooks.receiver(COMPLETED, `${PROGRAM_EVENT}points_earned`);
    let refusals = 1;
    receiver.react = ({ body }) => (body.includes('"merchant_id":"a"') && refusals-- > 0 ? 500 : 204);
    await follow('a', 'b');
    await webhooks.deliver();
    expect(whom(receiver).sort()).toEqual(['a', 'b', 'b']);
    domain.clock.advance(6_000);
    await webhooks.deliver();
    expect(
      receiver.received.filter(({ body }) => body.includes('"a"')).map(({ message }) => message.topic),
    ).toEqual([COMPLETED, COMPLETED, `${PROGRAM_EVENT}points_earned`]);
    expect(await states()).toEqual(Array(4).fill('delivered'));
  });

  it('is kept also once an attempt was the last', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 500;
    await follow('a', 'a');
    // Somebody else's go through meanwhile, so that the address is not found to be gone.
    for (let attempt = 0; attempt < 10; attempt++) {
      await domain.deps.db
        .updateTable('webhook_endpoints')
        .set({ failing_since: null, failures_in_row: 0, paused_until: null })
        .execute();
      await webhooks.deliver();
      domain.clock.advance(30 * HOUR);
    }
    expect(await states()).toEqual(['failed', 'pending']);
    receiver.react = () => 200;
    await webhooks.deliver();
    expect(await states()).toEqual(['failed', 'delivered']);
    // The second was tried as soon as the first was given up.
    expect(receiver.received).toHaveLength(12);
  });

  it('is kept by two servers that deliver at once, each message sent once', async () => {
    const customers = Array.from({ length: 30 }, (_, index) => `c${index}`);
    await begin(...customers);
    const receiver = await webhooks.receiver(COMPLETED, `${PROGRAM_EVENT}points_earned`);
    await follow(...customers, ...customers);
    const servers = [webhooks.dispatcher(), webhooks.dispatcher(), webhooks.dispatcher()];
    const later = follow(...customers);
    do await Promise.all(servers.map((server) => webhooks.deliver(server)));
    while ((await states()).some((state) => state !== 'delivered'));
    await later;
    await Promise.all(servers.map((server) => webhooks.deliver(server)));
    expect(receiver.received).toHaveLength(30 * 3 * 2);
    expect(new Set(receiver.received.map(({ message }) => message.id)).size).toBe(180);
    for (const customer of customers) {
      const own = receiver.received.filter(({ body }) => body.includes(`"merchant_id":"${customer}"`));
      const ids = own.map(({ body }) => Number(/"activity":\{"id":(\d+)/.exec(body)![1]));
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(own.map(({ message }) => message.topic)).toEqual(
        Array(3)
          .fill([COMPLETED, `${PROGRAM_EVENT}points_earned`])
          .flat(),
      );
    }
  });
});

describe('a receiver that is away', () => {
  it('is tried for three days, then disabled, which is audited and logged', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 503;
    await follow('a');
    const began = domain.clock.real();
    for (;;) {
      await webhooks.deliver();
      const [delivery] = await webhooks.deliveries();
      if (delivery!.next_attempt_at === null) break;
      domain.turnTo(delivery!.next_attempt_at);
    }
    const [delivery] = await webhooks.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', attempts: 10 });
    const at = (await webhooks.attempts()).map((attempt) => attempt.at - began);
    const planned = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR);
    for (const [index, delay] of planned.entries()) {
      const waited = at[index + 1]! - at[index]!;
      expect(waited).toBeGreaterThanOrEqual(delay);
      expect(waited).toBeLessThanOrEqual(1.2 * delay + 1);
    }
    const [webhook] = await listWebhooks(domain.deps, domain.program.id);
    expect(webhook).toMatchObject({ disabled_reason: 'failing', disabled_at: domain.clock.real() });
    const audited = await domain.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind', 'subject_id', 'details'])
      .where('program_id', '=', domain.program.id)
      .where('action', '=', 'webhook.disabled')
      .execute();
    expect(audited).toEqual([
      {
        action: 'webhook.disabled',
        actor_kind: 'server',
        subject_id: String(webhook!.id),
        details: { reason: 'failing' },
      },
    ]);
    expect(domain.logged.some((line) => line.includes('webhooks were disabled'))).toBe(true);
    // It is told nothing more, until somebody asks for it again.
    await follow('a');
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(10);
    receiver.react = () => 204;
    await webhooks.subscribe(receiver.address, COMPLETED);
    await follow('a');
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(11);
    expect((await listWebhooks(domain.deps, domain.program.id))[0]).toMatchObject({
      disabled_at: null,
      failing_since: null,
    });
  });

  it('is asked by one delivery at a time after five failures, and told the rest once it is back', async () => {
    const customers = Array.from({ length: 12 }, (_, index) => `c${index}`);
    await begin(...customers);
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 500;
    await follow(...customers);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(10);
    domain.clock.advance(25_000);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(10);
    // Behind the longest first pause. Two servers, and one delivery between them.
    domain.clock.advance(12_000);
    await Promise.all([webhooks.deliver(), webhooks.deliver()]);
    expect(receiver.received).toHaveLength(11);
    receiver.react = () => 200;
    domain.clock.advance(2 * MINUTE);
    await Promise.all([webhooks.deliver(), webhooks.deliver()]);
    domain.clock.advance(10 * MINUTE);
    await webhooks.deliver();
    expect(await states()).toEqual(Array(12).fill('delivered'));
  });

  it('is disabled at once where it answers that it is gone, and gets what waits for it when it is enabled again', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 410;
    await follow('a', 'a');
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await listWebhooks(domain.deps, domain.program.id))[0]).toMatchObject({
      disabled_reason: 'gone',
    });
    await tidyWebhooks(domain.deps);
    await webhooks.deliver();
    expect(await states()).toEqual(['pending', 'pending']);
    receiver.react = () => 204;
    await webhooks.subscribe(receiver.address, COMPLETED);
    await webhooks.deliver();
    expect(await states()).toEqual(['delivered', 'delivered']);
    expect(receiver.received).toHaveLength(3);
  });

  it('gets a delivery that waits for hours at once when it is enabled again, and often again if it fails', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 500;
    await follow('a');
    for (let hour = 0; hour < 4; hour += 1) {
      await webhooks.deliver();
      domain.clock.advance(HOUR);
      receiver.react = () => (hour < 2 ? 500 : 410);
    }
    expect((await webhooks.endpoints())[0]).toMatchObject({ disabled_reason: 'gone' });
    receiver.react = () => 500;
    const sent = receiver.received.length;
    await webhooks.subscribe(receiver.address, COMPLETED);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(sent + 1);
    receiver.react = () => 204;
    domain.clock.advance(MINUTE);
    await webhooks.deliver();
    expect(await states()).toEqual(['delivered']);
  });

  it('loses what waited for 30 days while it was disabled', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 410;
    await follow('a', 'a');
    await webhooks.deliver();
    domain.clock.advance(30 * 24 * HOUR);
    await tidyWebhooks(domain.deps);
    expect(await states()).toEqual(['pending', 'pending']);
    domain.clock.advance(1);
    await tidyWebhooks(domain.deps);
    expect(await states()).toEqual([]);
  });

  it('that asks for time gets it, within bounds', async () => {
    await begin('a', 'b');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => ({ status: 429, headers: { 'retry-after': '1800' } });
    await follow('a');
    await webhooks.deliver();
    const [asked] = await webhooks.deliveries();
    expect(asked!.next_attempt_at).toBe(domain.clock.real() + 1_800_000);
    // Others' wait as well.
    await follow('b');
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    domain.clock.advance(1_800_000);
    receiver.react = () => ({ status: 503, headers: { 'retry-after': '99999999' } });
    await webhooks.deliver();
    const times = (await webhooks.deliveries()).map((delivery) => delivery.next_attempt_at);
    expect(Math.max(...times.map(Number))).toBeLessThanOrEqual(domain.clock.real() + 24 * HOUR);
    expect((await webhooks.endpoints())[0]!.paused_until).toBe(domain.clock.real() + HOUR);
  });

  it.each([302, 307, 400, 404, 500])('has not taken a message that it answers with %s', async (status) => {
    await begin('a');
    const [receiver, elsewhere] = [await webhooks.receiver(COMPLETED), await webhooks.deafReceiver()];
    receiver.react = () => ({ status, headers: { location: elsewhere.address } });
    await follow('a');
    await webhooks.deliver();
    expect(await webhooks.attempts()).toMatchObject([{ number: 1, response_status: status, error: null }]);
    expect(await states()).toEqual(['pending']);
    expect(elsewhere.received).toEqual([]);
  });

  it('is told apart by why no answer came', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 'hang_up';
    await follow('a');
    await webhooks.deliver();
    await receiver.close();
    domain.clock.advance(6_000);
    await webhooks.deliver();
    expect(await webhooks.attempts()).toMatchObject([
      { number: 1, response_status: null, error: 'connection_lost' },
      { number: 2, response_status: null, error: 'connection_refused' },
    ]);
  });

  it('holds only slots of its own', async () => {
    const customers = Array.from({ length: 25 }, (_, index) => `c${index}`);
    await begin(...customers);
    const [hanging, well] = [await webhooks.receiver(COMPLETED), await webhooks.receiver(COMPLETED)];
    hanging.react = () => 'hang';
    await follow(...customers);
    const dispatcher = webhooks.dispatcher();
    while (well.received.length < customers.length) {
      await dispatcher.round();
      await nextTurn();
    }
    await hanging.until(10);
    await dispatcher.round();
    expect(hanging.received).toHaveLength(10);
    expect(dispatcher.sending).toBeGreaterThanOrEqual(10);
    await hanging.close();
    await dispatcher.idle();
    expect((await webhooks.endpoints())[0]).toMatchObject({ failures_in_row: 5 });
  });
});

describe('more events than are expanded together', () => {
  it('all become deliveries while a receiver takes its time over the first', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 'hang';
    await follow('a');
    const events = () =>
      domain.deps.db.selectFrom('webhook_events').where('program_id', '=', domain.program.id);
    await sql`insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
      select program_id, customer_id, kind, subject_id, created_at
        from webhook_events, generate_series(1, 600) where program_id = ${domain.program.id}`.execute(
      domain.deps.db,
    );
    const dispatcher = webhooks.dispatcher();
    await dispatcher.round();
    // The first attempts may have begun before the round ended, which then waits for no event.
    while ((await events().select('id').execute()).length > 0) await nextTurn();
    expect(await webhooks.deliveries()).toHaveLength(601);
    await receiver.close();
    await dispatcher.idle();
  });
});

describe('an endpoint that fails', () => {
  it('is not sent what was claimed for it before the failure was known', async () => {
    const customers = Array.from({ length: 30 }, (_, index) => `c${index}`);
    await begin(...customers);
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 410;
    await follow(...customers);
    await webhooks.deliver();
    expect(receiver.received.length).toBeLessThanOrEqual(10);
    expect(await states()).toEqual(Array(30).fill('pending'));
    const tried = (await webhooks.deliveries()).filter(({ attempts }) => attempts > 0);
    expect(tried).toHaveLength(receiver.received.length);
  });
});

describe('a private address', () => {
  it('is refused when connecting, and the log says so', async () => {
    await begin('a');
    const receiver = await webhooks.deafReceiver();
    await webhooks.subscribe(receiver.address.replace('http://127.0.0.1', 'https://localhost'), COMPLETED);
    const ports = [Number(new URL(receiver.address).port)];
    const outbound = new Outbound({ allow_private: false, ports });
    await follow('a');
    await webhooks.deliver(webhooks.dispatcher({ ...domain.deps, outbound }));
    expect(receiver.received).toEqual([]);
    expect(await webhooks.attempts()).toMatchObject([{ error: 'private_address' }]);
  });
});

it('says once that the database is away, however many addresses wait, and sends all once it is back', async () => {
  await begin('a');
  const receivers = [await webhooks.receiver(COMPLETED), await webhooks.receiver(COMPLETED)];
  await follow('a');
  await expand();
  const db = domain.deps.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'RawNode' && node.sqlFragments[0]!.includes('set attempts = attempts + 1'))
        throw Object.assign(new Error('the database is gone'), { code: '57P01' });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const before = domain.logged.length;
  await webhooks.dispatcher({ ...domain.deps, db }).round();
  expect(domain.logged.slice(before)).toEqual([expect.stringContaining('webhooks could not be claimed')]);
  await webhooks.deliver();
  for (const { received } of receivers) expect(received).toHaveLength(1);
});

describe('a server that ends', () => {
  it('with new deliveries that it claimed leaves them to be found once its claim ends', async () => {
    await begin('a', 'b');
    const receiver = await webhooks.receiver(COMPLETED);
    await follow('a', 'a', 'b');
    const taken: LeasedDelivery[] = [];
    const taker = {
      room: () => 2,
      take: (claimed: readonly LeasedDelivery[]) => void taken.push(...claimed),
    };
    await expandEvents(domain.deps, domain.program, eventPresenter('https://loyalty.example'), taker);
    expect(taken).toHaveLength(2);
    expect(await claim()).toEqual([]);
    domain.clock.advance(LEASE_MS);
    expect(await claim()).toMatchObject(
      taken.map(({ message_id, body }) => ({ message_id, body, attempts: 2 })),
    );
    domain.clock.advance(LEASE_MS);
    await webhooks.deliver();
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
    expect(receiver.received).toHaveLength(3);
  });

  it('between sending and recording leaves a delivery that is sent again, under the same id', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    await follow('a', 'a');
    await expand();
    const [claimed] = await claim();
    const lost = await attemptDelivery(domain.deps, claimed!);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    domain.clock.advance(LEASE_MS);
    await webhooks.deliver();
    expect(receiver.received.map(({ message }) => message.id)).toEqual([
      claimed!.message_id,
      claimed!.message_id,
      expect.not.stringMatching(claimed!.message_id),
    ]);
    // A late record changes nothing after all these changes.
    await recordAttempts(domain.deps, [{ ...lost, response_status: 500 }]);
    expect(await states()).toEqual(['delivered', 'delivered']);
    expect((await webhooks.endpoints())[0]).toMatchObject({ failures_in_row: 0 });
  });

  it('too late for its claim records nothing over whoever claimed after it', async () => {
    await begin('a');
    await webhooks.receiver(COMPLETED);
    await follow('a');
    await expand();
    const [stale] = await claim();
    domain.clock.advance(LEASE_MS);
    const [current] = await claim();
    const before = [await webhooks.deliveries(), await webhooks.endpoints()];
    const at = domain.clock.real();
    const ended = (delivery: LeasedDelivery, response_status: number) =>
      recordAttempts(domain.deps, [
        { delivery, at, duration_ms: 0, response_status, error: null, retry_after_ms: null },
      ]);
    for (const status of [500, 410, 204]) await ended(stale!, status);
    await cancelDeliveries(domain.deps, [stale!]);
    await giveBack(domain.deps.db, [stale!], at);
    expect([await webhooks.deliveries(), await webhooks.endpoints()]).toEqual(before);
    await ended(current!, 204);
    expect(await webhooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('before it had the next in line tried leaves that to be found', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    await follow('a', 'a');
    await expand();
    const [claimed] = await claim();
    const attempt = await attemptDelivery(domain.deps, claimed!);
    await recordDelivered(domain.deps.db, [attempt], domain.clock.real());
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    await tidyWebhooks(domain.deps);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await states()).toEqual(['delivered', 'delivered']);
  });

  it('on purpose leaves what it has not begun to send to others at once', async () => {
    const customers = Array.from({ length: 25 }, (_, index) => `c${index}`);
    await begin(...customers);
    const receiver = await webhooks.receiver(COMPLETED);
    receiver.react = () => 'hang';
    await follow(...customers);
    await expand();
    const ending = webhooks.dispatcher();
    await ending.round();
    await receiver.until(10);
    await ending.stop();
    receiver.react = () => 204;
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(25);
    expect((await webhooks.deliveries()).map(({ attempts }) => attempts)).toEqual(Array(25).fill(1));
    await receiver.close();
    await ending.idle();
  });
});

describe('a webhook that is deleted', () => {
  it('is told nothing of what waits', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED, `${PROGRAM_EVENT}points_earned`);
    await follow('a');
    await expand();
    const [completed, earned] = await listWebhooks(domain.deps, domain.program.id);
    const { id: program_id } = domain.program;
    await unsubscribe(domain.deps, { program_id, id: completed!.id, by: TESTER });
    await webhooks.deliver();
    expect(receiver.topics).toEqual(['points_earned']);
    expect(await states()).toEqual(['cancelled', 'delivered']);
    await follow('a');
    await expand();
    await unsubscribe(domain.deps, { program_id, id: earned!.id, by: TESTER });
    await webhooks.deliver();
    await tidyWebhooks(domain.deps);
    expect(await webhooks.endpoints()).toEqual([]);
    expect(await states()).toEqual(['cancelled', 'delivered', 'cancelled']);
  });
});

describe('a delivery that has ended', () => {
  it('is replayed as it was', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    await follow('a');
    await webhooks.deliver();
    const { id } = (await webhooks.deliveries())[0]!;
    const replay = () => replayDelivery(domain.deps, { program_id: domain.program.id, id, by: TESTER });
    expect(await replay()).toMatchObject({ response_status: 204 });
    expect(receiver.received[1]).toMatchObject({ body: receiver.received[0]!.body });
    expect((await webhooks.attempts()).map(({ number }) => number)).toEqual([1, 2]);
    // One that fails is tried again from the beginning of the plan.
    receiver.react = () => 500;
    await replay();
    const [waiting] = await webhooks.deliveries();
    expect(waiting).toMatchObject({ state: 'pending', attempts: 3, attempts_before: 2 });
    expect(waiting!.next_attempt_at! - domain.clock.real()).toBeLessThanOrEqual(6_000);
    await expect(replay()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a customer that was erased since is not replayed', async () => {
    await begin('a');
    const receiver = await webhooks.receiver(COMPLETED);
    await follow('a');
    await webhooks.deliver();
    await erase(domain, 'a');
    const { id } = (await webhooks.deliveries())[0]!;
    const replay = replayDelivery(domain.deps, { program_id: domain.program.id, id, by: TESTER });
    await expect(replay).rejects.toMatchObject({ code: 'not_found' });
    expect(receiver.received).toHaveLength(1);
    expect(await states()).toEqual(['delivered']);
  });

  it('is kept for thirty days with its attempts', async () => {
    await begin('a');
    await webhooks.receiver(COMPLETED);
    await follow('a');
    await webhooks.deliver();
    domain.clock.advance(30 * 24 * HOUR);
    await tidyWebhooks(domain.deps);
    expect(await webhooks.deliveries()).toHaveLength(1);
    domain.clock.advance(1);
    await tidyWebhooks(domain.deps);
    expect(await webhooks.deliveries()).toEqual([]);
    expect(await webhooks.attempts()).toEqual([]);
  });
});
