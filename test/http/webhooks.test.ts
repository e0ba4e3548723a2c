import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer } from '../support/factories.ts';
import { Receiver } from '../support/receiver.ts';
import { sendJson } from '../support/send-json.ts';

let test: TestApp;
let receiver: Receiver;
let document: object;

beforeAll(async () => {
  test = await buildTestApp();
  receiver = await Receiver.start();
  document = await test.document();
});
afterAll(() => Promise.all([test.close(), receiver.close()]));

const create = async (topic: string, address = receiver.address, status = 201) => {
  const response = await test.post('/v2/webhooks', { webhook: { topic, address } });
  expectServedSchema(document, response);
  expect(response.status).toBe(status);
  return response.body;
};

async function list() {
  const response = await test.get('/v2/webhooks');
  expectServedSchema(document, response);
  return response.body.webhooks;
}

const remove = (id: number) => sendJson(test.url, 'DELETE', `/v2/webhooks/${id}`, test.key);

async function deliver(): Promise<void> {
  const dispatcher = new Dispatcher(test.deps, eventPresenter(test.deps.publicUrl));
  while (await dispatcher.round()) await dispatcher.idle();
}

describe('webhooks', () => {
  it('are made, with a secret that is told then only, listed and deleted', async () => {
    const { webhook } = await create('customers/update');
    const { secret, ...rest } = webhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toMatchObject({
      topic: 'customers/update',
      address: receiver.address,
      state: 'enabled',
      disabled_reason: null,
    });
    expect(await list()).toEqual([rest]);
    // The address has one secret, whatever it is told of, and it is told once.
    const other = await create('program_events/customer.enrolled');
    expect(other.webhook.secret).toBeNull();
    expect({ ...(await create('customers/update')).webhook, secret }).toEqual(webhook);
    expect((await remove(other.webhook.id)).status).toBe(204);
    expect((await remove(other.webhook.id)).status).toBe(404);
    expect(await list()).toEqual([rest]);
    await remove(webhook.id);
    expect((await create('customers/update')).webhook.secret).not.toBe(secret);
  });

  it('are made once by a repeated request, secret and all', async () => {
    const send = () =>
      test
        .post('/v2/webhooks', {
          webhook: { topic: 'program_events/customer.points_earned', address: receiver.address },
        })
        .set('idempotency-key', 'once');
    const [first, again] = [await send(), await send()];
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('get a new secret', async () => {
    const [webhook] = await list();
    const response = await test.post(`/v2/webhooks/${webhook.id}/rotate_secret`, {});
    expectServedSchema(document, response);
    expect(response.status).toBe(200);
    expect(response.body.webhook).toEqual(webhook);
    const { webhook: again } = await create(webhook.topic);
    expect(again.secret).toBeNull();
  });

  it('are at most a hundred', async () => {
    const { length } = await list();
    for (let number = length; number < 100; number++)
      await create('customers/update', `http://127.0.0.1:9/${number}`);
    const refused = await create('customers/update', 'http://127.0.0.1:9/one-more', 400);
    expect(refused.error.message).toBe('A program has at most 100 webhooks.');
    await create('customers/update', 'http://127.0.0.1:9/99');
    expect(await list()).toHaveLength(100);
    for (const { id, address } of await list()) if (address.includes(':9/')) await remove(id);
  });

  it('go to no address that is private or says more than where', async () => {
    const strict = await buildTestApp({ beside: test });
    strict.deps.outbound = new Outbound({ allow_private: false });
    for (const [address, complaint] of [
      ['http://shop.example/hook', 'must be an https URL'],
      ['https://127.0.0.1/hook', 'must be an address of the public internet'],
      ['https://user:word@shop.example/hook', 'must hold no user name or password'],
      ['shop', 'must be an https URL of at most 2000 characters'],
    ]) {
      const response = await strict.post('/v2/webhooks', { webhook: { topic: 'customers/update', address } });
      expect(response.status).toBe(400);
      expect(response.body.error.details).toEqual({ 'webhook.address': complaint });
    }
    await strict.close();
  });

  it('are audited, without what is secret', async () => {
    const { audit_entries: entries } = (await test.get('/v2/audit?limit=500')).body;
    const actions = entries.map((entry: { action: string }) => entry.action);
    for (const action of ['created', 'deleted', 'rotated']) expect(actions).toContain(`webhook.${action}`);
    expect(JSON.stringify(entries)).not.toContain('whsec_');
  });
});

describe('the deliveries of a webhook', () => {
  it('are listed with every attempt, page by page', async () => {
    const [webhook] = (await list()).filter(({ topic }: { topic: string }) => topic === 'customers/update');
    const program = await test.program();
    for (const merchant_id of ['d1', 'd2', 'd3']) await createCustomer(test.deps, program, { merchant_id });
    let failures = 1;
    receiver.react = () => (failures-- > 0 ? 503 : 204);
    await deliver();
    test.clock.advance(6_000);
    await deliver();
    const page = async (query: string) => {
      const response = await test.get(`/v2/webhooks/${webhook.id}/deliveries?${query}`);
      expectServedSchema(document, response);
      expect(response.status).toBe(200);
      return response.body;
    };
    const all = await page('since_id=0');
    expect(all.deliveries).toHaveLength(3);
    const retried = all.deliveries.find(({ attempts }: { attempts: object[] }) => attempts.length === 2);
    expect(retried).toMatchObject({
      topic: 'customers/update',
      state: 'delivered',
      next_attempt_at: null,
      attempts: [
        { number: 1, response_status: 503, error: null },
        { number: 2, response_status: 204, error: null },
      ],
    });
    const first = await page('limit=2');
    expect(first.deliveries).toEqual(all.deliveries.toReversed().slice(0, 2));
    const rest = await page(`limit=2&cursor=${encodeURIComponent(first.cursor.next)}`);
    expect(rest.deliveries).toEqual(all.deliveries.slice(0, 1));
    expect(rest.cursor.next).toBe('');
  });

  it('take no cursor of another webhook', async () => {
    const [one, other] = await list();
    const { cursor } = (await test.get(`/v2/webhooks/${one.id}/deliveries?limit=1`)).body;
    const taken = await test.get(`/v2/webhooks/${other.id}/deliveries?cursor=${cursor.next || 'x'}`);
    expect(taken.status).toBe(400);
  });
});

describe('readiness', () => {
  const warnings = async () => {
    test.clock.advance(10_000);
    const response = await test.get('/health/ready');
    expectServedSchema(document, response);
    return response.body.warnings;
  };

  it('warns of webhooks to which nothing gets through, and of those that are disabled', async () => {
    const [webhook] = (await list()).filter(({ topic }: { topic: string }) => topic === 'customers/update');
    const ids = (await list()).map(({ id }: { id: number }) => id);
    receiver.react = () => 500;
    await createCustomer(test.deps, await test.program(), { merchant_id: 'w1' });
    await deliver();
    expect(await warnings()).toEqual([]);
    test.clock.advance(3_600_000);
    const warning = (kind: string) =>
      ids.map((webhook_id: number) => ({ kind, program: 'shop', webhook_id }));
    expect(await warnings()).toEqual(warning('webhook_failing'));
    receiver.react = () => 410;
    await deliver();
    expect(await warnings()).toEqual(warning('webhook_disabled'));
    expect((await list())[0]).toMatchObject({ state: 'disabled', disabled_reason: 'gone' });
    await create(webhook.topic);
    expect(await warnings()).toEqual([]);
  });
});
