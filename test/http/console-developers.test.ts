import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { listApiKeys } from '../../src/domain/operations/manage-api-keys.ts';
import { createApp, listApps } from '../../src/domain/operations/manage-apps.ts';
import { listWebhooks, unsubscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { tryTopic } from '../../src/domain/operations/try-webhooks.ts';
import type { WebhookTopic } from '../../src/domain/outbox/topics.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { joinedOperator } from '../support/operators.ts';
import { Receiver } from '../support/receiver.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let ours: number;
let browser: ConsoleBrowser;
let receiver: Receiver;

const ROOM = '/console/p/ours/developers';
const KEY = /loyalty_[A-Za-z0-9]{20,}/;
const SECRET = /whsec_[\w+/=]+/;
const EARNED = 'program_events/customer.points_earned' satisfies WebhookTopic;
const APP_SECRET = /loyalty_as_\w{20,}/;
const HOSTILE = '<script>alert(1)</script>';

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  ours = (await test.program()).id;
  browser = browserOf(test, await joinedOperator(test.deps, { program_id: ours, role: 'manager' }));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});
beforeEach(async () => {
  receiver = await Receiver.start();
  return async () => {
    for (const { id } of await listWebhooks(test.deps, ours)) {
      await unsubscribe(test.deps, { program_id: ours, id, by: TESTER });
    }
    await receiver.close();
  };
});

/** Sends the form of a screen, as its reader fills it in. */
async function send(path: string, form: object) {
  const token = fieldOf((await browser.get(ROOM + path)).text, 'token');
  return browser.post(ROOM + path, { token, ...form });
}

