import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, sendJson } from './send-json.ts';

/** The address and credentials of requests; its program has the rule `follow` and the reward `mug`. */
export interface Shop {
  key: string;
  site_id: number;
  rule_id: number;
  reward_id: number;
  variant_id: string;
  /** Their merchant_ids. */
  customers: string[];
}

/** A caller pauses before it comes again to a server that cannot serve. */
const PAUSE_MS = 20;

/**
 * Callers that write without end, one request after the other each, whatever happens to the server. They repeat
 * completions under their Idempotency-Key and orders under their id until they are acknowledged. They send redemptions
 * once.
 */
export class Load {
  /** Idempotency-Key → the answer that acknowledged it. */
  readonly completions = new Map<string, Answer>();
  /** merchant_ids. */
  readonly orders = new Set<string>();
  /** Ids of claimed rewards. */
  readonly claims = new Set<number>();
  /** Redemptions without an answer, or refused since the database was away. They may have been made or not. */
  unacknowledged = 0;
  /** Answers of 500 and above. */
  readonly failures: string[] = [];
  /** Those that are no 503 which says when to come again. */
  readonly errors: string[] = [];
  private readonly events = new EventEmitter();
  private callers: Promise<void>[] = [];
  private stopping = false;
  private servers: Promise<string>[];
  private turn = 0;

  /** Requests go to these addresses by turns. */
  constructor(
    readonly shop: Shop,
    ...urls: string[]
  ) {
    this.servers = urls.map((url) => Promise.resolve(url));
  }

  start(callers: number): void {
    this.callers = Array.from({ length: callers }, (_, index) => this.call(index));
    // A caller that meets an unexpected answer fails the test when the load is stopped, not before.
    for (const caller of this.callers) caller.catch(() => {});
  }

  /** From now on requests go to this address, once it is known. If it is never known, every caller gives up. */
  moveTo(url: Promise<string>): void {
    this.servers = [url];
    url.catch(() => {});
  }

  private server(): Promise<string> {
    this.turn += 1;
    return this.servers[this.turn % this.servers.length]!;
  }

  get acknowledged(): number {
    return this.completions.size + this.orders.size + this.claims.size;
  }

  /** Resolves once so many more requests were acknowledged. */
  async progress(more: number): Promise<void> {
    const goal = this.acknowledged + more;
    while (this.acknowledged < goal) await Promise.race([once(this.events, 'acknowledged'), ...this.callers]);
  }

  /** Every caller finishes the request that it began. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.callers);
  }

  private async call(caller: number): Promise<void> {
    for (let turn = caller; !this.stopping; turn += 1) {
      if (turn % 4 === 0) await this.redeemOnce();
      else if (turn % 4 === 1) await this.order();
      else await this.complete();
      this.events.emit('acknowledged');
    }
  }

  private async complete(): Promise<void> {
    const key = randomUUID();
    const answer = await this.untilAcknowledged((url) => this.sendCompletion(key, url), 200);
    this.completions.set(key, answer);
  }

  private customerOf(id: string): string {
    return this.shop.customers[Number.parseInt(id.slice(0, 4), 16) % this.shop.customers.length]!;
  }

  /** Sends the completion of that Idempotency-Key, for the first time or again. */
  sendCompletion(key: string, url: string): Promise<Answer> {
    const { site_id, rule_id } = this.shop;
    return this.post(
      url,
      `/headless/2025-06/${site_id}/rules/social_follow/complete`,
      { rule_id, customer_merchant_id: this.customerOf(key) },
      { 'idempotency-key': key },
    );
  }

  private async order(): Promise<void> {
    const merchant_id = randomUUID();
    const body = {
      merchant_id,
      customer_id: this.customerOf(merchant_id),
      customer_email: null,
      total: 20,
      total_paid: 20,
      payment_status: 'paid',
      discount_codes: [],
    };
    await this.untilAcknowledged((url) => this.post(url, '/v2/orders', body), 201);
    this.orders.add(merchant_id);
  }

  private async redeemOnce(): Promise<void> {
    const { site_id, reward_id, variant_id } = this.shop;
    const cart_id = randomUUID();
    const body = { reward_id, variant_id, cart_id, customer_merchant_id: this.customerOf(cart_id) };
    const path = `/headless/2025-06/${site_id}/rewards/product_cart/redeem`;
    const answer = await this.post(await this.server(), path, body).catch(() => undefined);
    if (answer?.status === 201) this.claims.add(answer.json.claimed_reward.id);
    else if (answer === undefined || answer.status === 503) this.unacknowledged += 1;
    else throw new Error(`a redemption was answered ${answer.status}: ${answer.text}`);
  }

  private async untilAcknowledged(send: (url: string) => Promise<Answer>, status: number): Promise<Answer> {
    for (;;) {
      const answer = await send(await this.server()).catch(() => undefined);
      if (answer?.status === status) return answer;
      if (answer && answer.status !== 503 && answer.status !== 409) {
        throw new Error(`answered ${answer.status}: ${answer.text}`);
      }
      await pause(PAUSE_MS);
    }
  }

  private async post(
    url: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await sendJson(url, 'POST', path, this.shop.key, body, headers);
    if (answer.status >= 500) this.failures.push(answer.text);
    if (answer.status >= 500 && !isRefusedForNow(answer)) this.errors.push(answer.text);
    return answer;
  }
}

/** Whether an answer says that nobody can serve now, and when to come again. */
export function isRefusedForNow({ status, headers }: Answer): boolean {
  return status === 503 && Number(headers['retry-after']) > 0;
}
