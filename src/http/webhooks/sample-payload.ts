import type { WebhookTopic } from '../../domain/outbox/topics.ts';
import type { ProgramCustomer } from '../shared/program-customer-schema.ts';
import type { CustomerSummary, ProgramClaimedReward } from '../shared/record-schemas.ts';
import type { About, ProgramEventTopic } from './payload-schemas.ts';

const CUSTOMER: CustomerSummary = {
  id: 1,
  merchant_id: 'sample-1001',
  email: 'ada@shop.example',
  points_pending: 50,
  points_approved: 450,
  points_spent: 500,
};

const MOMENT = '2026-01-14T12:00:00.000Z';
const LATER = '2026-02-13T12:00:00.000Z';

const WHOLE_CUSTOMER: ProgramCustomer = {
  ...CUSTOMER,
  rewards_claimed: 1,
  properties: { name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
  metadata: {},
  birthday: '12-10',
  blocked: false,
  guest: false,
  enrolled: true,
  enrolled_at: MOMENT,
  referral_id: 'SAMPLE',
  referred_by: null,
  loyalty_tier_membership: {
    manual: false,
    started_at: MOMENT,
    expires_at: null,
    tier_id: 2,
    tier_name: 'Gold',
    loyalty_tier: {
      id: 2,
      name: 'Gold',
      position: 2,
      number: 2,
      default: false,
      hidden: false,
      lower_bound: '250.00',
      upper_bound: null,
    },
  },
  insights_segment: null,
  referral_url: 'https://loyalty.example/r/SAMPLE/direct',
  created_at: MOMENT,
  updated_at: MOMENT,
};

const ACTIVITY: About<'program_events/customer.rule_completed'>['activity'] = {
  id: 1,
  merchant_id: '1',
  value: 50,
  state: 'approved',
  created_at: MOMENT,
  updated_at: MOMENT,
  change_id: 1,
  resource: null,
  order: null,
  rule: { id: 1, name: 'social_follow', title: 'Follow us' },
};

const CLAIMED_REWARD: ProgramClaimedReward = {
  id: 1,
  claimed_at: MOMENT,
  point_cost: 500,
  redeemable: {
    redeemable_type: 'voucher',
    fulfilled: true,
    fulfilled_at: MOMENT,
    expires_on: '2026-02-13',
    code: 'SAMPLE-CODE',
    discount_amount: 5,
    usage_count: 0,
    usage_limit: 1,
  },
  reward: {
    id: 1,
    title: '$5 off',
    title_template: '{amount} off',
    description: '',
    sort_key: 1,
    content: {},
    point_cost: 500,
    method: 'voucher',
    discount_type: 'flat',
    discount_amount: 5,
    minimum_spend: 0,
    usage_limit: 1,
    min_redemption_amount: 0,
    max_redemption_amount: 0,
    max_free_shipping: null,
    site_id: 1,
    target_site: { id: 1, name: 'Shop', url: 'https://shop.example' },
    order_type: 'all',
    target_type: 'all',
    target_collections: [],
    target_products: [],
    session_options: null,
    auto_refund_seconds: null,
    expiry_options: { kind: 'relative', seconds: 2_592_000 },
    redeemable_expiry_options: null,
    supported_channels: ['web', 'pos', 'mobile'],
    kind: 'cart_discount_voucher',
    recurring_cycle_limit: 0,
  },
  state: 'approved',
  session: null,
  auto_refund_at: null,
  expires_at: LATER,
};

const TIER = { id: 2, name: 'Gold' };
const PREVIOUS_TIER = { id: 1, name: 'Silver' };

const ABOUT: { [T in ProgramEventTopic]: About<T> } = {
  'program_events/customer.enrolled': { enrolled_at: MOMENT },
  'program_events/customer.points_earned': { points: 50, activity: ACTIVITY },
  'program_events/customer.rule_completed': { activity: ACTIVITY },
  'program_events/customer.claimed_reward': { claimed_reward: CLAIMED_REWARD },
  'program_events/customer.tier_upgraded': { tier: TIER, previous_tier: PREVIOUS_TIER },
  'program_events/customer.tier_downgraded': { tier: PREVIOUS_TIER, previous_tier: TIER },
  'program_events/customer.referral_complete': {
    referral: {
      id: 1,
      completed_at: MOMENT,
      referred_customer: { ...CUSTOMER, id: 2, merchant_id: 'sample-1002', email: 'grace@shop.example' },
      order: { id: 1, merchant_id: 'sample-order' },
    },
  },
  'program_events/customer.points_removed': { points: 50, points_pending: 0, note: null, activity: ACTIVITY },
  'program_events/customer.points_expired': { points: 120, reason: 'age' },
  'program_events/customer.claim_refunded': { claimed_reward: { ...CLAIMED_REWARD, state: 'void' } },
  'program_events/customer.order_undone': {
    order: { id: 1, merchant_id: 'sample-order', refunded: true, cancelled: false },
  },
  'program_events/customer.voucher_reused': {
    claimed_reward: CLAIMED_REWARD,
    order: { id: 2, merchant_id: 'sample-order-2' },
  },
  'rewards/fulfillment': { claimed_reward: CLAIMED_REWARD },
  'program_events/customer.approaching_tier_upgrade': { tier: TIER, kind: 'spend', needed: 49.9 },
  'program_events/customer.approaching_points_expiration': { points: 450, expires_at: LATER },
  'program_events/customer.approaching_reward_expiration': { claimed_reward: CLAIMED_REWARD, ends_at: LATER },
};

/** A payload for a test of an address: in the topic's shape, about a customer `sample-1001` that does not exist. */
export function samplePayload(topic: WebhookTopic): object {
  if (topic === 'customers/update') return { customer: WHOLE_CUSTOMER };
  return { properties: { customer: CUSTOMER, ...ABOUT[topic] } };
}