const latestDeed = async () =>
  test.deps.db
    .selectFrom('audit_entries')
    .select(['actor_kind', 'action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('API keys', () => {
  const make = (form: object) => send('/keys/new', { name: 'till', ...form });

  it('are made with the scopes that were chosen, shown once, and work', async () => {
    const { status, text } = await make({ read_reports: 'on', write_orders: 'on', expires_in: '30d' });
    expect(status).toBe(200);
    const [key] = KEY.exec(text)!;
    const [made] = await listApiKeys(test.deps, 'ours');
    expect(made).toMatchObject({ name: 'till', scopes: ['write_orders', 'read_reports'], networks: null });
    expect(made!.expires_at).toBe(test.clock.real() + 30 * 24 * 60 * 60 * 1000);
    expect(await latestDeed()).toMatchObject({ actor_kind: 'operator', action: 'key.created' });
    const answer = await fetch(`${test.url}/v2/whoami`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    for (const screen of ['', `/keys/${made!.id}`]) {
      expect((await browser.get(ROOM + screen)).text).not.toContain(key);
    }
  });

  it('are made once, however often the button is pressed', async () => {
    const before = (await listApiKeys(test.deps, 'ours')).length;
    const token = fieldOf((await browser.get(`${ROOM}/keys/new`)).text, 'token');
    const form = { token, name: 'pressed', read_orders: 'on' };
    const [first, second] = await Promise.all([
      browser.post(`${ROOM}/keys/new`, form),
      browser.post(`${ROOM}/keys/new`, form),
    ]);
    expect(KEY.exec(first.text)![0]).toBe(KEY.exec(second.text)![0]);
    expect(await listApiKeys(test.deps, 'ours')).toHaveLength(before + 1);
  });

  it.each([
    [{ name: ' ' }, 'Say in a few words who uses it.'],
    [{}, 'Choose something that it may do.'],
    [{ read_orders: 'on', networks: '10.0.0.0/8, moon' }, 'moon is no address and no network.'],
  ])('are not made by a form such as %j, and nothing typed is lost', async (form, words) => {
    const { status, text } = await make({ expires_in: '90d', ...form });
    expect([status, text.includes(words)]).toEqual([422, true]);
    expect(text).toContain('<option value="90d" selected');
  });

  it('are refused from the moment when they are revoked', async () => {
    const [key] = KEY.exec((await make({ name: HOSTILE, read_orders: 'on' })).text)!;
    const [made] = await listApiKeys(test.deps, 'ours');
    expect((await browser.get(ROOM)).text).not.toContain(HOSTILE);
    const { status, headers } = await send(`/keys/${made!.id}`, {});
    expect([status, headers.location]).toEqual([303, ROOM]);
    const answer = await fetch(`${test.url}/v2/whoami`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(401);
    expect(await latestDeed()).toMatchObject({ action: 'key.revoked' });
  });
});

describe('webhooks', () => {
  const deed = async (id: number, form: object) =>
    browser.post(`${ROOM}/webhooks/${id}`, { token: await browser.token(), ...form });
  const subscribed = async () =>
    (await listWebhooks(test.deps, ours)).filter(({ address }) => address === receiver.address);

  async function add(...topics: WebhookTopic[]) {
    const form = Object.fromEntries(topics.map((topic) => [topic, 'on']));
    const answer = await send('/webhooks/new', { address: receiver.address, ...form });
    return { answer, webhooks: await subscribed() };
  }

  it('tell an address of several topics, with one secret that is shown once', async () => {
    const { answer, webhooks } = await add(EARNED, 'customers/update');
    expect(webhooks.map(({ topic }) => topic).sort()).toEqual(['customers/update', EARNED]);
    const [secret] = SECRET.exec(answer.text)!;
    for (const screen of ['/webhooks', `/webhooks/${webhooks[0]!.id}`]) {
      const { text } = await browser.get(ROOM + screen);
      expect(text).toContain(receiver.address);
      expect(text).not.toContain(secret);
    }
    const rotated = await send(`/webhooks/${webhooks[0]!.id}/secret`, {});
    expect(SECRET.exec(rotated.text)![0]).not.toBe(secret);
  });

  it('are not added without a topic, or with an address that is none', async () => {
    expect((await add()).answer.text).toContain('Choose at least one topic.');
    const { status, text } = await send('/webhooks/new', { address: 'ftp://x', [EARNED]: 'on' });
    expect([status, text.includes('The address ')]).toEqual([422, true]);
    expect(text).toMatch(new RegExp(`name="${EARNED}" checked`));
  });

  it('are tried with a made-up message, whose answer is shown', async () => {
    const [webhook] = (await add(EARNED)).webhooks;
    const { headers } = await deed(webhook!.id, { deed: 'test' });
    expect(headers.location).toContain('done=tested');
    expect(receiver.topics).toEqual(['points_earned']);
    const { text } = await browser.get(headers.location!);
    expect(text).toContain('204 in ');
    expect(text).toContain('each took it');
  });

  it('send a delivery again, or all that failed', async () => {
    const [webhook] = (await add(EARNED)).webhooks;
    receiver.react = () => 500;
    const now = test.clock.now({ clock_offset_ms: 0 });
    for (const payload of [{ n: 1 }, { n: 2 }]) {
      await tryTopic(test.deps, { program_id: ours, topic: EARNED, payload, now });
    }
    await test.deps.db
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', finished_at: ts(now), next_attempt_at: null })
      .where('webhook_id', '=', webhook!.id)
      .execute();
    receiver.react = () => 204;
    receiver.received.length = 0;
    const { text } = await browser.get(`${ROOM}/webhooks/${webhook!.id}`);
    expect(text).toContain('500 in ');
    const told = new Date(now).toISOString();
    const inUtc = `${told.slice(0, 16).replace('T', ' ')}`;
    expect(text).toMatch(new RegExp(`<time[^>]* title="${inUtc}:\\d\\d UTC"`));
    const [, latest] = /name="delivery" value="(\d+)"/.exec(text)!;
    const one = await deed(webhook!.id, { deed: 'replay', delivery: latest });
    expect(one.headers.location).toContain('done=delivered');
    expect(receiver.received.map(({ message }) => message.payload)).toEqual([{ n: 2 }]);

    const all = await deed(webhook!.id, { deed: 'replay_failed' });
    expect(all.headers.location).toContain('done=queued');
    expect(await latestDeed()).toMatchObject({ action: 'webhook.replayed', details: { deliveries: 1 } });
    const dispatcher = new Dispatcher(test.deps, eventPresenter(test.deps.publicUrl));
    while (await dispatcher.round()) await dispatcher.idle();
    expect(receiver.received.map(({ message }) => message.payload)).toEqual([{ n: 2 }, { n: 1 }]);
    const again = await deed(webhook!.id, { deed: 'replay_failed' });
    expect(again.headers.location).toContain('done=none');
  });

  it('are switched on again, and removed', async () => {
    const [webhook] = (await add(EARNED)).webhooks;
    await test.deps.db
      .updateTable('webhook_endpoints')
      .set({ disabled_at: ts(0), disabled_reason: 'gone' })
      .where('id', '=', webhook!.endpoint_id)
      .execute();
    expect((await browser.get(`${ROOM}/webhooks`)).text).toContain('off: answered 410');
    expect((await browser.get(`${ROOM}/webhooks/${webhook!.id}`)).text).not.toContain('Send a test');
    const untold = (await deed(webhook!.id, { deed: 'test' })).headers.location!;
    expect((await browser.get(untold)).text).toMatch(/notice toast warn[^§]*No message was sent/);
    await deed(webhook!.id, { deed: 'enable' });
    expect((await subscribed())[0]!.disabled_at).toBeNull();
    await deed(webhook!.id, { deed: 'remove' });
    expect(await subscribed()).toEqual([]);
    expect((await deed(webhook!.id, { deed: 'test' })).status).toBe(404);
  });
});

describe('apps', () => {
  const register = (form: object) =>
    send('/apps/new', {
      name: 'Desk',
      way: 'approved',
      redirect_uris: 'https://desk.example/back\r\nhttp://127.0.0.1/back',
      read_customers: 'on',
      ...form,
    });
  const tokenOf = async (client_id: string, client_secret: string) =>
    fetch(`${test.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    });
  const newest = async () => (await listApps(test.deps, ours))[0]!;

  it('are registered with what they may ask for, and their secret is shown once', async () => {
    const { status, text } = await register({ write_orders: 'on' });
    expect(status).toBe(200);
    const [secret] = APP_SECRET.exec(text)!;
    const app = await newest();
    expect(text).toContain(app.client_id);
    expect(app).toMatchObject({
      name: 'Desk',
      scopes: ['read_customers', 'write_orders'],
      redirect_uris: ['https://desk.example/back', 'http://127.0.0.1/back'],
      grant_types: ['authorization_code'],
      public: false,
    });
    expect(await latestDeed()).toMatchObject({ actor_kind: 'operator', action: 'app.created' });
    for (const screen of ['/apps', `/apps/${app.client_id}`]) {
      expect((await browser.get(ROOM + screen)).text).not.toContain(secret);
    }
  });

  it('without a secret are shown at once, and have none to change', async () => {
    const { status, headers } = await register({ way: 'public' });
    const app = await newest();
    expect([status, headers.location]).toEqual([303, `${ROOM}/apps/${app.client_id}`]);
    expect(app.public).toBe(true);
    expect((await browser.get(headers.location!)).text).not.toContain('Make a new secret');
    expect((await send(`/apps/${app.client_id}/secret`, {})).status).toBe(400);
  });

  it('are registered once, however often the button is pressed', async () => {
    const before = (await listApps(test.deps, ours)).length;
    const token = fieldOf((await browser.get(`${ROOM}/apps/new`)).text, 'token');
    const form = { token, name: 'twice', way: 'alone', read_orders: 'on' };
    const [first, second] = await Promise.all([
      browser.post(`${ROOM}/apps/new`, form),
      browser.post(`${ROOM}/apps/new`, form),
    ]);
    expect(APP_SECRET.exec(first!.text)![0]).toBe(APP_SECRET.exec(second!.text)![0]);
    expect((await listApps(test.deps, ours)).length).toBe(before + 1);
  });

  it.each([
    [{ name: ' ' }, 'Say in a few words what it is.'],
    [{ redirect_uris: '' }, 'Approval has to lead back somewhere.'],
    [{ redirect_uris: 'http://desk.example/back' }, 'must begin with https://'],
    [{ redirect_uris: HOSTILE }, 'is not a URL'],
    [{ way: 'alone' }, 'asks nobody: leave this empty'],
    [{ read_customers: undefined }, 'Choose something that it may ask for.'],
  ])('with mistakes are shown again, with what was typed: %j', async (form, words) => {
    const { status, text } = await register(form);
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).not.toContain(HOSTILE);
  });

  it('get a new secret, and the one before is refused', async () => {
    const { text } = await register({ way: 'alone', redirect_uris: '' });
    const [before] = APP_SECRET.exec(text)!;
    const { client_id } = await newest();
    expect((await tokenOf(client_id, before)).status).toBe(200);
    const changed = await send(`/apps/${client_id}/secret`, {});
    const [after] = APP_SECRET.exec(changed.text)!;
    expect(await latestDeed()).toMatchObject({ actor_kind: 'operator', action: 'app.rotated' });
    expect((await tokenOf(client_id, before)).status).toBe(401);
    expect((await tokenOf(client_id, after)).status).toBe(200);
    await send(`/apps/${client_id}`, {});
    expect((await send(`/apps/${client_id}/secret`, {})).status).toBe(404);
  });

  it('are listed, shown and revoked', async () => {
    const { client_id } = await createApp(test.deps, {
      program_id: ours,
      name: HOSTILE,
      redirect_uris: ['https://partner.example/back'],
      scopes: ['read_customers'],
      public: false,
      by: TESTER,
    });
    expect((await browser.get(`${ROOM}/apps`)).text).not.toContain(HOSTILE);
    const { text } = await browser.get(`${ROOM}/apps/${client_id}`);
    expect(text).toContain('https://partner.example/back');
    const { headers } = await send(`/apps/${client_id}`, {});
    expect(headers.location).toBe(`${ROOM}/apps`);
    expect((await listApps(test.deps, ours))[0]!.revoked_at).not.toBeNull();
    expect((await browser.get(`${ROOM}/apps/nobody`)).status).toBe(404);
  });
});
