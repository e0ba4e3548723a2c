import { REDEMPTION_ATTRIBUTE } from '../domain/claims/redeemed-line.ts';
import { DomainError } from '../domain/core/errors.ts';
import type { CustomerRow } from '../domain/customers/customer-row.ts';
import { getCustomer } from '../domain/customers/find-customer.ts';
import { adjustPoints } from '../domain/operations/adjust-points.ts';
import { type Claimed, claimReward } from '../domain/operations/claim-reward.ts';
import { completeRule } from '../domain/operations/complete-rule.ts';
import { ensureCustomer } from '../domain/operations/ensure-customer.ts';
import { giveIncentive } from '../domain/operations/give-incentive.ts';
import { recordActivity } from '../domain/operations/record-activity.ts';
import { recordOrder } from '../domain/operations/record-order.ts';
import { setTier } from '../domain/operations/set-tier.ts';
import { subscribeToEmail } from '../domain/operations/subscribe-to-email.ts';
import type { OrderLine } from '../domain/orders/order.ts';
import type { Program, Rule } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { loadStorefrontCustomer } from '../domain/storefront/load-customer.ts';
import type { Act, ClaimAct, JoinAct, OrderAct, Person } from './story.ts';

export interface Scene {
  /** Dependencies whose clock shows the moment of the act. */
  deps: Deps;
  program: Program;
  story: Person;
  customer: CustomerRow;
}

const GOES_WITHOUT = new Set([
  'insufficient_points',
  'reward_limit_reached',
  'reward_not_enabled_for_customer',
  'reward_out_of_stock',
]);

/** The first step of a story. It creates the customer, with the friend who referred it, if there is one. */
export async function join(
  deps: Deps,
  program: Program,
  story: Person,
  { brought_by }: JoinAct,
): Promise<CustomerRow> {
  if (brought_by !== undefined) await welcomeCode(deps, program, story, brought_by);
  return ensureCustomer(deps, {
    program,
    site: program.sites.find((site) => site.key === story.site)!,
    merchant_id: story.merchant_id,
    email: story.email,
    first_name: story.first_name,
    last_name: story.last_name,
    birthday: story.birthday,
    email_marketing: story.email_marketing,
    sms_marketing: story.sms_marketing,
    on_email_conflict: 'keep_without',
  });
}

/** The code that a friend's link promises. It is the same at each call. */
async function welcomeCode(deps: Deps, program: Program, story: Person, friend: string): Promise<string> {
  const { referral_id } = await getCustomer(deps.db, program.id, friend);
  const { code } = await giveIncentive(deps, {
    program,
    referral_id,
    referee: { email: story.email, ip_address: story.ip_address, user_agent: null },
  });
  return code;
}

/** Performs an act of a customer by its use case. */
export async function performAct(scene: Scene, act: Exclude<Act, { kind: 'join' }>): Promise<void> {
  const { deps, program, customer } = scene;
  const by = { kind: 'server' } as const;
  switch (act.kind) {
    case 'complete': {
      const { id: rule_id, kind } = rule(program, act.rule);
      const customer_merchant_id = customer.merchant_id;
      await completeRule(deps, { program, rule_id, kind, customer_merchant_id, channel: 'web' });
      return;
    }
    case 'report':
      await recordActivity(deps, {
        program,
        name: rule(program, act.rule).name,
        customer_id: customer.merchant_id,
        customer_email: null,
        merchant_id: `${customer.merchant_id}-${act.rule}-${deps.clock.now(program)}`,
        referral_id: null,
        channel: 'web',
        date: null,
      });
      return;
    case 'subscribe':
      await subscribeToEmail(deps, { program, customer_id: customer.id, channel: 'web' });
      return;
    case 'honour':
      await setTier(deps, { program, customer_merchant_id: customer.merchant_id, tier_key: act.tier, by });
      return;
    case 'adjust':
      await adjustPoints(deps, { program, customer_id: customer.id, points: act.points, note: act.note, by });
      return;
    case 'claim':
      return claim(scene, act);
    case 'order':
      return order(scene, act);
  }
}

