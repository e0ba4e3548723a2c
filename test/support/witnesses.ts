import { expect } from 'vitest';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import { Consumer } from './consumer.ts';
import type { Shop } from './load.ts';
import { Receiver } from './receiver.ts';
import { type Answer, sendJson } from './send-json.ts';
import { withDeps } from './shop.ts';
import { TESTER } from './tester.ts';
import { Visitor } from './visitor.ts';

/** A path without the schema where the program is now. */
const pathOf = (location = '') => location.replace(/^https?:\/\/[^/]+/, '').replace(/^\/s\/\d+/, '');

/** They read, visit and listen at a program of two servers without end, by all that it has given out. */
export class Witnesses {
  readonly consumers: Consumer[];
  /** One for each kind of thing that a visitor or a caller can have. */
  visitors: Visitor[] = [];
  private turn = 0;

  private constructor(
    private readonly shop: Shop,
    private readonly urls: readonly string[],
    readonly receiver: Receiver,
  ) {
    const { key } = shop;
    this.consumers = [
      new Consumer(key, 'transactions', urls),
      new Consumer(key, 'transactions', urls, 'csv'),
      new Consumer(key, 'activities', urls),
    ];
  }

  /** They begin at the program in the schema of that address. */
  static async begin(shop: Shop, urls: readonly string[], serverUrl: string): Promise<Witnesses> {
    const witnesses = new Witnesses(shop, urls, await Receiver.start());
    await witnesses.listen();
    await witnesses.visit(serverUrl);
    return witnesses;
  }

  /** They finish what they began, and the consumers read all that is new. */
  async stop(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await Promise.all(this.visitors.map((visitor) => visitor.stop()));
  }

  /** The ids of all messages that arrived. */
  get told(): Set<string> {
    return new Set(this.receiver.received.map(({ message }) => message.id));
  }

  /** Requests go to the servers by turns. */
  private ask(method: string, path: string, key?: string, body?: unknown, headers = {}): Promise<Answer> {
    this.turn += 1;
    return sendJson(this.urls[this.turn % this.urls.length]!, method, path, key, body, headers);
  }

  private async listen(): Promise<void> {
    for (const name of ['rule_completed', 'claimed_reward']) {
      const webhook = { topic: `program_events/customer.${name}`, address: this.receiver.address };
      expect((await this.ask('POST', '/v2/webhooks', this.shop.key, { webhook })).status).toBe(201);
    }
  }

  private async visit(serverUrl: string): Promise<void> {
    const { key, site_id, customers } = this.shop;
    const who = () => this.ask('GET', '/v2/whoami', key);
    const { program_id } = (await who()).json;
    const isWho = ({ status, text }: Answer) => status === 200 && JSON.parse(text).program_id === program_id;
    const isOk = ({ status }: Answer) => status === 200;
    const page = await this.pageOf(customers[0]!);
    const opened = await this.ask('GET', page);
    const form = await formOfApp(serverUrl, program_id);
    const grant = () =>
      this.ask('POST', '/oauth/token', undefined, form, {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const first = await grant();
    expect([opened.status, first.status]).toEqual([303, 200]);
    this.visitors = [
      new Visitor(
        () => this.ask('GET', page),
        ({ status, headers }) =>
          status === 303 && pathOf(headers.location) === pathOf(opened.headers.location),
      ),
      new Visitor(grant, isOk),
      new Visitor(() => this.ask('GET', '/v2/whoami', first.json.access_token), isWho),
      new Visitor(who, isWho),
      new Visitor(() => this.ask('GET', `/headless/2025-06/${site_id}/customers/${customers[0]}`, key), isOk),
    ];
  }

  /** The path of a session link of that customer. */
  private async pageOf(merchant_id: string): Promise<string> {
    const { key, site_id } = this.shop;
    const session = await this.ask('POST', `/v2/sites/${site_id}/webviews/sessions`, key, {
      channel: 'test',
      customer: { merchant_id, email: null },
    });
    return new URL(session.json.webview_session.url).pathname;
  }
}

/** The form by which a new app of the program asks for a token. */
async function formOfApp(serverUrl: string, program_id: number): Promise<string> {
  const app = await withDeps(serverUrl, (deps) =>
    createApp(deps, {
      program_id,
      name: 'partner',
      redirect_uris: [],
      scopes: ['read_customers'],
      public: false,
      by: TESTER,
    }),
  );
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: app.client_id,
    client_secret: app.client_secret!,
  }).toString();
}
