import type { paths } from '#api';
import { dataOf, expectDone, refusalOf, type Store } from './typed-store.ts';

type Configuration =
  paths['/headless/2025-06/{site_id}/configuration']['get']['responses'][200]['content']['application/json'];
type Rule = Configuration['rules'][number];
type Reward = Configuration['rewards'][number];
type Customer = Extract<
  paths['/headless/2025-06/{site_id}/customers/{merchant_id}']['get']['responses'][200]['content']['application/json']['customer'],
  { state: 'enrolled' }
>;

/** A product that was redeemed into the cart: its line names the merchandise that it is. */
interface RedeemedProduct {
  id: string;
  cart_line: { merchandise_id: string };
}

/** One shopper at one site, from the first visit to a year later; each step says what a store would read of it. */
export class Journey {
  constructor(
    private readonly store: Store,
    private readonly site_id: number,
    private readonly merchant_id: string,
  ) {}

  private get site() {
    return { params: { path: { site_id: this.site_id } } };
  }

  private get shopper() {
    return { params: { path: { site_id: this.site_id, merchant_id: this.merchant_id } } };
  }

  async configuration(): Promise<Configuration> {
    return dataOf(await this.store.GET('/headless/2025-06/{site_id}/configuration', this.site));
  }

  async customer(): Promise<Customer> {
    const { customer } = dataOf(
      await this.store.GET('/headless/2025-06/{site_id}/customers/{merchant_id}', this.shopper),
    );
    if (customer.state !== 'enrolled') throw new Error(`the customer is ${customer.state}`);
    return customer;
  }

  private async rule<K extends Rule['kind']>(kind: K): Promise<Extract<Rule, { kind: K }>> {
    const found = (await this.configuration()).rules.find((rule) => rule.kind === kind);
    if (!found) throw new Error(`no rule of kind ${kind}`);
    return found as Extract<Rule, { kind: K }>;
  }

  /** The rewards of a kind that can be claimed, the first one first. */
  private async rewards<K extends Reward['kind']>(kind: K): Promise<Extract<Reward, { kind: K }>[]> {
    const { rewards } = await this.configuration();
    return rewards.filter((reward): reward is Extract<Reward, { kind: K }> => reward.kind === kind);
  }

