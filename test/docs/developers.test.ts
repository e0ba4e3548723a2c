import { Webhook } from 'standardwebhooks';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/command.ts';
import { fieldOf } from '../support/console.ts';
import { examples, pageText } from '../support/docs.ts';
import { PASSWORD } from '../support/operators.ts';
import { documents, Reader } from '../support/reader.ts';

let reader: Reader;
let api_key: string;

beforeAll(async () => {
  reader = await Reader.getStarted();
  api_key = (await reader.ask('printf %s "$KEY"')).trim();
});
afterAll(async () => {
  expect(await reader.ask('npm run --silent loyaltyd -- verify-ledger')).toMatch(/all adds up\.\n$/);
  await reader.checkout.remove();
});

const ask = async (path: string) => JSON.parse(await reader.ask(`api GET '${path}'`));

describe('getting started', () => {
  const PAGE = 'docs/getting-started.md';

  it('names the site, a rule and a reward', async () => {
    const [output = ''] = await reader.type(PAGE, 'getting started again');
    expect(output).toContain('"kind":"api_key"');
    expect(output).toMatch(/site \d+, rule \d+, reward \d+\n/);
  });

  it('ends in a storefront in which a customer earns points and redeems them for a code', async () => {
    await reader.type(PAGE, 'storefront');
    const port = await freePort();
    const store = reader.checkout.launch(`${reader.names}\nSTORE_PORT=${port} exec node store.mjs`);
    await store.until(`store: http://127.0.0.1:${port}`);
    const browser = supertest(`http://127.0.0.1:${port}`);
    const see = async () => (await browser.get('/').expect(200)).text;
    const press = (page: string, title: string) => {
      const [, action] =
        new RegExp(`action="([^"]+)"><button >${title.replace('$', '\\$')}<`).exec(page) ?? [];
      return browser.post(action!).expect(303);
    };
    expect(await see()).toContain('<h1>100 points</h1>');
    await press(await see(), 'Follow us');
    expect(await see()).toContain('<h1>500 points</h1>');
    await press(await see(), '$5 off');
    const last = await see();
    expect(last).toContain('<h1>0 points</h1>');
    expect(last).toMatch(/<li>\$5 off: \w{12}<\/li>/);
    await store.stop();
  });

  it('sends an order, which earns for all but its shipping', async () => {
    const [block = ''] = examples(PAGE, 'order');
    const order = { id: '901', customer: { id: '501', email: 'ada@my-store.example' } };
    const sent = await reader.script(
      block,
      { base_url: reader.checkout.url, api_key, order },
      'response.status',
    );
    expect(sent).toMatchObject({ code: 0, stdout: '201', stderr: '' });
    expect((await ask('/v2/orders/901')).order.points_pending).toBe(275);
  });
});

describe('the page about orders', () => {
  const PAGE = 'docs/orders-and-refunds.md';

  it('follows an order from its preview to its correction', async () => {
    const [preview, record, tell, look, turn, correct, activity, explain] = await reader.type(PAGE, 'orders');
    expect(documents(preview!)).toMatchObject([{ points: 275 }]);
    expect(record!.trim()).toBe('');
    expect(tell!.trim()).toBe('');
    const [whole, listing] = documents(look!);
    expect(whole.order).toMatchObject({ points_earned: 275, points_pending: 175, points_taken_back: 100 });
    expect(listing.transactions.length).toBeGreaterThan(2);
    expect(turn).toContain("The program's clock says");
    expect(documents(turn!)).toMatchObject([{ points_pending: 0, points_approved: 275 }]);
    expect(correct!.trim()).toBe('');
    expect(activity!.trim()).toBe('');
    expect(documents(explain!)).toMatchObject([
      { possible: false, obstacles: [{ code: 'insufficient_points' }] },
    ]);
    // 100 for joining, 275 for the order that is whole again, 50 for the review.
    expect(await ask('/v2/customers/601/balance')).toMatchObject({ points_approved: 425, points_pending: 0 });
  });
});

describe('the page about checkouts', () => {
  const PAGE = 'docs/checkout-and-codes.md';

  it('redeems a voucher, a gift card and a product, uses two of them and takes one back', async () => {
    const [, used, card, product, refunded] = await reader.type(PAGE, 'checkout');
    expect(documents(used!).map(({ voucher }) => voucher.state)).toEqual(['usable', 'used']);
    expect(documents(card!)[0].voucher.claimed_reward.redeemable).toMatchObject({ current_balance: 6 });
    expect(documents(product!)[0].active_cart_redemption.cart_id).toBe('cart-7');
    expect(documents(refunded!)[0].claimed_reward.state).toBe('void');
  });

  it('fills a pool of codes', async () => {
    const [output = ''] = await reader.type(PAGE, 'codes');
    expect(output).toContain('2 imported, 0 already there, 0 refused.');
    expect(output).toMatch(/\d+ codes remain/);
  });
});

