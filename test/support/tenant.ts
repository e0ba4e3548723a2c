import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { REWARD_KINDS, type RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import type { TestApp } from './app.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  productRewardDefinition,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
} from './factories.ts';
import { rewardsOfAllKinds } from './reward-kinds.ts';
import { sendJson } from './send-json.ts';
import { TESTER } from './tester.ts';

/** A reward of a kind. */
type RewardNames = Record<`${RewardKind}_reward`, number>;

function rewardNames(id: (kind: RewardKind) => number): RewardNames {
  return Object.fromEntries(REWARD_KINDS.map((kind) => [`${kind}_reward`, id(kind)])) as RewardNames;
}

/** The things that a parameter of an operation can name. */
export interface Names extends RewardNames {
  /** The key of the program in its file. */
  program_key: string;
  site: number;
  rule: number;
  clickthrough_rule: number;
  social_like_rule: number;
  custom_rule: number;
  /** The name under which activities refer to the custom rule. */
  custom_name: string;
  reward: number;
  product: string;
  variant: string;
  /** By its merchant_id. */
  customer: string;
  service_customer: number;
  /** The other name of a customer that was merged. */
  merged_customer: string;
  /** The name of a customer that was erased. */
  erased_customer: string;
  /** The id in the customer's links. */
  referral: string;
  cart: string;
  order: string;
  platform_action: string;
  claimed_reward: number;
  /** A product that was given back. */
  refunded_reward: number;
  /** A reward that the store fulfils. */
  handed_over_reward: number;
  /** The redemption of a product in a cart, as the cart's line carries it. */
  redemption: string;
  /** The code of a voucher. */
  code: string;
  /** The code of a used voucher. */
  used_code: string;
  transaction: number;
  activity: number;
  /** An activity by the merchant_id with which it was reported. */
  reported_activity: string;
  /** One that is approved. */
  approved_activity: string;
  transactions_cursor: string;
  customer_transactions_cursor: string;
  activities_cursor: string;
  customers_cursor: string;
  claimed_rewards_cursor: string;
  orders_cursor: string;
  audit_cursor: string;
  audit_entry: number;
  /** By its id. */
  api_key: number;
  /** An open draft of the program. */
  draft: number;
  /** One that was deleted. */
  deleted_draft: number;
  webhook: number;
  /** One that was deleted. */
  deleted_webhook: number;
  webhook_delivery: number;
  webhook_deliveries_cursor: string;
  /** By our id. */
  service_order: number;
}
export type Named = keyof Names;

/** A program with a key of its own that may do everything, a customer rich in points, and something of every kind. */
export interface Tenant {
  key: string;
  program: Program;
  names: Names;
}

/** Names of things that no program has. */
export const NOBODYS: Names = {
  program_key: 'no-program',
  site: 987_654_321,
  rule: 987_654_321,
  clickthrough_rule: 987_654_321,
  social_like_rule: 987_654_321,
  custom_rule: 987_654_321,
  custom_name: 'no-custom-rule',
  reward: 987_654_321,
  ...rewardNames(() => 987_654_321),
  product: '7654321',
  variant: '7654321',
  customer: 'nobody',
  merged_customer: 'nobody-else',
  erased_customer: 'nobody-any-more',
  service_customer: 987_654_321,
  referral: 'N0B0DYREFERS',
  cart: 'no-cart',
  order: 'no-order',
  platform_action: 'no-action',
  claimed_reward: 987_654_321,
  refunded_reward: 987_654_321,
  handed_over_reward: 987_654_321,
  redemption: 'no-redemption',
  code: 'NOCODE',
  used_code: 'NOCODE',
  transaction: 987_654_321,
  activity: 987_654_321,
  reported_activity: 'no-activity',
  approved_activity: 'no-approval',
  transactions_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  customer_transactions_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  activities_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  customers_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  claimed_rewards_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  orders_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  service_order: 987_654_321,
  audit_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
  audit_entry: 987_654_321,
  api_key: 987_654_321,
  draft: 987_654_321,
  deleted_draft: 987_654_321,
  webhook: 987_654_321,
  deleted_webhook: 987_654_321,
  webhook_delivery: 987_654_321,
  webhook_deliveries_cursor: 'bm8gY3Vyc29yIGF0IGFsbCwgbm90IGV2ZW4gbmVhcmx5',
};

