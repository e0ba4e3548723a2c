import type { OutboxEvent } from '../outbox/event-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { StockLevels } from '../storefront/customer.ts';
import { isHigher } from '../tiers/tier-progress.ts';
import type { EventFacts } from './fact-store.ts';
import { FULFILLMENT_TOPIC, fulfillmentAddress } from './fulfillment.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * The payloads of an event, in order. There are none if its subject no longer exists, or if the customer entered its
 * first tier or the same tier again.
 */
export function renderEvent(
  program: Program,
  event: OutboxEvent,
  facts: EventFacts,
  stock: StockLevels,
): WebhookEvent[] {
  const customer = facts.customers.get(event.customer_id);
  if (!customer) return [];
  const subject = event.subject_id ?? 0;
  switch (event.kind) {
    case 'customer_changed':
      return [{ topic: 'customers/update', customer }];
    case 'enrolled':
      return [{ topic: 'program_events/customer.enrolled', customer }];
    case 'activity': {
      const activity = facts.activities.get(subject);
      if (!activity) return [];
      const completed = { topic: 'program_events/customer.rule_completed', customer, activity } as const;
      const earned = { topic: 'program_events/customer.points_earned', customer, activity } as const;
      return activity.value > 0 ? [completed, earned] : [completed];
    }
    case 'claim': {
      const claim = facts.claims.get(subject);
      return claim ? [{ topic: 'program_events/customer.claimed_reward', customer, claim, stock }] : [];
    }
    case 'tier_entered':
      return tellTier(program, facts, customer, subject);
    case 'referral_completed': {
      const referral = facts.referrals.get(subject);
      return referral ? [{ topic: 'program_events/customer.referral_complete', customer, referral }] : [];
    }
    case 'points_removed': {
      const removed = facts.removals.get(subject);
      return removed ? [{ topic: 'program_events/customer.points_removed', customer, removed }] : [];
    }
    case 'points_expired': {
      const expiry = facts.expiries.get(subject);
      if (!expiry) return [];
      const { points, reason } = expiry;
      return [{ topic: 'program_events/customer.points_expired', customer, points, reason }];
    }
    case 'order_undone': {
      const order = facts.undone_orders.get(subject);
      return order ? [{ topic: 'program_events/customer.order_undone', customer, order }] : [];
    }
    case 'claim_refunded':
    case 'voucher_reused':
    case 'fulfillment':
      return tellClaim(program, event, facts, customer, stock);
    case 'progressed':
      return [];
    default:
      return tellReminder(program, event, facts, customer, stock);
  }
}

function tellClaim(
  program: Program,
  { kind, subject_id, details }: OutboxEvent,
  facts: EventFacts,
  customer: WebhookEvent['customer'],
  stock: StockLevels,
): WebhookEvent[] {
  const claim = facts.claims.get(subject_id ?? 0);
  if (!claim) return [];
  if (kind === 'claim_refunded') {
    return [{ topic: 'program_events/customer.claim_refunded', customer, claim, stock }];
  }
  if (details && 'order' in details) {
    const { order } = details;
    return [{ topic: 'program_events/customer.voucher_reused', customer, claim, stock, order }];
  }
  const address = fulfillmentAddress(program, claim);
  return address === undefined ? [] : [{ topic: FULFILLMENT_TOPIC, customer, claim, stock, address }];
}

function tellTier(
  program: Program,
  facts: EventFacts,
  customer: WebhookEvent['customer'],
  subject: number,
): WebhookEvent[] {
  const entry = facts.tier_entries.get(subject);
  const tier = entry && program.tier(entry.tier_id);
  const previous = entry?.previous_tier_id == null ? undefined : program.tier(entry.previous_tier_id);
  if (!tier || !previous || tier.id === previous.id) return [];
  const topic = isHigher(tier, previous)
    ? 'program_events/customer.tier_upgraded'
    : 'program_events/customer.tier_downgraded';
  return [{ topic, customer, tier, previous }];
}

function tellReminder(
  program: Program,
  event: OutboxEvent,
  facts: EventFacts,
  customer: WebhookEvent['customer'],
  stock: StockLevels,
): WebhookEvent[] {
  const { details } = event;
  if (details && 'tier_id' in details) {
    const tier = program.tier(details.tier_id);
    if (!tier) return [];
    const { needed } = details;
    const kind = program.settings.tier_boundary_mode;
    return [{ topic: 'program_events/customer.approaching_tier_upgrade', customer, tier, kind, needed }];
  }
  if (details && 'points' in details) {
    return [{ topic: 'program_events/customer.approaching_points_expiration', customer, ...details }];
  }
  const claim = facts.claims.get(event.subject_id ?? 0);
  if (!details || !('ends_at' in details) || !claim) return [];
  const { ends_at } = details;
  return [
    { topic: 'program_events/customer.approaching_reward_expiration', customer, claim, stock, ends_at },
  ];
}