describe('the page about the API', () => {
  const PAGE = 'docs/api.md';

  it('makes a key with its terms, and lists it', async () => {
    const [output = ''] = await reader.type(PAGE, 'a key');
    expect(output).toMatch(/shipping {2}read_orders {2}.*from 10\.0\.0\.0\/8, 50 requests a second/);
  });

  it('shows an error as it is', async () => {
    const [output = ''] = await reader.type(PAGE, 'an error');
    const [, shown] = /```json\n(.*?)```/s.exec(pageText(PAGE))!;
    const request_id = expect.any(String);
    expect(JSON.parse(shown!)).toEqual({ error: { ...documents(output)[0].error, request_id } });
  });

  it('shows a repeat that has one effect', async () => {
    const [output = ''] = await reader.type(PAGE, 'idempotency');
    expect(output.match(/HTTP\/1\.1 201/g)).toHaveLength(2);
    expect(output.match(/idempotency-replayed: true/g)).toHaveLength(1);
  });

  it('shows listings in their three orders, and as csv', async () => {
    const [output = ''] = await reader.type(PAGE, 'listings');
    const [newest, oldest, changes] = documents(output);
    expect(newest.transactions[0].id).toBeGreaterThan(newest.transactions[1].id);
    expect(oldest.transactions[0].id).toBeLessThan(oldest.transactions[1].id);
    expect(changes.orders[0].change_id).toBeLessThan(changes.orders[1].change_id);
    expect(output).toContain('id,created_at,resource,');
  });
});

describe('the page about the loyalty page', () => {
  it('shows how a back end makes a session, whose page then opens', async () => {
    const customer = { id: '502', email: 'lin@my-store.example' };
    const given = { base_url: reader.checkout.url, api_key, customer };
    const [block = ''] = examples('docs/loyalty-page.md', 'a session');
    const { code, stdout, stderr } = await reader.script(block, given, 'webview_session.url');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const page = await supertest.agent(reader.checkout.url).get(new URL(stdout).pathname).redirects(3);
    expect(page.status).toBe(200);
    expect(page.text).toContain('100 points');
  });
});

describe('the page about webhooks', () => {
  const PAGE = 'docs/webhooks.md';

  it('shows how a receiver verifies a message', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ id: 'msg_1', topic: 'customers/update', payload: {} });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    const [block = ''] = examples(PAGE, 'verify a webhook');
    const verify = (given: object) => reader.script(block, given, 'topic');
    expect(await verify({ secret, body, headers })).toMatchObject({ code: 0, stdout: 'customers/update' });
    const forged = body.replace('msg_1', 'msg_2');
    expect(await verify({ secret, body: forged, headers })).toMatchObject({ code: 1 });
  });

  it('shows a receiver that is told what happens on this machine', async () => {
    await reader.type(PAGE, 'receiver');
    const port = String(await freePort());
    const [listen = ''] = examples(PAGE, 'listen');
    const listening = reader.checkout.launch(listen.replace('8080', port));
    const [, secret] = /signed with (whsec_\S+)\. Ctrl-C/.exec(await listening.until('Ctrl-C ends it.'))!;
    const receiver = reader.checkout.launch(
      `WEBHOOK_SECRET='${secret}' RECEIVER_PORT=${port} exec node receiver.mjs`,
    );
    await receiver.until('receiving');
    await reader.type(PAGE, 'webhook test');
    await receiver.until('program_events/customer.tier_upgraded: {');
    await listening.until('204  ');
    await Promise.all([listening.stop(), receiver.stop()]);
  });

  it('shows how an address is subscribed, and told its secret once', async () => {
    const [output = ''] = await reader.type(PAGE, 'subscribe');
    const [made, listed] = documents(output);
    expect(made.webhook.secret).toMatch(/^whsec_/);
    expect(listed.webhooks).toMatchObject([{ id: made.webhook.id, state: 'enabled' }]);
    await reader.ask(`api DELETE /v2/webhooks/${made.webhook.id}`);
  });
});

describe('the page about apps', () => {
  const PAGE = 'docs/oauth-apps.md';

  it('shows an app that acts for itself', async () => {
    const outputs = await reader.type(PAGE, 'app for itself');
    expect(documents(outputs[1]!)[0].transactions).toHaveLength(1);
  });

  it('shows an app that connects once an operator approves', async () => {
    const [, link] = /(http\S+console\/join\?link=\S+)/.exec(
      (await reader.type(PAGE, 'app with approval')).join(),
    )!;
    const send = (at: string, cookie: string, form: Record<string, string>) =>
      fetch(reader.checkout.url + at, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        redirect: 'manual',
      });
    const joining = { link: new URL(link!).searchParams.get('link')!, password: PASSWORD };
    const joined = await send('/console/join', '', joining);
    const [cookie] = joined.headers.get('set-cookie')!.split(';');
    const app = reader.checkout.launch(`${reader.names}\nexec node connect.mjs`);
    const [, address] = /open: (\S+)/.exec(await app.until('state='))!;
    const screen = await fetch(address!, { headers: { cookie: cookie! } });
    const asked = new URL(screen.url);
    const token = fieldOf(await screen.text(), 'token');
    const approved = await send(asked.pathname + asked.search, cookie!, { token, decision: 'approve' });
    const back = await fetch(approved.headers.get('location')!);
    expect(await back.text()).toContain('Connected.');
    await app.until('connected: read_customers');
  });

  it('shows how an operator looks after apps', async () => {
    const [output = ''] = await reader.type(PAGE, 'look after apps');
    expect(output).toContain('Nightly report');
    expect(output).toMatch(/Desk/);
  });
});