const ruleOf = (kind: RuleDefinition['kind'], properties: RuleDefinition['properties']) => ({
  key: kind,
  definition: ruleDefinition({ kind, properties }),
});

/** `number` keeps the ids of the store's platform apart from those of other tenants. */
export async function createTenant(
  test: Pick<TestApp, 'deps' | 'url'>,
  programKey: string,
  number: number,
): Promise<Tenant> {
  const product = String(number * 1000 + 900);
  const variant = String(number * 1000 + 901);
  const merchant_id = `${programKey}-customer`;
  const email = `${programKey}@shop.example`;
  const custom_name = `${programKey}-custom`;
  const mug = productRewardDefinition({ title: `Mug of ${programKey}` });
  if (mug.properties.kind === 'product_cart') {
    mug.properties.product.id = product;
    mug.properties.product.variants = [{ id: variant, title: null, inventory_count: null, sku: null }];
  }
  await applyProgram(
    test.deps,
    programDefinition({
      key: programKey,
      test: true,
      settings: programSettings({
        referrals: {
          incentive_reward_key: 'voucher',
          requires_email: false,
          cap: null,
          daily_friends_per_address: 1_000,
        },
      }),
      rules: [
        ...programDefinition().rules,
        ruleOf('clickthrough', { destination_url: 'https://shop.example/new' }),
        ruleOf('social_like', { social_like_url: 'https://social.example/shop' }),
        ruleOf('custom', { name: custom_name }),
      ],
      rewards: [
        ...rewardsOfAllKinds().filter(({ key }) => key !== 'product_cart'),
        { key: 'mug', definition: mug },
        {
          key: 'voucher',
          definition: rewardDefinition({
            properties: {
              kind: 'cart_discount_voucher',
              discount: { discount_type: 'fixed', amount_minor: 500 },
              applies_to_order_type: 'all',
              recurring_cycle_limit: null,
              supports_active_subscriptions: false,
              minimum_spend_minor: null,
              target_collections: [],
            },
          }),
        },
      ],
    }),
    TESTER,
  );
  const program = (await test.deps.programs.all()).find(({ key }) => key === programKey)!;
  const key = await createKey(test.deps, programKey);
  const customer = await createCustomer(test.deps, program, { merchant_id, email, points: 50_000_000 });
  const site = program.sites.at(-1)!.id;
  const mugId = entryOf(program.rewards, 'mug').id;

  const get = async (path: string) => (await sendJson(test.url, 'GET', path, key)).json;
  const post = async (path: string, body: object) => (await sendJson(test.url, 'POST', path, key, body)).json;
  const hook = (topic: string) =>
    post('/v2/webhooks', { webhook: { topic, address: `https://hooks.example/${programKey}` } });
  const { webhook } = await hook('customers/update');
  const { webhook: deleted } = await hook('program_events/customer.enrolled');
  await sendJson(test.url, 'DELETE', `/v2/webhooks/${deleted.id}`, key);
  const draft = await post('/v2/program/drafts', {});
  const deleted_draft = await post('/v2/program/drafts', {});
  await sendJson(test.url, 'DELETE', `/v2/program/drafts/${deleted_draft.id}`, key);
  const cart = `${programKey}-cart`;
  const redeemed = await post(`/headless/2025-06/${site}/rewards/product_cart/redeem`, {
    reward_id: mugId,
    customer_merchant_id: merchant_id,
    variant_id: variant,
    cart_id: cart,
  });
  const given_back = await post(`/headless/2025-06/${site}/rewards/product_cart/redeem`, {
    reward_id: mugId,
    customer_merchant_id: merchant_id,
    variant_id: variant,
    cart_id: `${cart}-2`,
  });
  const refunded_reward = given_back.claimed_reward.id;
  await post(`/headless/2025-06/${site}/rewards/product_cart/refund`, {
    claimed_reward_id: refunded_reward,
  });
  const platform_action = `${programKey}-action`;
  const voucher = await post(`/v2/customers/${merchant_id}/claimed_rewards`, {
    reward_id: entryOf(program.rewards, 'voucher').id,
    platform_action_id: platform_action,
  });
  const ofClaims = `/v2/customers/${merchant_id}/claimed_rewards`;
  const used = await post(ofClaims, { reward_id: entryOf(program.rewards, 'voucher').id });
  const used_code = used.claimed_reward.redeemable.code;
  await post(`/v2/vouchers/${used_code}/use`, { order_merchant_id: `${programKey}-checkout` });
  const handed_over = await post(ofClaims, { reward_id: entryOf(program.rewards, 'custom').id });
  const order = `${programKey}-order`;
  for (const merchant of [order, `${order}-2`]) {
    await post('/v2/orders', {
      customer_id: merchant_id,
      customer_email: email,
      merchant_id: merchant,
      total: 20,
      total_paid: 20,
      payment_status: 'paid',
      discount_codes: [],
    });
  }
  const reported_activity = `${programKey}-activity`;
  const approved_activity = `${programKey}-approved`;
  for (const reported of [reported_activity, approved_activity]) {
    await post('/v2/activities', {
      name: custom_name,
      customer_id: merchant_id,
      customer_email: email,
      merchant_id: reported,
    });
  }
  const transactions = await get('/v2/transactions?limit=1');
  const activities = await get('/v2/activities?limit=1');
  const orders = await get('/v2/orders?limit=1');
  const ofCustomer = await get(`/v2/customers/${merchant_id}/transactions?limit=1`);
  await createCustomer(test.deps, program, { merchant_id: `${merchant_id}-2` });
  const [merged_customer, erased_customer] = [`${programKey}-duplicate`, `${programKey}-gone`];
  for (const merchant of [merged_customer, erased_customer])
    await createCustomer(test.deps, program, { merchant_id: merchant });
  await post(`/v2/customers/${merged_customer}/merge`, { into: merchant_id });
  await sendJson(test.url, 'DELETE', `/v2/customers/${erased_customer}`, key);
  await post('/v2/reports/closed_months', { month: '2020-01' });
  const customers = await get('/v2/customers?limit=1');
  await expandEvents(test.deps, program, eventPresenter(test.deps.publicUrl));
  const deliveries = await get(`/v2/webhooks/${webhook.id}/deliveries?limit=1`);
  const claims = await get(`${ofClaims}?limit=1`);
  const audit = await get('/v2/audit?limit=1');
  const [made] = (await get('/v2/audit?action=key.created')).audit_entries;
  return {
    key,
    program,
    names: {
      program_key: programKey,
      site,
      rule: entryOf(program.rules, 'follow').id,
      clickthrough_rule: entryOf(program.rules, 'clickthrough').id,
      social_like_rule: entryOf(program.rules, 'social_like').id,
      custom_rule: entryOf(program.rules, 'custom').id,
      custom_name,
      reward: mugId,
      ...rewardNames((kind) => (kind === 'product_cart' ? mugId : entryOf(program.rewards, kind).id)),
      product,
      variant,
      customer: merchant_id,
      service_customer: customer.id,
      merged_customer,
      erased_customer,
      referral: customer.referral_id,
      cart,
      order,
      platform_action,
      claimed_reward: redeemed.claimed_reward.id,
      refunded_reward,
      handed_over_reward: handed_over.claimed_reward.id,
      redemption: redeemed.active_cart_redemption.id,
      code: voucher.claimed_reward.redeemable.code,
      used_code,
      transaction: transactions.transactions[0].id,
      activity: activities.activities[0].id,
      reported_activity,
      approved_activity,
      transactions_cursor: transactions.cursor.next,
      customer_transactions_cursor: ofCustomer.cursor.next,
      activities_cursor: activities.cursor.next,
      customers_cursor: customers.cursor.next,
      claimed_rewards_cursor: claims.cursor.next,
      orders_cursor: orders.cursor.next,
      service_order: orders.orders[0].id,
      audit_cursor: audit.cursor.next,
      audit_entry: audit.audit_entries[0].id,
      api_key: Number(made.subject.id),
      draft: draft.id,
      deleted_draft: deleted_draft.id,
      webhook: webhook.id,
      deleted_webhook: deleted.id,
      webhook_delivery: deliveries.deliveries[0].id,
      webhook_deliveries_cursor: deliveries.cursor.next,
    },
  };
}
