/** The topics that other systems can subscribe to. */
export const WEBHOOK_TOPICS = [
  'customers/update',
  'program_events/customer.enrolled',
  'program_events/customer.points_earned',
  'program_events/customer.rule_completed',
  'program_events/customer.claimed_reward',
  'program_events/customer.tier_upgraded',
  'program_events/customer.tier_downgraded',
  'program_events/customer.referral_complete',
  'program_events/customer.points_removed',
  'program_events/customer.points_expired',
  'program_events/customer.claim_refunded',
  'program_events/customer.order_undone',
  'program_events/customer.voucher_reused',
  'program_events/customer.approaching_tier_upgrade',
  'program_events/customer.approaching_points_expiration',
  'program_events/customer.approaching_reward_expiration',
  'rewards/fulfillment',
] as const;

export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

export function isWebhookTopic(text: string): text is WebhookTopic {
  return (WEBHOOK_TOPICS as readonly string[]).includes(text);
}
