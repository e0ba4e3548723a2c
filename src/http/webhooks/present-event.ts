import { toDecimal } from '../../domain/core/money.ts';
import type { PresentEvent, WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { timestamp } from '../schema-helpers.ts';
import { presentCustomerSummary } from '../shared/present-customer-summary.ts';
import { presentProgramClaimedReward } from '../shared/present-program-claimed-reward.ts';
import { presentProgramCustomer } from '../shared/present-program-customer.ts';
import { presentTierName } from '../shared/present-tier.ts';
import { presentActivity } from '../shared/present-transaction.ts';
import { programView } from '../shared/program-view.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { About, ProgramEventTopic } from './payload-schemas.ts';

/** Makes the payloads of webhooks; `publicUrl` is the base of customers' links. */
export function eventPresenter(publicUrl: string): PresentEvent {
  return (program, event) => {
    const view = programView(program);
    if (event.topic === 'customers/update') {
      const customer = presentProgramCustomer(view, publicUrl, event.customer);
      return { customer };
    }
    const customer = presentCustomerSummary(event.customer);
    return { properties: { customer, ...presentAbout(view, event) } };
  };
}

type ProgramEvent = Exclude<WebhookEvent, { topic: 'customers/update' }>;
/** The part of an event beside the customer. */
function presentAbout(view: StorefrontView, event: ProgramEvent): About<ProgramEventTopic> {
  const { customer } = event;
  switch (event.topic) {
    case 'program_events/customer.enrolled':
      return { enrolled_at: timestamp(customer.enrolled_at!) } satisfies About<typeof event.topic>;
    case 'program_events/customer.points_earned': {
      const activity = presentActivityInEvent(view, event.activity);
      return { points: activity.value, activity } satisfies About<typeof event.topic>;
    }
    case 'program_events/customer.rule_completed':
      return { activity: presentActivityInEvent(view, event.activity) } satisfies About<typeof event.topic>;
    case 'program_events/customer.claimed_reward':
    case 'program_events/customer.claim_refunded':
    case 'rewards/fulfillment':
      return {
        claimed_reward: presentProgramClaimedReward(view, customer, event.claim, event.stock),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.tier_upgraded':
    case 'program_events/customer.tier_downgraded':
      return {
        tier: presentTierName(view, event.tier),
        previous_tier: presentTierName(view, event.previous),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.referral_complete':
      return { referral: presentReferral(event.referral) } satisfies About<typeof event.topic>;
    case 'program_events/customer.points_removed': {
      const { points, points_pending, note, activity } = event.removed;
      const taken = activity && presentActivityInEvent(view, activity);
      return { points, points_pending, note, activity: taken } satisfies About<typeof event.topic>;
    }
    case 'program_events/customer.points_expired': {
      const { points, reason } = event;
      return { points, reason } satisfies About<typeof event.topic>;
    }
    case 'program_events/customer.order_undone':
      return { order: event.order } satisfies About<typeof event.topic>;
    case 'program_events/customer.voucher_reused':
      return {
        claimed_reward: presentProgramClaimedReward(view, customer, event.claim, event.stock),
        order: event.order,
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_tier_upgrade':
      return {
        tier: presentTierName(view, event.tier),
        kind: event.kind,
        needed: event.kind === 'spend' ? toDecimal(event.needed, view.currency) : event.needed,
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_points_expiration':
      return {
        points: event.points,
        expires_at: timestamp(event.expires_at),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_reward_expiration':
      return {
        claimed_reward: presentProgramClaimedReward(view, customer, event.claim, event.stock),
        ends_at: timestamp(event.ends_at),
      } satisfies About<typeof event.topic>;
  }
}

function presentActivityInEvent(view: StorefrontView, told: Parameters<typeof presentActivity>[1]) {
  const { customer: _customer, ...activity } = presentActivity(view, told);
  return activity;
}

function presentReferral(
  referral: Extract<WebhookEvent, { topic: 'program_events/customer.referral_complete' }>['referral'],
) {
  const { id, completed_at, referee, order } = referral;
  return {
    id,
    completed_at: timestamp(completed_at),
    referred_customer: referee && presentCustomerSummary(referee),
    order,
  };
}