async function claim(scene: Scene, act: ClaimAct): Promise<void> {
  try {
    await claimNow(scene, act);
  } catch (error) {
    if (!act.if_possible || !(error instanceof DomainError) || !GOES_WITHOUT.has(error.code)) throw error;
  }
}

async function claimNow(
  { deps, program, customer }: Scene,
  { reward, variant_id, cart_id, discount, in_shop }: Omit<ClaimAct, 'kind'>,
): Promise<Claimed> {
  return claimReward(deps, {
    program,
    reward_id: rewardId(program, reward),
    customer_merchant_id: customer.merchant_id,
    variant_id,
    discount: discount === undefined ? undefined : { amount_minor: discount, currency: program.currency },
    cart_id: cart_id ?? null,
    session: cart_id === undefined ? null : { kind: 'cart', token: cart_id },
    channel: in_shop ? 'pos' : 'web',
    country: program.site(customer.site_id)!.country,
  });
}

async function order(scene: Scene, act: OrderAct): Promise<void> {
  const { deps, program, story, customer } = scene;
  const { codes, lines } = await takeInHand(scene, act);
  if (act.gift_card) {
    const { reward, amount } = act.gift_card;
    const { full_code } = await claimNow(scene, { reward });
    codes.push({ code: full_code!, amount_minor: amount });
  }
  if (act.welcome) {
    const code = await welcomeCode(deps, program, story, act.welcome.brought_by);
    codes.push({ code, amount_minor: act.welcome.amount });
  }
  const goods = act.items.reduce((sum, item) => sum + item.quantity * item.price, 0);
  const discounts = codes.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const total = Math.max(0, goods - discounts) + act.shipping;
  await recordOrder(deps, {
    program,
    customer_id: story.merchant_id,
    customer_email: story.email,
    merchant_id: act.number,
    number: act.number,
    site_id: customer.site_id,
    ...(act.currency !== undefined && { currency: act.currency }),
    total_minor: total,
    shipping_minor: act.shipping,
    paid_minor: act.unpaid ? 0 : total,
    payment_status: act.unpaid ? 'not_paid' : 'paid',
    line_items: [...act.items.map(orderLine), ...lines],
    discount_codes: codes,
    claimed_reward_ids: [],
    channel: act.in_shop ? 'pos' : 'web',
    date: null,
    by: { kind: 'server' },
  });
}

function orderLine(item: OrderAct['items'][number], index: number): OrderLine {
  const { product_id, variant_id, collection_id, quantity, price } = item;
  return {
    id: String(index + 1),
    product_id,
    variant_id,
    collection_ids: [collection_id],
    quantity,
    price_minor: price,
    attributes: [],
  };
}

/** The customer's codes and free products that an order uses. */
async function takeInHand({ deps, program, customer }: Scene, { uses }: OrderAct) {
  const codes: { code: string; amount_minor: number }[] = [];
  const lines: OrderLine[] = [];
  if (uses.length === 0) return { codes, lines };
  const question = { program, customer_id: customer.id, channel: 'web', country: null } as const;
  const { claims } = await loadStorefrontCustomer(deps, question);
  for (const { reward, amount } of uses) {
    const claim = claims.find((held) => held.reward_id === rewardId(program, reward));
    if (claim?.state !== 'approved' || claim.usage_status !== 'not_used') continue;
    if (claim.code !== null) codes.push({ code: claim.code, amount_minor: amount });
    if (claim.terms.kind !== 'product_cart') continue;
    lines.push({
      id: `free-${claim.id}`,
      product_id: claim.terms.product.id,
      variant_id: claim.terms.variant.id,
      collection_ids: [],
      quantity: 1,
      price_minor: 0,
      attributes: [{ key: REDEMPTION_ATTRIBUTE, value: claim.redemption_id! }],
    });
  }
  return { codes, lines };
}

function rule(program: Program, key: string): Rule {
  return program.rules.find((candidate) => candidate.key === key)!;
}

function rewardId(program: Program, key: string): number {
  return program.rewards.find((reward) => reward.key === key)!.id;
}
