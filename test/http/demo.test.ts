import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { prepareDemo } from '../../src/demo/prepare-demo.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

let test: TestApp;
let dataDir: string;
let facts: DemoFacts;
/** Answers of the operations, by what they are called here. */
let action: Json;
let customer: Json;
let redemption: Json;
let claims: Json[];
let activities: Json;
let transactions: Json;

async function ask(method: 'GET' | 'POST', address: string, body?: object): Promise<Json> {
  const response = await fetch(`${facts.base_url}${address}`, {
    method,
    headers: { authorization: `Bearer ${facts.api_key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

// Everything is asked with what demo.json says, as a person or a script would.
beforeAll(async () => {
  test = await buildTestApp();
  dataDir = await mkdtemp(path.join(tmpdir(), 'loyaltyd-demo-'));
  facts = (await prepareDemo(test.deps, { dataDir, baseUrl: test.url })).facts;
  const { merchant_id } = facts.customer;
  const headless = `/headless/2025-06/${facts.site_id}`;
  const { product_cart } = facts.rewards;
  const completed = await ask('POST', `${headless}/rules/social_follow/complete`, {
    rule_id: facts.rules.social_follow,
    customer_merchant_id: merchant_id,
  });
  action = one(completed, 'actions[]');
  redemption = await ask('POST', `${headless}/rewards/product_cart/redeem`, {
    reward_id: product_cart!.id,
    variant_id: product_cart!.variant_id,
    customer_merchant_id: merchant_id,
    cart_id: 'a-cart',
  });
  const v2 = `/v2/customers/${merchant_id}`;
  claims = [];
  for (const { id, ...rest } of Object.values(facts.rewards)) {
    const cart = rest.variant_id === undefined ? {} : { session: { kind: 'cart', token: 'another-cart' } };
    const answer = await ask('POST', `${v2}/claimed_rewards`, { reward_id: id, ...rest, ...cart });
    claims.push(one(answer, 'claimed_reward'));
  }
  customer = one(await ask('GET', `${headless}/customers/${merchant_id}`), 'customer');
  activities = await ask('GET', '/v2/activities?limit=500');
  transactions = await ask('GET', '/v2/transactions?limit=500');
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

/** Every value at a path: `a.b` goes inside, `a[]` to each item of a list. */
function valuesAt(value: Json | undefined, steps: readonly string[]): Json[] {
  const [step, ...rest] = steps;
  if (value === undefined || value === null) return [];
  if (step === undefined) return [value];
  const name = step.replace('[]', '');
  const inner = name === '' ? value : (value as { [name: string]: Json })[name];
  if (!step.endsWith('[]')) return valuesAt(inner, rest);
  return Array.isArray(inner) ? inner.flatMap((item) => valuesAt(item, rest)) : [];
}

const values = (value: Json, at: string) => valuesAt(value, at.split('.'));
const one = (value: Json, at: string): Json => values(value, at)[0]!;

/** The fields of those named of which none of the values has one that is not null. */
function without(of: Json[], fields: string): string[] {
  return fields
    .trim()
    .split(/\s+/)
    .filter((field) => of.every((value) => values(value, field).length === 0));
}

/** Those among values whose `name` is `wanted`. */
function where(of: Json[], name: string, wanted: string): Json[] {
  const found = of.filter((value) => one(value, name) === wanted);
  expect(found, `${name} ${wanted}`).not.toEqual([]);
  return found;
}

const MONEY = (field: string) => `${field}.amount ${field}.formatted`;
const PRODUCT = (field: string) =>
  ['id', 'handle', 'title', 'url', 'image_url', 'variant.id', 'variant.title', 'variant.inventory_count']
    .map((name) => `${field}.${name}`)
    .join(' ');
const CART_REDEMPTION = `id claimed_reward_id expires_at ${PRODUCT('product')} quantity cart_id cart_line.kind
  cart_line.merchandise_id cart_line.product_id cart_line.quantity cart_line.attributes[].key
  cart_line.attributes[].value current_cart_state.in_cart current_cart_state.cart_requirements_met
  current_cart_state.cart_requirements_detail.minimum_cart_total.state
  current_cart_state.cart_requirements_detail.minimum_line_item_quantity.state`;

describe('with the facts of demo.json every field of the interface has a value', () => {
  it('of a customer', () => {
    expect(
      without(
        [customer],
        `state id merchant_id email first_name last_name points_approved points_pending points_spent enrolled_at
        tier_membership.tier_id tier_membership.started_at tier_membership.expires_at birthday.day birthday.month
        next_birthday claimed_rewards[].id available_rules[].id available_rewards[].id history[].kind
        active_cart_redemptions[].id email_marketing_consent.state sms_marketing_consent.state referral_urls.email
        referral_urls.direct referral_urls.facebook referral_urls.social referral_urls.whatsapp
        referral_urls.device_share`,
      ),
    ).toEqual([]);
    expect(customer).toMatchObject({
      state: 'enrolled',
      email_marketing_consent: { state: 'subscribed' },
      points_approved: expect.toSatisfy((points: number) => points > 0),
      points_pending: expect.toSatisfy((points: number) => points > 0),
      points_spent: expect.toSatisfy((points: number) => points > 0),
    });
  });

  it('of the progress through spend tiers', () => {
    const progress = one(customer, 'tier_membership.progress');
    expect(
      without(
        [progress],
        `kind ${MONEY('tier_spend.now')} ${MONEY('tier_spend.at_expiration')} valid_until upgrade_tier_id
        ${MONEY('spend_needed_for_renewal')} ${MONEY('spend_needed_for_upgrade')} forecasted_tier_id`,
      ),
    ).toEqual([]);
    expect(one(progress, 'spend_needed_for_renewal.amount')).toBeGreaterThan(0);
  });

  // An action that a storefront asks for is approved at once here: it has no points_will_approve_at.
  it('of an action and of history', () => {
    expect(
      without([action], 'kind label date state points points_text points_will_expire_at rule.id rule.kind'),
    ).toEqual([]);
    const history = values(customer, 'history[]');
    expect(
      without(
        where(history, 'kind', 'earned_points_from_rule'),
        'label date points points_text points_will_approve_at points_will_expire_at state rule.id rule.kind',
      ),
    ).toEqual([]);
    expect(
      without(
        where(history, 'kind', 'received_reward'),
        'label date reward.id reward.kind claimed_reward_id state',
      ),
    ).toEqual([]);
    expect(
      without(
        where(history, 'kind', 'points_added'),
        'label date points points_text points_will_expire_at state',
      ),
    ).toEqual([]);
    expect(without(where(history, 'kind', 'points_removed'), 'label date points points_text state')).toEqual(
      [],
    );
    expect(
      without(
        where(history, 'kind', 'redeemed_points_for_reward'),
        'label date points points_text reward.id reward.kind claimed_reward_id state',
      ),
    ).toEqual([]);
    expect(without(where(history, 'kind', 'entered_tier'), 'label date tier.id tier.name')).toEqual([]);
    const earned = where(history, 'kind', 'earned_points_from_rule');
    expect(new Set(earned.map((entry) => one(entry, 'state')))).toEqual(new Set(['approved', 'pending']));
  });

  it('of available rules', () => {
    const rules = values(customer, 'available_rules[]');
    expect(new Set(rules.map((rule) => one(rule, 'kind')))).toEqual(new Set(Object.keys(facts.rules)));
    expect(
      without(
        rules,
        `id limit.count limit.interval variant.tier_id variant.enabled variant.title variant.result.kind
        variant.result.points variant.result.per_currency_unit variant.result_short_text context.last_completed_at
        context.completion_count`,
      ),
    ).toEqual([]);
    const limits = rules.map((rule) => one(rule, 'context.completion_limit'));
    where(limits, 'state', 'no_limit');
    where(limits, 'state', 'limit_reached_forever');
    where(limits, 'state', 'limit_reached_until_reset');
    expect(
      without(
        where(limits, 'state', 'limit_not_reached'),
        `interval allowed_completions_within_interval completion_count_within_interval
        remaining_completions_within_interval`,
      ),
    ).toEqual([]);
    expect(rules.map((rule) => values(rule, 'variant.result.points').length)).toEqual(rules.map(() => 1));
    expect(
      without(
        rules,
        `properties.name properties.destination_url properties.social_like_url properties.social_handle
        properties.network properties.hashtag properties.trigger`,
      ),
    ).toEqual([]);
  });

  it('of available rewards', () => {
    const rewards = values(customer, 'available_rewards[]');
    expect(
      without(
        rewards,
        `id kind limit.count limit.interval variant.tier_id variant.enabled variant.title variant.cost.kind
        variant.cost.points variant.cost.points_per_unit variant.cost_text context.last_claimed_at context.claim_count`,
      ),
    ).toEqual([]);
    const can = rewards.map((reward) => one(reward, 'context.can_redeem'));
    for (const state of ['redeemable', 'claim_limit_reached', 'out_of_stock', 'unknown'])
      where(can, 'state', state);
    expect(new Set(Object.keys(facts.rewards))).toEqual(
      new Set(rewards.map((reward) => one(reward, 'kind'))),
    );
    expect(without(where(can, 'state', 'insufficient_points'), 'additional_points_required')).toEqual([]);
    const limits = rewards.map((reward) => one(reward, 'context.claim_limit'));
    for (const state of [
      'no_limit',
      'limit_not_reached',
      'limit_reached_forever',
      'limit_reached_until_reset',
    ]) {
      where(limits, 'state', state);
    }
    const vouchers = where(rewards, 'kind', 'cart_discount_voucher').map((reward) =>
      one(reward, 'properties'),
    );
    const common =
      'applies_to_order_type recurring_cycle_limit supports_active_subscriptions minimum_spend.amount minimum_spend.formatted';
    expect(without(where(vouchers, 'discount_type', 'fixed'), `${common} ${MONEY('discount')}`)).toEqual([]);
    const percentages = where(vouchers, 'discount_type', 'percentage');
    expect(without(percentages, `${common} discount.percentage discount.formatted`)).toEqual([]);
    expect(without(where(rewards, 'kind', 'gift_card'), MONEY('properties.initial_balance'))).toEqual([]);
    expect(
      without(
        where(rewards, 'kind', 'product_cart'),
        `properties.product.id properties.product.variants[].inventory_count properties.max_redemptions_per_cart
        ${MONEY('properties.cart_requirements.minimum_cart_total')}
        properties.cart_requirements.minimum_line_item_count`,
      ),
    ).toEqual([]);
    const others = rewards.map((reward) => one(reward, 'properties'));
    expect(
      without(
        others,
        `${MONEY('minimum_discount')} ${MONEY('maximum_discount')} ${MONEY('minimum_spend_before_discount')}
        ${MONEY('minimum_spend_after_discount')} ${MONEY('max_shipping')} collection.id collection.title
        collection.url fulfillment_type fulfillment_method product.image_url`,
      ),
    ).toEqual([]);
  });

  it('of claimed rewards', () => {
    const claimed = values(customer, 'claimed_rewards[]');
    expect(
      without(claimed, 'id claimed_at auto_refund_at reward_id title state source.kind source.points_cost'),
    ).toEqual([]);
    const redeemables = claimed.map((claim) => one(claim, 'redeemable'));
    for (const status of ['not_used', 'partially_used', 'used']) where(redeemables, 'usage_status', status);
    expect(
      without(
        where(redeemables, 'kind', 'cart_discount_voucher'),
        `applies_to_order_type recurring_cycle_limit supports_active_subscriptions code discount_type discount
        minimum_spend expires_at used_at`,
      ),
    ).toEqual([]);
    expect(
      without(
        where(redeemables, 'kind', 'gift_card'),
        `code_last_characters ${MONEY('initial_balance')} ${MONEY('current_balance')} expires_at`,
      ),
    ).toEqual([]);
    expect(
      without(
        where(redeemables, 'kind', 'product_cart'),
        `${PRODUCT('product')} quantity used_at cart_line_identifier active_cart_redemption.id`,
      ),
    ).toEqual([]);
  });

  it('of active cart redemptions', () => {
    expect(without([one(redemption, 'active_cart_redemption')], CART_REDEMPTION)).toEqual([]);
    expect(without(values(customer, 'active_cart_redemptions[]'), CART_REDEMPTION)).toEqual([]);
  });

  it('of activities and transactions', () => {
    const summary = ['id', 'merchant_id', 'email', 'points_pending', 'points_approved', 'points_spent']
      .map((name) => `customer.${name}`)
      .join(' ');
    const listed = values(activities, 'activities[]');
    const fields = `id merchant_id value state ${summary} created_at resource rule.id rule.name rule.title`;
    expect(without(listed, fields)).toEqual([]);
    where(listed, 'state', 'pending');
    const posted = values(transactions, 'transactions[]');
    expect(
      without(posted, `id ${summary} points_approved points_pending created_at resource activity.id`),
    ).toEqual([]);
    expect(new Set(posted.map((row) => one(row, 'resource')))).toEqual(
      new Set(['activity', 'claimed_reward', 'adjustment']),
    );
    expect(without([activities, transactions], 'cursor.next')).toEqual([]);
  });

  it('of claims for a customer, and the rewards that they are of', () => {
    const all = [...claims, ...values(transactions, 'transactions[].claimed_reward')];
    expect(
      without(
        all,
        `id claimed_at point_cost redeemable.redeemable_type redeemable.fulfilled redeemable.fulfilled_at
        redeemable.expires_on state session.kind session.token auto_refund_at expires_at`,
      ),
    ).toEqual([]);
    expect(new Set(claims.map((claim) => one(claim, 'redeemable.redeemable_type')))).toEqual(
      new Set(['voucher', 'gift_card', 'product', 'fulfilment']),
    );
    const rewards = all.map((claim) => one(claim, 'reward'));
    expect(
      without(
        rewards,
        `id title title_template description sort_key content point_cost method discount_type discount_amount
        minimum_spend usage_limit min_redemption_amount max_redemption_amount site_id target_site.id target_site.name
        target_site.url order_type target_type target_collections[].id target_collections[].url
        target_collections[].restriction_text target_products[].inventory_count target_products[].sort_key
        target_products[].id target_products[].variant_id target_products[].sku target_products[].url
        target_products[].image_url target_products[].title target_products[].handle auto_refund_seconds
        max_free_shipping session_options expiry_options.kind expiry_options.seconds redeemable_expiry_options
        supported_channels kind recurring_cycle_limit`,
      ),
    ).toEqual([]);
  });

  it('of a web view session', async () => {
    const session = await ask('POST', `/v2/sites/${facts.site_id}/webviews/sessions`, {
      channel: 'demo',
      customer: { merchant_id: facts.customer.merchant_id },
    });
    expect(without([session], 'webview_session.url webview_session.expires_at')).toEqual([]);
  });
});
