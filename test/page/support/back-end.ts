import supertest from 'supertest';
import type { TestApp } from '../../support/app.ts';
import { entryOf } from '../../support/factories.ts';

export interface SessionOptions {
  language?: string;
  currency?: string;
}

/** A customer's ledger. */
export interface Ledger {
  points_approved: number;
  points_pending: number;
  points_spent: number;
  /** Its transactions, oldest first: resource, points_approved, points_pending. */
  entries: [string, number, number][];
}

export interface Claim {
  id: number;
  state: string;
  point_cost: number;
  redeemable: { code?: string | null };
  reward: { title: string };
}

interface Transaction {
  resource: string;
  points_approved: number;
  points_pending: number;
}

/** The store's back end: what it does and sees through the API. */
export class BackEnd {
  private guests = 0;

  constructor(private readonly app: TestApp) {}

  /** The address of a new session's page; of a guest, where `merchant_id` is null. */
  async addressFor(merchant_id: string | null, { language, currency }: SessionOptions = {}): Promise<string> {
    const { id } = (await this.app.program()).sites[0]!;
    const body = {
      channel: 'shop',
      ...(language !== undefined && { language }),
      ...(currency !== undefined && { currency }),
      ...(merchant_id !== null && { customer: { merchant_id } }),
    };
    const response = await this.app.post(`/v2/sites/${id}/webviews/sessions`, body).expect(201);
    return response.body.webview_session.url;
  }

  /** A new customer, who has not joined. */
  async guest(): Promise<string> {
    this.guests += 1;
    const merchant_id = `customer ${this.guests}`;
    await this.addressFor(merchant_id);
    return merchant_id;
  }

  /** A new member of the program, who has what joining gives, 100 points, and so many more. */
  async member(points = 0): Promise<string> {
    const merchant_id = await this.guest();
    await this.enrol(merchant_id);
    if (points > 0) await this.give(merchant_id, points);
    return merchant_id;
  }

  async give(merchant_id: string, points: number): Promise<void> {
    await this.app.post(`${pathOf(merchant_id)}/points`, { points }).expect(201);
  }

  /** Claims the reward of that key so many times. */
  async claim(merchant_id: string, key: string, times: number): Promise<void> {
    const { id: reward_id } = entryOf((await this.app.program()).rewards, key);
    for (let count = 0; count < times; count++)
      await this.app.post(`${pathOf(merchant_id)}/claimed_rewards`, { reward_id }).expect(201);
  }

  async enrol(merchant_id: string): Promise<void> {
    const { id } = (await this.app.program()).sites[0]!;
    const customer = `/headless/2025-06/${id}/customers/${encodeURIComponent(merchant_id)}`;
    await this.app.post(`${customer}/enroll`).expect(200);
  }

  async block(merchant_id: string): Promise<void> {
    await this.patch(merchant_id, { blocked: true });
  }

  /** Changes what is known of a customer. */
  async patch(merchant_id: string, customer: object): Promise<void> {
    await supertest(this.app.url)
      .patch(pathOf(merchant_id))
      .set('authorization', `Bearer ${this.app.key}`)
      .send({ customer })
      .expect(200);
  }

  async spend(merchant_id: string, points: number): Promise<void> {
    await this.app.post(`${pathOf(merchant_id)}/remove_points`, { points }).expect(204);
  }

  async ledgerOf(merchant_id: string): Promise<Ledger> {
    const { body } = await this.app.get(pathOf(merchant_id)).expect(200);
    const { points_approved, points_pending, points_spent } = body.customer;
    const listed = await this.app.get(`${pathOf(merchant_id)}/transactions?since_id=0&limit=500`).expect(200);
    const entries = listed.body.transactions.map((transaction: Transaction) => [
      transaction.resource,
      transaction.points_approved,
      transaction.points_pending,
    ]);
    return { points_approved, points_pending, points_spent, entries };
  }

  /** A customer's claims, oldest first. */
  async claimsOf(merchant_id: string): Promise<Claim[]> {
    const { body } = await this.app.get(`${pathOf(merchant_id)}/claimed_rewards?since_id=0`).expect(200);
    return body.claimed_rewards;
  }
}

function pathOf(merchant_id: string): string {
  return `/v2/customers/${encodeURIComponent(merchant_id)}`;
}
