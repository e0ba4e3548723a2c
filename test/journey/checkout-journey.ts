import type { paths } from '#api';
import { Journey } from './storefront-journey.ts';
import { dataOf, expectDone, refusalOf, type Store } from './typed-store.ts';

type NewOrder = paths['/v2/orders']['post']['requestBody']['content']['application/json'];

export interface Purchase {
  merchant_id: string;
  /** The price of the goods, in dollars. */
  price: number;
  codes?: { code: string; amount: number }[];
  /** The redemption of a product in the cart, which then costs nothing. */
  redemption?: string;
}

/** One shopper at a checkout: the storefront redeems, the back end honours, records and refunds. */
export class Checkout {
  /** The acts of the storefront for the same shopper. */
  readonly shopper: Journey;

  constructor(
    private readonly store: Store,
    private readonly site_id: number,
    private readonly merchant_id: string,
  ) {
    this.shopper = new Journey(store, site_id, merchant_id);
  }

  async givePoints(points: number): Promise<void> {
    const params = { path: { merchant_id: this.merchant_id } };
    expectDone(
      await this.store.POST('/v2/customers/{merchant_id}/points', { params, body: { points } }),
      201,
    );
  }

  /** The customer's state. A checkout without an order leaves it unchanged. */
  async counters() {
    const { points_approved, points_pending, points_spent } = await this.shopper.customer();
    return { points_approved, points_pending, points_spent };
  }

  /** Redeems the first discount for the cart that there is. */
  async redeemVoucher() {
    const { rewards } = await this.shopper.configuration();
    const reward = rewards.find(({ kind }) => kind === 'cart_discount_voucher')!;
    return dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/rewards/cart_discount_voucher/redeem', {
        params: { path: { site_id: this.site_id } },
        body: { reward_id: reward.id, customer_merchant_id: this.merchant_id },
      }),
    );
  }

  async lookUp(code: string) {
    const params = { path: { code } };
    return dataOf(await this.store.GET('/v2/vouchers/{code}', { params })).voucher;
  }

  /** The code with which another order is refused what this code gives. */
  async useElsewhere(code: string): Promise<string> {
    const params = { path: { code } };
    const body = { order_merchant_id: 'another-order', amount: 1 };
    return refusalOf(await this.store.POST('/v2/vouchers/{code}/use', { params, body }));
  }

  /** The amount to pay for a purchase, and the order as the store's platform tells it. */
  private order({ merchant_id, price, codes = [], redemption }: Purchase): NewOrder {
    const total = codes.reduce((rest, { amount }) => rest - amount, price);
    const line = (product: string, each: number) => ({
      product_id: product,
      variant_id: product,
      quantity: 1,
      price: each,
    });
    const attributes = [{ key: '_loyalty_redemption_id', value: redemption ?? null }];
    return {
      customer_id: this.merchant_id,
      customer_email: `${this.merchant_id}@shopper.example`,
      merchant_id,
      total,
      total_paid: total,
      payment_status: 'paid',
      discount_codes: codes,
      line_items: [
        line('goods', price),
        ...(redemption ? [{ ...line('8003', 0), variant_id: '8301', attributes }] : []),
      ],
    };
  }

  /** Buys, and gives what was paid. */
  async buy(purchase: Purchase): Promise<number> {
    const order = this.order(purchase);
    expectDone(await this.store.POST('/v2/orders', { body: order }), 201);
    return Number(order.total);
  }

  async refund({ merchant_id }: Purchase, paid: number): Promise<void> {
    await this.tell(merchant_id, {
      payment_status: 'paid',
      total_paid: paid,
      refund_status: 'refunded',
      total_refunded: paid,
    });
  }

  async cancel({ merchant_id }: Purchase, paid: number): Promise<void> {
    await this.tell(merchant_id, {
      payment_status: 'paid',
      total_paid: paid,
      cancellation_status: 'cancelled',
    });
  }

  private async tell(
    merchant_id: string,
    body: paths['/v2/orders/{merchant_id}']['put']['requestBody']['content']['application/json'],
  ): Promise<void> {
    const params = { path: { merchant_id } };
    expectDone(await this.store.PUT('/v2/orders/{merchant_id}', { params, body }), 204);
  }

  async orderState(merchant_id: string) {
    const params = { path: { merchant_id } };
    const { order } = dataOf(await this.store.GET('/v2/orders/{merchant_id}', { params }));
    return order;
  }

  /** The claimed reward of that id, as the customer sees it. */
  async claimed(id: number) {
    const { claimed_rewards } = await this.shopper.customer();
    return claimed_rewards.find((claim) => claim.id === id)!;
  }

  /** The sum and the number of the customer's own transactions of a kind. */
  async moved(resource: 'activity' | 'adjustment' | 'claimed_reward' | 'expiry') {
    const moved = (await this.shopper.transactions()).filter((row) => row.resource === resource);
    const sum = (field: 'points_approved' | 'points_pending') =>
      moved.reduce((total, row) => total + row[field], 0);
    return { count: moved.length, approved: sum('points_approved'), pending: sum('points_pending') };
  }
}