  async visit(
    page_url: string,
    cart?: { id: string; total: string; items: number; redeemed?: RedeemedProduct },
  ) {
    const cost = (amount: string) => ({ amount, currency_code: 'USD' });
    const line = (id: string, quantity: number, redeemed?: RedeemedProduct) => ({
      id,
      quantity,
      cost: { total_amount: cost('0'), amount_per_quantity: cost('0') },
      merchandise: { id: redeemed?.cart_line.merchandise_id ?? `merchandise-of-${id}` },
      attributes: redeemed ? [{ key: '_loyalty_redemption_id', value: redeemed.id }] : [],
    });
    return dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/customers/{merchant_id}/sessions', {
        ...this.shopper,
        body: {
          customer: { email: `${this.merchant_id}@shopper.example` },
          session: { page_url },
          ...(cart && {
            cart: {
              kind: 'platform',
              id: cart.id,
              cost: { total_amount: cost(cart.total) },
              lines: [
                line('bought', cart.items),
                ...(cart.redeemed ? [line('redeemed', 1, cart.redeemed)] : []),
              ],
            },
          }),
        },
      }),
    );
  }

  /** Completes each kind of rule that a storefront completes; gives the points of each. */
  async completeRules(): Promise<Record<string, number>> {
    const earned: Record<string, number> = {};
    for (const kind of ['clickthrough', 'social_like', 'social_follow', 'custom'] as const) {
      const { id } = await this.rule(kind);
      const { actions } = dataOf(
        await this.store.POST(`/headless/2025-06/{site_id}/rules/${kind}/complete`, {
          ...this.site,
          body: { rule_id: id, customer_merchant_id: this.merchant_id },
        }),
      );
      for (const action of actions)
        if (action.kind === 'earned_points_from_rule') earned[kind] = action.points;
    }
    return earned;
  }

  async completeAgain(kind: 'social_like'): Promise<string> {
    const body = { rule_id: (await this.rule(kind)).id, customer_merchant_id: this.merchant_id };
    return refusalOf(
      await this.store.POST(`/headless/2025-06/{site_id}/rules/${kind}/complete`, { ...this.site, body }),
    );
  }

  async introduce(birthday: { day: number; month: number; year: number }) {
    const set = dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/customers/{merchant_id}/birthday', {
        ...this.shopper,
        body: { birthday },
      }),
    );
    const subscribed = dataOf(
      await this.store.POST(
        '/headless/2025-06/{site_id}/customers/{merchant_id}/email_marketing/subscribe',
        this.shopper,
      ),
    );
    return { updated: set.updated, actions: subscribed.actions, customer: subscribed.customer };
  }

  async report(name: string): Promise<void> {
    await this.store.POST('/v2/activities', {
      body: { name, customer_id: this.merchant_id, customer_email: null, merchant_id: `${name}-1` },
    });
  }

  async buy(merchant_id: string, total: number, rest: { codes?: string[]; redemption?: string } = {}) {
    const answer = await this.store.POST('/v2/orders', {
      body: {
        customer_id: this.merchant_id,
        customer_email: `${this.merchant_id}@shopper.example`,
        merchant_id,
        total,
        total_paid: total,
        payment_status: 'paid',
        discount_codes: (rest.codes ?? []).map((code) => ({ code, amount: 1 })),
        line_items: [
          {
            product_id: '8012',
            variant_id: '8112',
            quantity: 1,
            price: total,
            attributes: rest.redemption ? [{ key: '_loyalty_redemption_id', value: rest.redemption }] : [],
          },
        ],
      },
    });
    expectDone(answer, 201);
  }

  /** Redeems one reward of each kind that gives a voucher code; gives the codes. */
  async redeemVouchers(): Promise<Record<string, string>> {
    const codes: Record<string, string> = {};
    const kinds = [
      'cart_discount_voucher',
      'free_shipping_voucher',
      'product_discount_voucher',
      'collection_discount_voucher',
    ] as const;
    for (const kind of kinds) {
      const [reward] = await this.rewards(kind);
      const { voucher_code } = dataOf(
        await this.store.POST(`/headless/2025-06/{site_id}/rewards/${kind}/redeem`, {
          ...this.site,
          body: { reward_id: reward!.id, customer_merchant_id: this.merchant_id },
        }),
      );
      codes[kind] = voucher_code;
    }
    const [variable] = await this.rewards('cart_variable_discount_voucher');
    const { voucher_code } = dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/rewards/cart_variable_discount_voucher/redeem', {
        ...this.site,
        body: { reward_id: variable!.id, customer_merchant_id: this.merchant_id, discount_amount: 7.5 },
      }),
    );
    return { ...codes, cart_variable_discount_voucher: voucher_code };
  }

  async redeemGiftCard(): Promise<string> {
    const [reward] = await this.rewards('gift_card');
    const { gift_card_code } = dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/rewards/gift_card/redeem', {
        ...this.site,
        body: { reward_id: reward!.id, customer_merchant_id: this.merchant_id },
      }),
    );
    return gift_card_code;
  }

  /** A custom reward that the store fulfils by hand, and one whose voucher comes from a pool. */
  async redeemCustomRewards() {
    const redeemed = [];
    for (const { id, properties } of await this.rewards('custom')) {
      const { claimed_reward } = dataOf(
        await this.store.POST('/headless/2025-06/{site_id}/rewards/custom/redeem', {
          ...this.site,
          body: { reward_id: id, customer_merchant_id: this.merchant_id },
        }),
      );
      redeemed.push({ fulfillment_type: properties.fulfillment_type, redeemable: claimed_reward.redeemable });
    }
    return redeemed;
  }

  /** The kinds that no store without a subscription integration can give. */
  async redeemForSubscription(): Promise<string[]> {
    const [discount] = await this.rewards('active_subscription_discount_voucher');
    const [product] = await this.rewards('active_subscription_product');
    const customer_merchant_id = this.merchant_id;
    return [
      refusalOf(
        await this.store.POST(
          '/headless/2025-06/{site_id}/rewards/active_subscription_discount_voucher/redeem',
          { ...this.site, body: { reward_id: discount!.id, customer_merchant_id } },
        ),
      ),
      refusalOf(
        await this.store.POST('/headless/2025-06/{site_id}/rewards/active_subscription_product/redeem', {
          ...this.site,
          body: { reward_id: product!.id, customer_merchant_id, variant_id: '1' },
        }),
      ),
    ];
  }

  /** Puts the product reward of that title into a cart. */
  async redeemProduct(title: string, cart_id: string) {
    const reward = (await this.rewards('product_cart')).find(({ variants }) => variants[0]?.title === title);
    if (!reward) throw new Error(`no product reward ${title}`);
    return dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/rewards/product_cart/redeem', {
        ...this.site,
        body: {
          reward_id: reward.id,
          customer_merchant_id: this.merchant_id,
          variant_id: reward.properties.product.variants[0]!.id,
          cart_id,
        },
      }),
    );
  }

  async refundProduct(claimed_reward_id: number) {
    return dataOf(
      await this.store.POST('/headless/2025-06/{site_id}/rewards/product_cart/refund', {
        ...this.site,
        body: { claimed_reward_id },
      }),
    );
  }

  /** The code that a friend of this shopper is given; the same one when asked again. */
  async bringFriend(referee_email: string): Promise<string[]> {
    const { referral_urls } = await this.customer();
    const referral_id = referral_urls!.direct.split('/').at(-2)!;
    const codes = [];
    for (let asked = 0; asked < 2; asked += 1) {
      const { incentive } = dataOf(
        await this.store.POST('/headless/2025-06/{site_id}/referrals/referee_incentive', {
          ...this.site,
          body: { referral_id, referee_email, ip_address: '203.0.113.9', user_agent: null },
        }),
      );
      codes.push(incentive.code);
    }
    return codes;
  }

  async turnClock(by: string): Promise<string> {
    const { test_clock } = dataOf(await this.store.POST('/v2/test_clock/advance', { body: { by } }));
    return test_clock.now;
  }

  /** Every transaction of this shopper, page by page, oldest first. */
  async transactions() {
    const all = [];
    let cursor: string | undefined;
    do {
      const page = dataOf(
        await this.store.GET('/v2/customers/{merchant_id}/transactions', {
          params: {
            path: { merchant_id: this.merchant_id },
            query: cursor ? { cursor, limit: 5 } : { since_id: 0, limit: 5 },
          },
        }),
      );
      all.push(...page.transactions);
      cursor = page.cursor.next || undefined;
    } while (cursor);
    return all;
  }
}
